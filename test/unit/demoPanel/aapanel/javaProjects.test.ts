import assert from "node:assert/strict";
import type { DemoJavaProject } from "../../../../src/demoPanel/state.ts";
import { type Fixture } from "../../../demoPanel/withPanel.ts";
import { answerOf, reply, withAapanel } from "./aapanel.ts";
import { eventually } from "../../../eventually.ts";

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
    "run for a while after a stop, which answers at once",
    withAapanel(
      async (fixture) => {
        assert.deepEqual(await act(fixture, "stop", RUNNING), reply(true, "Stopped successfully"));
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
      const dead = await eventually(() => row(fixture, RUNNING), isDead);
      assert.deepEqual([dead.load_info, dead.listen], [{}, []]);
      assert.deepEqual(await act(fixture, "stop", RUNNING), reply(false, "The project is not running"));
      assert.deepEqual(await act(fixture, "start", RUNNING), reply(true, "Started successfully"));
      const up = await eventually(() => row(fixture, RUNNING), listens);
      assert.notDeepEqual(Object.keys(up.load_info), Object.keys(before.load_info));
      assert.equal(up.run, true);
    }),
  );

  it(
    "die of a restart, which reports success",
    withAapanel(async (fixture) => {
      assert.deepEqual(await act(fixture, "restart", RUNNING), reply(true, "Restarted successfully"));
      const dead = await eventually(() => row(fixture, RUNNING), isDead);
      assert.deepEqual([dead.load_info, dead.listen, dead.listen_ok], [{}, [], true]);
      const { data } = (await ask(fixture, "get_project_log", { project_name: RUNNING })) as { data: string };
      assert.match(data, /BindException: Address already in use/);
      assert.deepEqual(await act(fixture, "restart", RUNNING), reply(false, "The project is not running"));
      await act(fixture, "start", RUNNING);
      await eventually(() => row(fixture, RUNNING), listens);
    }),
  );

  it(
    "survive a restart without a port",
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
    "are lost to the panel by a start while they run, and keep their port",
    withAapanel(async (fixture) => {
      const { server } = project(fixture, RUNNING);
      const old = server.run;
      assert.deepEqual(await act(fixture, "start", RUNNING), reply(true, "Started successfully"));
      await eventually(() => row(fixture, RUNNING), isDead);
      assert.equal(server.lost, old);
      for (const action of ["stop", "restart"])
        assert.deepEqual(await act(fixture, action, RUNNING), reply(false, "The project is not running"));
      assert.deepEqual(await act(fixture, "start", RUNNING), reply(true, "Started successfully"));
      await eventually(() => row(fixture, RUNNING), isDead);
      assert.equal(server.lost, old);
    }),
  );

  it(
    "die of a new log directory while they run, and otherwise start with it",
    withAapanel(async (fixture) => {
      const words = reply(true, "Project log path modified successfully");
      assert.deepEqual(await move(fixture, RUNNING, "/www/wwwlogs/moved/"), words);
      const dead = await eventually(() => row(fixture, RUNNING), isDead);
      assert.equal(dead.project_config["logs"], `/www/wwwlogs/moved/${RUNNING}.log`);
      assert.deepEqual(await move(fixture, RUNNING, "/www/wwwlogs/again"), words);
      const up = await eventually(() => row(fixture, RUNNING), listens);
      assert.equal(up.project_config["logs"], `/www/wwwlogs/again/${RUNNING}.log`);
      assert.ok(fixture.panel.state.files.has("/www/wwwlogs/again"));
    }),
  );

  it(
    "accept a file as the directory, and do not start",
    withAapanel(async (fixture) => {
      const words = reply(true, "Project log path modified successfully");
      assert.deepEqual(await move(fixture, STOPPED, "/etc/hostname"), words);
      assert.equal((await row(fixture, STOPPED)).run, false);
    }),
  );
});
