/** Island that loads a module on demand. @module */
import { useSignal } from "@preact/signals";

export default function Lazy() {
  const text = useSignal("waiting");
  const load = async () => text.value = (await import("../heavy.ts")).heavy();
  return (
    <button
      type="button"
      id="lazy"
      data-browser={String(typeof document !== "undefined")}
      onClick={load}
    >
      {text}
    </button>
  );
}
