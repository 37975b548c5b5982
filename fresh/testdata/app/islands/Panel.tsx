/** Island that shows and hides server-rendered content. @module */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

export default function Panel(
  { title, children }: { title?: ComponentChildren; children?: ComponentChildren },
) {
  const isOpen = useSignal(true);
  return (
    <div>
      <button type="button" id="toggle" onClick={() => isOpen.value = !isOpen.value}>toggle</button>
      {title}
      {isOpen.value && children}
    </div>
  );
}
