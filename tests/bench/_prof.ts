// starts pg+service with --cpu-prof, loads it
import { withServerDb } from "../../tests/support/server_db.ts";
import { createTestLog } from "../../tests/support/log.ts";
import { runIngest } from "../../ingest/run.ts";
import { createDraws } from "../../tests/bench/support/questions.ts";
import { writeQuestions } from "../../tests/bench/support/servers.ts";
const kind = Deno.args[0] ?? "search"; const dir = Deno.args[1] ?? "/tmp/wt/m";
const NOW = new Date("2026-06-05T10:11:00Z");
await withServerDb(async (db, url) => {
  const bytes = await Deno.readFile("/work/shared/data/feed/instantane_ruptures_2026-06-05T1010Z.zip");
  await runIngest({ db, clock: () => NOW, log: createTestLog().log }, { kind: "file", name: "f", bytes }, { force: true });
  const places = await db.query<any>({ text: "select id::text, st_y(position::geometry) lat, st_x(position::geometry) lng from station order by station.id" });
  const file = await writeQuestions(createDraws(places)[kind]!(20000));
  await Deno.mkdir("/tmp/m/prof", { recursive: true });
  const dataDir = await Deno.makeTempDir();
  const quota = Deno.env.get("QUOTA") ? { TRUSTED_PROXIES: "127.0.0.1", REST_LIMIT: "60" } : { REST_LIMIT: "0" };
  const child = new Deno.Command("sh", { args: ["-c", "exec deno run -A --inspect=127.0.0.1:9333 serve.ts > /tmp/m/prof/out.txt 2>/tmp/m/prof/err.txt"], cwd: dir,
    env: { PORT: "8191", INGEST: "off", MCP_LIMIT: "0", DATA_DIR: dataDir, DATABASE_URL: url, CLOCK: NOW.toISOString(), ...quota } }).spawn();
  for (;;) { try { const r = await fetch("http://127.0.0.1:8191/readyz"); const t = await r.text(); if (t.includes('"memory"')) break; } catch {} await new Promise(r=>setTimeout(r,200)); }
  const list = await (await fetch("http://127.0.0.1:9333/json")).json();
  const ws = new WebSocket(list[0].webSocketDebuggerUrl); await new Promise(r=>ws.onopen=r);
  let id=0; const wait=new Map<number,(v:any)=>void>();
  ws.onmessage=(e)=>{const m=JSON.parse(e.data); wait.get(m.id)?.(m.result);};
  const call=(method:string,params={})=>new Promise<any>(r=>{wait.set(++id,r); ws.send(JSON.stringify({id,method,params}));});
  await new Deno.Command("wrk", { args: ["-t1","-c32","-d3s","-s","/tmp/wt/m/tests/bench/support/load.lua","http://127.0.0.1:8191","--",file, Deno.env.get("QUOTA") ?? "0"] }).output();
  await call("Profiler.enable"); await call("Profiler.setSamplingInterval",{interval:200}); await call("Profiler.start");
  const w = await new Deno.Command("wrk", { args: ["-t1","-c32","-d6s","-s","/tmp/wt/m/tests/bench/support/load.lua","http://127.0.0.1:8191","--",file, Deno.env.get("QUOTA") ?? "0"] }).output();
  console.log(new TextDecoder().decode(w.stdout));
  const {profile}=await call("Profiler.stop"); await Deno.writeTextFile("/tmp/m/prof/p.cpuprofile", JSON.stringify(profile)); ws.close();
  child.kill("SIGTERM"); await child.status;
});
