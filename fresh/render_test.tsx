/** Documents: heads, nonces, versions and the props of islands. @module */

import assert from "../tests/support/assert.ts";
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { App, csp } from "./mod.ts";
import { asset, Head } from "./runtime.ts";
import { renderDocument } from "./render.ts";
import { StaticFolder } from "./static_folder.ts";
import type { RouteModule, Snapshot } from "./snapshot.ts";

function Box({ children, note }: { children?: ComponentChildren; note?: unknown; more?: unknown }) {
  return <div>{children}{typeof note === "string" ? note : null}</div>;
}

const SNAPSHOT: Snapshot = {
  manifest: { routes: {}, islands: { "islands/Box.tsx": { default: Box } } },
  client: {
    boot: { url: "/boot.js", imports: ["/shared.js"] },
    islands: { "islands/Box.tsx": { url: "/box.js", imports: ["/shared.js", "/more.js"] } },
    files: new Map(),
  },
  files: new StaticFolder(`${import.meta.dirname}/testdata/app/static`),
};

function render(content: ComponentChildren): string {
  return renderDocument(content, { snapshot: SNAPSHOT, nonce: "N", pathname: "/a/b" });
}

function Page({ children, head }: { children?: ComponentChildren; head?: ComponentChildren }) {
  return (
    <html>
      <head>
        <title>first</title>
        <meta key="a" name="a" content="1" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}

Deno.test("<Head> adds its children to the head from anywhere, and replaces elements with the same key", () => {
  const html = render(
    <Page head={<link key="icon" rel="icon" href="/1" />}>
      <svg>
        <title>kept</title>
      </svg>
      <Head>
        <title>second</title>
        <meta key="a" name="a" content="2" />
        <meta key="b" name="b" content="3" />
      </Head>
      <Head>
        <title>{"third & <last>"}</title>
        <link key="icon" rel="icon" href="/2" />
        <meta key="b" name="b" content="4" />
      </Head>
    </Page>,
  );
  assert.equal(
    html,
    "<!DOCTYPE html><html><head><title>third &amp; &lt;last></title>" +
      '<meta name="a" content="2"/><link rel="icon" href="/2"/><meta name="b" content="4"/></head>' +
      "<body><svg><title>kept</title></svg></body></html>",
  );
});

Deno.test("<Head> keeps elements with different keys, or without one, in their order", () => {
  const link = (name: string, key?: string) => (
    <link key={key} rel="stylesheet" href={`/${name}.css`} />
  );
  const html = render(
    <Page head={link("main", "main")}>
      <Head>{link("page", "page")}</Head>
      <Head>{link("map")}</Head>
      <Head>{link("more")}</Head>
    </Page>,
  );
  const hrefs = [...html.matchAll(/href="(.*?)"/g)].map(([, href]) => href);
  assert.deepEqual(hrefs, ["/main.css", "/page.css", "/map.css", "/more.css"]);
});

Deno.test("links to the page and to paths above it get aria-current, unless the app sets it", () => {
  const current = (href: string, pathname: string, own?: "true" | "false") => {
    const attributes = own === undefined ? {} : { "aria-current": own };
    const html = renderDocument(<a href={href} {...attributes}>text</a>, {
      snapshot: null,
      nonce: "N",
      pathname,
    });
    return /aria-current="(.*?)"/.exec(html)?.[1];
  };
  const pages = [["/a/b?c=d#e", "/a/b"], ["/a/b/", "/a/b"], ["/a/b", "/a/b/"], ["/", "/"]] as const;
  for (const [href, pathname] of pages) assert.equal(current(href, pathname), "page", href);
  for (const [href, pathname] of [["/a", "/a/b"], ["/", "/a"]] as const) {
    assert.equal(current(href, pathname), "true");
  }
  for (const href of ["/a/b/c", "/ab", "#a", "a", "https://a.example/a/b"]) {
    assert.equal(current(href, "/a/b"), undefined);
  }
  assert.equal(current("/a?b", "/a", "false"), "false");
  assert.equal(current("/c", "/a", "true"), "true");
});

Deno.test("scripts and styles get the nonce unless they already have one", () => {
  const html = render(
    <Page head={<script src="/x.js" />}>
      <style>{"a{}"}</style>
      <script nonce="own">run()</script>
    </Page>,
  );
  assert.match(html, /<style nonce="N">a\{\}<\/style><script nonce="own">run\(\)<\/script>/);
  assert.match(html, /<script nonce="N" src="\/x.js"><\/script>/);
});

Deno.test("asset() adds a file's version once, and returns other paths unchanged", () => {
  const versioned = (path: string) => /href="(.*?)"/.exec(render(<link href={asset(path)} />))![1];
  render("so that the files are known");
  const version = SNAPSHOT.files.find("/dot.svg")?.hash;
  assert.match(version!, /^[0-9a-f]{16}$/);
  assert.equal(versioned("/dot.svg?a=1#b"), `/dot.svg?a=1&amp;__frsh_c=${version}#b`);
  for (
    const path of [
      "/none.svg",
      "//a.example/dot.svg",
      "https://a.example/dot.svg",
      "/dot.svg?__frsh_c=1",
    ]
  ) {
    assert.equal(versioned(path), path);
  }
});

Deno.test("a page loads each module of its islands once, and a page without islands loads none", () => {
  const html = render(
    <Page>
      <Box />
      <Box />
    </Page>,
  );
  const links = [...html.matchAll(/<link rel="modulepreload" href="(.*?)">/g)].map(([, url]) =>
    url
  );
  assert.deepEqual(links, ["/boot.js", "/shared.js", "/box.js", "/more.js"]);
  assert.ok(
    html.endsWith('<script type="module" src="/boot.js" nonce="N"></script></body></html>'),
  );
  assert.ok(
    !/<script(?![^>]*(type="application\/json"|src=))/.test(html),
    "an inline script would need the nonce",
  );
  assert.ok(!render(<Page>text</Page>).includes("script"));
});

Deno.test("props cannot break out of their script element", () => {
  const shared = { deep: "</script><!--" };
  const html = render(
    <>
      <Box note={shared} more={[shared]} />
      <Box note={shared} />
    </>,
  );
  const data = /id="fresh-data">(.*?)<\/script>/.exec(html)![1];
  assert.ok(!data!.includes("<"));
  const [first, second] = JSON.parse(data!).instances;
  assert.deepEqual(first, { island: 0, props: { note: shared, more: [shared] } });
  assert.deepEqual(second, { island: 0, props: { note: shared } });
});

Deno.test("rendering throws for props that JSON cannot carry, and says why", () => {
  assert.throws(() => render(<Box note={() => 1} />), /function/i);
  assert.throws(() => render(<Box note={signal(1)} />), /signal/);
  assert.throws(
    () => render(<Box note={{ deep: <b /> }} />),
    /JSX must be a prop of an island or an item/,
  );
  assert.equal(render(<p>next</p>), "<!DOCTYPE html><p>next</p>");
});

Deno.test("an island inside another island or in its children is an ordinary component", () => {
  const Outer = () => <Box note="in" />;
  const snapshot = {
    ...SNAPSHOT,
    islandRefs: undefined,
    manifest: { routes: {}, islands: { "islands/Box.tsx": { default: Box, Outer } } },
  };
  const nested = renderDocument(<Outer />, { snapshot, nonce: "N", pathname: "/a/b" });
  assert.equal(nested.match(/<!--fresh:island/g)!.length, 1);
  const child = renderDocument(
    <Box>
      <p>text</p>
      <Outer />
    </Box>,
    { snapshot, nonce: "N", pathname: "/a/b" },
  );
  assert.deepEqual(child.match(/<!--fresh:(island|slot):\d-->/g), [
    "<!--fresh:island:1-->",
    "<!--fresh:slot:1-->",
    "<!--fresh:slot:2-->",
  ]);
});

const snapshotOf = (routes: Record<string, RouteModule>): Snapshot => ({
  ...SNAPSHOT,
  manifest: { routes, islands: {} },
});

const nonceOf = (policy: string | null) => /'nonce-(.*?)'/.exec(policy ?? "")?.[1];

Deno.test("csp() allows inline scripts and styles with the nonce of the page", async () => {
  const app = new App()
    .use(csp({ useNonce: true }))
    .fsRoutes();
  app.snapshot = snapshotOf({ "index.tsx": { default: () => <style>{"a{}"}</style> } });
  const nonces = new Set<string>();
  for (let i = 0; i < 2; i++) {
    const response = await app.handler()(new Request("http://localhost/"));
    const policy = response.headers.get("content-security-policy")!;
    const nonce = /<style nonce="(.*?)">/.exec(await response.text())![1];
    assert.ok(
      policy.includes(`script-src 'self' 'nonce-${nonce}'`) && !policy.includes("unsafe-inline"),
      policy,
    );
    nonces.add(nonce!);
  }
  assert.equal(nonces.size, 2);
});

Deno.test("csp() reads the nonce of a finished response, and allows all inline scripts in other responses", async () => {
  const app = new App().fsRoutes();
  app.snapshot = snapshotOf({
    "index.tsx": { default: () => <script>run()</script> },
    "text.ts": { handler: () => new Response("text") },
  });
  const handler = app.handler();
  const policy = csp({ useNonce: true });
  const around = async (path: string) => {
    const answer = await handler(new Request(`http://localhost${path}`));
    return await policy({ next: () => Promise.resolve(answer) } as Parameters<typeof policy>[0]);
  };
  const page = await around("/");
  const nonce = nonceOf(page.headers.get("content-security-policy"));
  assert.ok(nonce);
  assert.ok((await page.text()).includes(`<script nonce="${nonce}">`));
  assert.match(
    (await around("/text")).headers.get("content-security-policy")!,
    /script-src 'self' 'unsafe-inline'/,
  );
});
