import assert from "node:assert/strict";
import { until, withPanel, type Fixture } from "../withPanel.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly ports: object;
}

const list = async ({ get }: Fixture) =>
  (await get("/btdocker/container/get_list")) as {
    readonly container_list: readonly Row[];
    readonly grouped_by_status: Readonly<Record<string, readonly Row[]>>;
  };

const restart = ({ get }: Fixture, id: string) => get("/btdocker/container/restart", { id });

async function stateOf({ get }: Fixture, id: string) {
  const info = (await get("/btdocker/container/get_container_info", { id })) as {
    readonly State: { readonly Status: string; readonly StartedAt: string };
  };
  return info.State;
}

describe("a demo panel's containers", () => {
  const fast = { delays: { container: 0 } };

  it(
    "come in rows as recorded",
    withPanel(async (fixture) => {
      const answer = await list(fixture);
      const keys = ["online_cpus", "mem_total", "container_list", "gpu", "grouped_by_status"];
      assert.deepEqual(Object.keys(answer), keys);
      assert.deepEqual(
        answer.container_list.map(({ name, status }) => `${name} ${status}`),
        ["web-proxy running", "database running", "cache paused", "nightly-backup exited", "migration created"],
      );
      const first = answer.container_list[0];
      assert.ok(first);
      const rowKeys = ["id", "name", "status", "image", "created_time", "ip", "ipv6", "ports", "is_top"];
      assert.deepEqual(Object.keys(first), rowKeys);
      assert.match(first.id, /^[0-9a-f]{64}$/);
      assert.deepEqual(first.ports, { "80/tcp": [{ HostIp: "0.0.0.0", HostPort: "8080" }], "443/tcp": null });
      assert.deepEqual(
        answer.grouped_by_status["exited"]?.map(({ name }) => name),
        ["nightly-backup"],
      );
    }),
  );

  it(
    "restart by id, short id and name, and then StartedAt has moved, even where the clock stands still",
    withPanel(
      async (fixture) => {
        const id = (await list(fixture)).container_list[0]?.id ?? "";
        let { StartedAt: last } = await stateOf(fixture, id);
        assert.match(last, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
        for (const name of [id, id.slice(0, 12), "web-proxy"]) {
          assert.deepEqual(await restart(fixture, name), { status: true, msg: "容器重启成功!" });
          const { StartedAt } = await stateOf(fixture, name);
          assert.notEqual(StartedAt, last);
          last = StartedAt;
        }
      },
      { ...fast, now: () => 1_800_000_000_000 },
    ),
  );

  const delays = { container: 3_600_000 };
  it(
    "block a restart, without holding up other calls",
    withPanel(
      async (fixture) => {
        const before = await stateOf(fixture, "cache");
        const cutOff = assert.rejects(restart(fixture, "cache"));
        const { counters } = fixture.panel;
        await until(
          () => counters.calls["container.restart"],
          (calls) => calls === 1,
        );
        assert.deepEqual(await stateOf(fixture, "cache"), before);
        delays.container = 0;
        assert.deepEqual(await restart(fixture, "cache"), { status: true, msg: "容器重启成功!" });
        assert.equal((await stateOf(fixture, "cache")).Status, "running");
        await fixture.panel.close();
        await cutOff;
      },
      { delays },
    ),
  );

  it(
    "that end at once fail to start",
    withPanel(async (fixture) => {
      const before = await stateOf(fixture, "nightly-backup");
      assert.deepEqual(await restart(fixture, "nightly-backup"), { status: false, msg: "启动失败!" });
      const after = await stateOf(fixture, "nightly-backup");
      assert.equal(after.Status, "exited");
      assert.notEqual(after.StartedAt, before.StartedAt);
    }, fast),
  );

  it(
    "that are unknown are answered with a bare string by one call and an object by the other",
    withPanel(async (fixture) => {
      assert.match(String(await restart(fixture, "nosuch")), /^404 Client Error .*No such container: nosuch"\)$/);
      const info = await fixture.get("/btdocker/container/get_container_info", { id: "nosuch" });
      assert.deepEqual(info, { status: false, msg: "容器不存在！" });
    }),
  );
});
