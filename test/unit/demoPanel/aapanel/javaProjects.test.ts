import assert from "node:assert/strict";
import type { DemoJavaProject } from "../../../../src/demoPanel/records/demoRecords.ts";
import { type Fixture, until } from "../withPanel.ts";
import { answerOf, PAGE, said, stamped, withAapanel } from "./aapanel.ts";

interface Row {
  readonly name: string;
  readonly status: unknown;
  readonly run: unknown;
  readonly load_info: Readonly<
    Record<string, { readonly connections: readonly { readonly local_port: number; readonly status: string }[] }>
  >;
  readonly listen: readonly number[];
  readonly listen_ok: unknown;
  readonly project_config: Readonly<Record<string, unknown>>;
}

const PATH = "/v2/project/java/";

const ask = (fixture: Fixture, name: string, form: Readonly<Record<string, string>>) =>
  answerOf(fixture, PATH + name, form);

const act = (fixture: Fixture, action: string, name: string, more: Readonly<Record<string, string>> = {}) =>
  ask(fixture, `${action}_project`, { project_name: name, ...more });

const move = (fixture: Fixture, name: string, path: string) =>
  ask(fixture, "change_log_path", { project_name: name, path });

async function row(fixture: Fixture, search: string): Promise<Row> {
  const { data } = (await ask(fixture, "get_project_list", { p: "1", limit: "10", search })) as {
    readonly data: readonly Row[];
  };
  const [first] = data;
  assert.ok(first);
  return first;
}

function project({ panel }: Fixture, name: string): DemoJavaProject {
  const found = panel.state.javaProjects.find((candidate) => candidate.name === name);
  assert.ok(found);
  return found;
}

const RUNNING = "order-service";
const STOPPED = "legacy-api";

const listens = ({ listen }: Row) => listen.length > 0;
const isDead = ({ run }: Row) => run === false;

describe("an aaPanel's Java projects", () => {
  it(
    "may listen and end by themselves",
    withAapanel(async (fixture) => {
      project(fixture, STOPPED).server.endsAfter = 300;
      await act(fixture, "start", STOPPED);
      await until(() => row(fixture, STOPPED), listens);
      await until(() => row(fixture, STOPPED), isDead);
    }),
  );

  it(
    "are listed with their processes, in no envelope",
    withAapanel(async (fixture) => {
      const whole = (await ask(fixture, "get_project_list", { p: "1", limit: "2" })) as Readonly<
        Record<string, unknown>
      >;
      assert.deepEqual(Object.keys(whole), ["page", "shift", "row", "data"]);
      assert.deepEqual([whole["shift"], whole["row"]], ["0", "2"]);
      assert.match(String(whole["page"]), /<span class='Pcount'>Total 6<\/span>/);
      const running = await row(fixture, RUNNING);
      const names =
        "id name path status index ps addtime type_id edate project_type project_config service_type parent_id use_project_watch run load_info ssl listen listen_ok debug";
      assert.deepEqual(Object.keys(running), names.split(" "));
      assert.deepEqual([running.run, running.listen, Object.keys(running.load_info)], [true, [18080], ["3776"]]);
      const [connection] = running.load_info["3776"]?.connections ?? [];
      assert.deepEqual([connection?.local_port, connection?.status], [18080, "LISTEN"]);
      assert.deepEqual(
        [running.project_config["port"], running.project_config["jmx_info"]],
        [18080, { jmx_url: null, username: "", password: "" }],
      );
      assert.deepEqual(Object.keys((await row(fixture, "mail-worker")).load_info), ["2477", "2479"]);
    }),
  );

  it(
    "say the same of status and listen_ok while they are dead",
    withAapanel(async (fixture) => {
      const { run, load_info, listen, status, listen_ok } = await row(fixture, STOPPED);
      assert.deepEqual({ run, load_info, listen }, { run: false, load_info: {}, listen: [] });
      assert.deepEqual([status, listen_ok], ["1", true]);
    }),
  );

  it(
    "are empty past the end, and take any last part of the path, by GET too",
    withAapanel(async (fixture) => {
      const { data } = (await ask(fixture, "get_project_list", { p: "9", limit: "10" })) as { data: unknown };
      assert.deepEqual(data, []);
      const query = { project_name: STOPPED };
      const refusal = said(false, "The project is not running");
      for (const end of ["", "/stype", "/anything"])
        assert.deepEqual(await fixture.get(`${PATH}restart_project${end}`, query), refusal);
    }),
  );

  it(
    "are told one by one",
    withAapanel(async (fixture) => {
      const info = await ask(fixture, "get_project_info", { project_name: RUNNING });
      assert.deepEqual(info, await row(fixture, RUNNING));
      const unknown = await ask(fixture, "get_project_info", { project_name: "nope" });
      assert.deepEqual(unknown, said(false, "The specified project does not exist!"));
    }),
  );

  it(
    "run on for a while when they are stopped, which is said at once",
    withAapanel(
      async (fixture) => {
        assert.deepEqual(await act(fixture, "stop", RUNNING), said(true, "Stopped successfully"));
        assert.equal((await row(fixture, RUNNING)).run, true);
      },
      { delays: { javaEnd: 3_600_000 } },
    ),
  );

  it(
    "stop and start, one after the other",
    withAapanel(async (fixture) => {
      const before = await row(fixture, RUNNING);
      await act(fixture, "stop", RUNNING);
      const dead = await until(() => row(fixture, RUNNING), isDead);
      assert.deepEqual([dead.load_info, dead.listen], [{}, []]);
      assert.deepEqual(await act(fixture, "stop", RUNNING), said(false, "The project is not running"));
      assert.deepEqual(await act(fixture, "start", RUNNING), said(true, "Started successfully"));
      const up = await until(() => row(fixture, RUNNING), listens);
      assert.notDeepEqual(Object.keys(up.load_info), Object.keys(before.load_info));
      assert.equal(up.run, true);
    }),
  );

  it(
    "die of a restart, which is said to have succeeded",
    withAapanel(async (fixture) => {
      assert.deepEqual(await act(fixture, "restart", RUNNING), said(true, "Restarted successfully"));
      const dead = await until(() => row(fixture, RUNNING), isDead);
      assert.deepEqual([dead.load_info, dead.listen, dead.listen_ok], [{}, [], true]);
      const { data } = (await ask(fixture, "get_project_log", { project_name: RUNNING })) as { data: string };
      assert.match(data, /BindException: Address already in use/);
      assert.deepEqual(await act(fixture, "restart", RUNNING), said(false, "The project is not running"));
      await act(fixture, "start", RUNNING);
      await until(() => row(fixture, RUNNING), listens);
    }),
  );

  it(
    "survive a restart where there is no port to meet",
    withAapanel(async (fixture) => {
      const before = Object.keys((await row(fixture, "mail-worker")).load_info);
      await act(fixture, "restart", "mail-worker");
      await new Promise((resolve) => setTimeout(resolve, 20));
      const after = await row(fixture, "mail-worker");
      assert.equal(after.run, true);
      assert.notDeepEqual(Object.keys(after.load_info), before);
    }),
  );

  it(
    "are lost to the panel by a start while they run, and hold their port for good",
    withAapanel(async (fixture) => {
      const { server } = project(fixture, RUNNING);
      const old = server.run;
      assert.deepEqual(await act(fixture, "start", RUNNING), said(true, "Started successfully"));
      await until(() => row(fixture, RUNNING), isDead);
      assert.equal(server.lost, old);
      for (const action of ["stop", "restart"])
        assert.deepEqual(await act(fixture, action, RUNNING), said(false, "The project is not running"));
      assert.deepEqual(await act(fixture, "start", RUNNING), said(true, "Started successfully"));
      await until(() => row(fixture, RUNNING), isDead);
      assert.equal(server.lost, old);
    }),
  );

  it(
    "die of a new directory for their log while they run, and are started by it while they do not",
    withAapanel(async (fixture) => {
      const words = said(true, "Project log path modified successfully");
      assert.deepEqual(await move(fixture, RUNNING, "/www/wwwlogs/moved/"), words);
      const dead = await until(() => row(fixture, RUNNING), isDead);
      assert.equal(dead.project_config["logs"], `/www/wwwlogs/moved/${RUNNING}.log`);
      assert.deepEqual(await move(fixture, RUNNING, "/www/wwwlogs/again"), words);
      const up = await until(() => row(fixture, RUNNING), listens);
      assert.equal(up.project_config["logs"], `/www/wwwlogs/again/${RUNNING}.log`);
      assert.ok(fixture.panel.state.files.directories.has("/www/wwwlogs/again"));
    }),
  );

  it(
    "take a file for such a directory, and start no more",
    withAapanel(async (fixture) => {
      const words = said(true, "Project log path modified successfully");
      assert.deepEqual(await move(fixture, STOPPED, "/etc/hostname"), words);
      assert.equal((await row(fixture, STOPPED)).run, false);
    }),
  );

  it(
    "refuse what is missing or wrong, or break off",
    withAapanel(async (fixture) => {
      const unknown = said(false, "The specified project does not exist");
      assert.deepEqual(await act(fixture, "stop", "nope"), unknown);
      assert.deepEqual(await act(fixture, "start", "nope"), unknown);
      assert.equal(await act(fixture, "restart", "nope"), PAGE);
      assert.equal(await ask(fixture, "restart_project", {}), PAGE);
      assert.deepEqual(await move(fixture, "nope", "/tmp/x"), said(false, "Project does not exist"));
      for (const path of ["", "relative/path"])
        assert.deepEqual(await move(fixture, RUNNING, path), said(false, "Invalid path"));
      const invalid = await ask(fixture, "change_log_path", { project_name: RUNNING });
      assert.deepEqual(invalid, said(false, "Invalid path"));
      assert.deepEqual(await move(fixture, RUNNING, "/www/../etc"), said(false, "Unsafe path"));
      assert.equal(await move(fixture, RUNNING, "/proc/x"), PAGE);
      assert.equal((await row(fixture, RUNNING)).run, true);
    }),
  );

  it(
    "show the last 3000 lines of their log, escaped",
    withAapanel(async (fixture) => {
      const { server, logFile } = project(fixture, RUNNING);
      server.log.push(...Array.from({ length: 4_000 }, (_, index) => `line ${index} <&>`));
      const log = (await ask(fixture, "get_project_log", { project_name: RUNNING })) as Readonly<
        Record<string, unknown>
      >;
      assert.deepEqual(Object.keys(log), ["status", "path", "file", "data", "size"]);
      const lines = String(log["data"]).split("\n");
      assert.deepEqual([log["file"], lines.length, lines.at(-1)], [logFile, 3_000, "line 3999 &lt;&amp;&gt;"]);
      server.log.length = 0;
      const empty = (await ask(fixture, "get_project_log", { project_name: RUNNING })) as { data: unknown };
      assert.equal(empty.data, "");
      const unknown = await ask(fixture, "get_project_log", { project_name: "nope" });
      assert.deepEqual(unknown, said(false, "The specified project does not exist!"));
    }),
  );

  it(
    "are nowhere else",
    withAapanel(async (fixture) => {
      for (const path of ["/mod/java/project/project_list/stype", "/v2/mod/java/project/project_list/stype"])
        assert.equal(await answerOf(fixture, path, {}), PAGE);
      assert.equal(await answerOf(fixture, `${PATH}project_list`, {}), PAGE);
      const { status } = (await answerOf(fixture, "/project/java/get_project_log/stype", {})) as { status: unknown };
      assert.equal(status, false);
    }),
  );

  it(
    "have another form where an installation has the other module",
    withAapanel(
      async (fixture) => {
        const mod = "/v2/mod/java/project/";
        const list = (await answerOf(fixture, `${mod}project_list/stype`, { search: RUNNING })) as {
          readonly data: readonly Readonly<Record<string, unknown>>[];
        };
        const [first] = list.data;
        assert.deepEqual([first?.["pid"], first?.["listen"], first?.["starting"]], [3776, [18080], false]);
        assert.ok(first !== undefined && !("run" in first) && !("load_info" in first));
        const form = { project_name: STOPPED };
        const refusal = stamped(await answerOf(fixture, `${mod}stop_project/stype`, form));
        assert.deepEqual(refusal, { status: -1, message: "The project is not running" });
        const started = stamped(await answerOf(fixture, `${mod}start_project/stype`, form));
        assert.deepEqual(started, { status: 0, message: "Started successfully" });
      },
      { absentRoutes: [] },
    ),
  );
});
