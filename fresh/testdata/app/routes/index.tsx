/** Page without islands. @module */
import { Head } from "fresh/runtime";

function Deep() {
  return (
    <Head>
      <title>Deep title</title>
      <meta key="description" name="description" content="deep" />
    </Head>
  );
}

export default function Index() {
  return (
    <main>
      <p>plain</p>
      <img src="/dot.svg" alt="" />
      <Deep />
    </main>
  );
}
