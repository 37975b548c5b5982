/** The small parts of the documentation: code, sections, terms. @module */

import type { ComponentChildren } from "preact";
import type { Point } from "../../../lib/shared/words/docs.ts";
import type { Sample } from "./samples.ts";

/** A block of code that can be reached and scrolled by keyboard. */
export function Code({ sample }: { sample: Sample }) {
  return (
    <figure class="docs-code">
      <figcaption>{sample.title}</figcaption>
      <pre tabIndex={0} lang="en"><code data-language={sample.language}>{sample.code}</code></pre>
    </figure>
  );
}

/** A section with its anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} class="docs-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

/** Paragraphs. */
export function Texts({ texts }: { texts: readonly string[] }) {
  return <>{texts.map((text) => <p key={text}>{text}</p>)}</>;
}

/** Terms and their meanings. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <dl class="docs-points">
      {points.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
