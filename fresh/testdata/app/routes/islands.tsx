/** Page with every kind of island. @module */
import { computed, signal } from "@preact/signals";
import { define } from "../state.ts";
import Counter from "../islands/Counter.tsx";
import Lazy from "../islands/Lazy.tsx";
import Panel from "../islands/Panel.tsx";

export default define.page(() => {
  const count = signal(3);
  const frozen = computed(() => count.value * 10);
  return (
    <main>
      <Counter id="a" count={count} frozen={frozen} since={new Date("2026-01-02T03:04:05Z")} />
      <ul>
        <Counter id="b" count={count} frozen={frozen} since={new Date(0)} />
      </ul>
      <Panel title={<b id="title">{"</script><b>"}</b>}>
        <p id="inside">
          server <input id="flag" type="checkbox" checked />
        </p>
        <Counter id="c" count={count} frozen={frozen} since={new Date(0)} />
      </Panel>
      <Lazy />
    </main>
  );
});
