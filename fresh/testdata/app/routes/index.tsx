/** Page without islands. @module */
import { Head } from "fresh/runtime";
import { define } from "../state.ts";

function Deep() {
  return (
    <Head>
      <title>Deep title</title>
      <meta name="description" content="deep" />
    </Head>
  );
}

export default define.page(() => (
  <main>
    <p>plain</p>
    <img src="/dot.svg" alt="" />
    <Deep />
  </main>
));
