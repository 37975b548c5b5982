/** Async page inside a group. @module */
import { define } from "../../state.ts";

export default define.page(async (ctx) => {
  await Promise.resolve();
  return <p>{ctx.route} in a group</p>;
});
