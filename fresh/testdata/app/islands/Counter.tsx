/** Island with a shared signal. @module */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";

type Props = { id: string; count: Signal<number>; frozen: ReadonlySignal<number>; since: Date };

export default function Counter({ id, count, frozen, since }: Props) {
  const label = useId();
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    text.current!.title = label;
  }, []);
  return (
    <>
      <button type="button" id={id} aria-describedby={label} onClick={() => count.value++}>{count}</button>
      <i id={label} ref={text}>{frozen.value} {since.toISOString()}</i>
    </>
  );
}
