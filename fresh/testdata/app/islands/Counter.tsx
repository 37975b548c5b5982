/** Island that counts. @module */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";

export default function Counter(
  { id, start, since }: { id: string; start: number; since: string },
) {
  const count = useSignal(start);
  const label = useId();
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    text.current!.title = label;
  }, []);
  return (
    <>
      <button type="button" id={id} aria-describedby={label} onClick={() => count.value++}>
        {count}
      </button>
      <i id={label} ref={text}>{since}</i>
    </>
  );
}
