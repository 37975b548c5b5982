import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { readRows } from "../support/load.ts";
import { countStored, queueForDevices, queueMessages } from "../support/outbox.ts";
import { runProgram, type StartOptions, startProgram, until } from "../support/process.ts";
import { startPushService } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";

const SENDER = "tests/support/alert_sender.ts";
const DEVICES = 30;
const OWN = { PUSH_HOSTS: "127.0.0.1" };
/** The permissions of `deno task start`, which also suffice for the system's certificates. */
const PERMISSIONS = ["--no-prompt", "--allow-net", "--allow-env", "--allow-read=."];

Deno.test("no alert is lost when its sender is killed with kill -9, and a duplicate replaces the first", async () => {
  const push = startPushService();
  await withServerDb(async (db, url) => {
    await queueForDevices(db, push, DEVICES);
    // Five messages are sent and settled. Three of the next four are delivered without a response.
    push.answer(
      ...Array.from({ length: 5 }, () => ({ kind: "created" } as const)),
      ...Array.from({ length: 3 }, () => ({ kind: "unheard" } as const)),
      { kind: "silence" },
    );
    const killed = startProgram([SENDER, url, "2026-06-05T10:20:00Z"], OWN);
    const count = () =>
      readRows(db, "select count(*)::int from alert_outbox").then(([row]) => row![0]);
    await until(async () => await count() === DEVICES - 5 && push.counts.inProgress === 4);
    killed.kill("SIGKILL");
    await killed.end();
    equal(await count(), DEVICES - 5);
    push.answer({ kind: "created" });
    const send = async (now: string) => equal((await runProgram([SENDER, url, now], OWN)).code, 0);
    // After a minute the messages of the killed process are due again, and two processes start at
    // once.
    await Promise.all([send("2026-06-05T10:21:30Z"), send("2026-06-05T10:21:30Z")]);
    equal(await count(), 0);
    deepEqual([push.messages.length, push.faults], [DEVICES, []]);
    equal(
      push.received.length,
      DEVICES + 3,
      "only messages without a response are sent again, and replace themselves",
    );
  }).finally(push.stop);
});

/**
 * Creates the certificate of an authority (its path is `authority`), and one signed by it for
 * `push.home.arpa`.
 */
async function makeCertificate(
  folder: string,
): Promise<{ authority: string; cert: string; key: string }> {
  const make = async (name: string, subject: string, options: string) => {
    const args =
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${subject}
      -addext subjectAltName=DNS:${subject} -keyout ${folder}/${name}.key -out ${folder}/${name}.pem ${options}`;
    const made = await new Deno.Command("openssl", { args: args.trim().split(/\s+/) }).output();
    ok(made.success, new TextDecoder().decode(made.stderr));
  };
  await make("authority", "authority.home.arpa", "");
  const signed =
    `-CA ${folder}/authority.pem -CAkey ${folder}/authority.key -addext basicConstraints=CA:FALSE`;
  await make("push", "push.home.arpa", signed);
  const [cert, key] = await Promise.all(
    ["pem", "key"].map((end) => Deno.readTextFile(`${folder}/push.${end}`)),
  );
  return { authority: `${folder}/authority.pem`, cert: cert!, key: key! };
}

Deno.test("the sender connects to the address it resolved, and checks the certificate against the name", async () => {
  const folder = await Deno.makeTempDir();
  const { authority, cert, key } = await makeCertificate(folder);
  const hosts: (string | null)[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert, key, onListen() {} },
    ({ headers }) => {
      hosts.push(headers.get("host"));
      return new Response(null, { status: 201 });
    },
  );
  const push = startPushService();
  const { keys } = await push.createSubscription();
  await push.stop();
  await withServerDb(async (db, url) => {
    const { port } = server.addr;
    const ips = JSON.stringify({
      "push.home.arpa": ["127.0.0.1"],
      "other.home.arpa": ["127.0.0.1"],
    });
    const send = async (env: Record<string, string>) => {
      const args = [SENDER, url, "2026-06-05T10:20:00Z", ips];
      const { code, stdout, stderr } = await runProgram(
        args,
        { PUSH_HOSTS: "*.home.arpa", ...env },
        { permissions: PERMISSIONS },
      );
      equal(code, 0, stderr);
      return stdout;
    };
    await queueMessages(db, { endpoint: `https://push.home.arpa:${port}/x`, keys });
    match(
      await send({ NODE_EXTRA_CA_CERTS: "" }),
      /"messages":\{"no connection":1\}/,
      "a certificate of an unknown authority",
    );
    await queueMessages(db, { endpoint: `https://other.home.arpa:${port}/x`, keys });
    await db.query({ text: "update alert_outbox set due_at = '2026-06-05T10:00:00Z'" });
    match(await send({ NODE_EXTRA_CA_CERTS: authority }), /"2xx":1/);
    deepEqual(hosts, [`push.home.arpa:${port}`]);
    deepEqual(
      await readRows(db, "select endpoint from alert_outbox join alert_rule on id = rule_id"),
      [
        [`https://other.home.arpa:${port}/x`],
      ],
    );
  });
  await server.shutdown();
  await Deno.remove(folder, { recursive: true });
});

/** Starts a name server that fails for names that begin with "failing", and knows no other name. */
function startNameServer(hostname: string): { stop(): void } {
  const socket = Deno.listenDatagram({ hostname, port: 53, transport: "udp" });
  const serve = async () => {
    for await (const [question, from] of socket) {
      const answer = Uint8Array.from(question);
      const isFailing = new TextDecoder().decode(question).includes("failing");
      answer[2] = 0x81; // a response
      answer[3] = 0x80 | (isFailing ? 2 : 3); // SERVFAIL or NXDOMAIN
      await socket.send(answer, from);
    }
  };
  void serve();
  return { stop: () => socket.close() };
}

Deno.test({
  name:
    "a failing name server keeps message and device, and a name that does not exist drops the message",
  // A resolv.conf of one process and port 53 require root.
  ignore: Deno.uid() !== 0,
  async fn() {
    const names = startNameServer("127.0.0.153");
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, "nameserver 127.0.0.153\noptions timeout:1 attempts:1\n");
    const shell =
      `exec unshare -m sh -c 'mount --bind ${file} /etc/resolv.conf && exec "$@"' sh "$@"`;
    const start: StartOptions = { shell, permissions: PERMISSIONS };
    const push = startPushService();
    const { keys } = await push.createSubscription();
    await push.stop();
    await withServerDb(async (db, url) => {
      const send = () => runProgram([SENDER, url, "2026-06-05T10:20:00Z"], {}, start);
      await queueMessages(db, { endpoint: "https://failing.push.apple.com/x", keys }, { rules: 8 });
      const failed = await send();
      match(
        failed.stdout,
        /"level":"warn","message":"DNS failed; alerts are sent later","messages":8/,
        failed.stderr,
      );
      deepEqual(await countStored(db), { messages: 8, rules: 8, failures: [0] });
      await queueMessages(db, { endpoint: "https://no-such-name.push.apple.com/x", keys });
      match((await send()).stdout, /"no such name":1/);
      deepEqual(await countStored(db), { messages: 8, rules: 9, failures: [0, 1] });
    });
    names.stop();
    await Deno.remove(file);
  },
});
