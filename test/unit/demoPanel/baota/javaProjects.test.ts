import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";
import { eventually } from "../../../eventually.ts";

interface Row {
  readonly name: string;
  readonly status: string;
  readonly pid: string | null;
  readonly listen: readonly number[];
  readonly starting: boolean;
  readonly ps: string;
  readonly pid_info: object | null;
  readonly project_config: Readonly<Record<string, unknown>>;
}

async function rows({ get }: Fixture): Promise<readonly Row[]> {
  return ((await get("/mod/java/project/project_list/stype", { limit: "50" })) as { data: readonly Row[] }).data;
}

async function row(fixture: Fixture, name: string): Promise<Row> {
  const found = (await rows(fixture)).find((candidate) => candidate.name === name);
  assert.ok(found);
  return found;
}

const act = ({ post }: Fixture, action: string, project_name: string) =>
  post(`/mod/java/project/${action}_project/stype`, { project_name }) as Promise<{ status: boolean; msg: string }>;

/** Longer than any test. */
const NEVER = 3_600_000;

describe("a demo panel's Java projects", () => {
  const fast = { delays: { javaProcess: 10, javaListen: 10 } };

  const delays = { javaProcess: NEVER, javaListen: NEVER };
  it(
    "keep their processes for a while after a restart, then get new ones, and listen later",
    withPanel(
      async (fixture) => {
        const before = await row(fixture, "order-service");
        assert.deepEqual([before.pid, before.listen, before.starting], ["3776", [18080], false]);
        const { status, msg } = await act(fixture, "restart", "order-service");
        assert.deepEqual([status, msg], [true, "操作已执行"]);
        const during = await row(fixture, "order-service");
        assert.deepEqual([during.pid, during.listen], ["3776", [18080]]);

        delays.javaProcess = 0;
        await act(fixture, "restart", "order-service");
        const renewed = await eventually(
          () => row(fixture, "order-service"),
          ({ pid }) => pid !== before.pid,
        );
        assert.deepEqual([renewed.listen, renewed.starting, renewed.project_config["port"]], [[], true, ""]);

        delays.javaListen = 0;
        await act(fixture, "restart", "order-service");
        const up = await eventually(
          () => row(fixture, "order-service"),
          ({ listen }) => listen.length > 0,
        );
        assert.ok(up.pid !== renewed.pid && up.pid !== before.pid);
        assert.deepEqual([up.listen, up.starting, up.project_config["port"]], [[18080], false, "18080"]);
      },
      { delays },
    ),
  );

  it(
    "stop and start; their status stays 1, and a stopped jar has no port",
    withPanel(async (fixture) => {
      assert.equal((await act(fixture, "stop", "order-service")).msg, "项目停止指令已执行");
      const stopped = await eventually(
        () => row(fixture, "order-service"),
        ({ pid }) => pid === null,
      );
      assert.deepEqual([stopped.status, stopped.listen, stopped.starting, stopped.pid_info], ["1", [], false, null]);
      assert.ok(!("port" in stopped.project_config));
      assert.equal((await act(fixture, "start", "legacy-api")).msg, "操作已执行");
      await eventually(
        () => row(fixture, "legacy-api"),
        ({ listen }) => listen[0] === 18079,
      );
    }, fast),
  );

  it(
    "ignore a start while they run, with the usual answer",
    withPanel(
      async (fixture) => {
        const before = await row(fixture, "order-service");
        assert.equal((await act(fixture, "start", "order-service")).status, true);
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal((await row(fixture, "order-service")).pid, before.pid);
      },
      { delays: { javaProcess: 0 } },
    ),
  );

  it(
    "stay starting if they open no port",
    withPanel(async (fixture) => {
      const before = await row(fixture, "mail-worker");
      assert.deepEqual([before.pid, before.starting], ["2477,2479", true]);
      await act(fixture, "restart", "mail-worker");
      const after = await eventually(
        () => row(fixture, "mail-worker"),
        ({ pid }) => pid !== before.pid,
      );
      assert.deepEqual([after.pid?.split(",").length, after.starting], [2, true]);
    }, fast),
  );

  it(
    "of type neizhi share a Tomcat, and restart together",
    withPanel(async (fixture) => {
      const before = await row(fixture, "reports");
      assert.equal((await row(fixture, "billing")).pid, before.pid);
      assert.equal((await act(fixture, "restart", "billing")).msg, "项目重启已执行");
      const after = await eventually(
        () => row(fixture, "reports"),
        ({ pid }) => pid !== before.pid,
      );
      assert.equal((await row(fixture, "billing")).pid, after.pid);
    }, fast),
  );

  it(
    "obey the last of several commands",
    withPanel(async (fixture) => {
      await act(fixture, "restart", "order-service");
      await act(fixture, "stop", "order-service");
      await eventually(
        () => row(fixture, "order-service"),
        ({ pid }) => pid === null,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal((await row(fixture, "order-service")).pid, null);
    }, fast),
  );
});
