/** Layout of one group of the fixture. @module */
import { define } from "../../state.ts";

export default define.layout(({ Component }) => (
  <section class="group">
    <Component />
  </section>
));
