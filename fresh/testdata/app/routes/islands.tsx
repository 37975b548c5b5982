/** Page with every kind of island. @module */
import Counter from "../islands/Counter.tsx";
import Lazy from "../islands/Lazy.tsx";
import Panel from "../islands/Panel.tsx";

export default function Islands() {
  return (
    <main>
      <Counter id="a" start={3} since="2026-01-02" />
      <ul>
        <Counter id="b" start={3} since="1970-01-01" />
      </ul>
      <Panel title={<b id="title">{"</script <b"}</b>}>
        <p id="inside">
          server <input id="flag" type="checkbox" checked />
        </p>
      </Panel>
      <Counter id="c" start={3} since="1970-01-01" />
      <Lazy />
    </main>
  );
}
