import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";
import { eventually } from "../../../eventually.ts";

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
    "restart by id, short id and name, with a new StartedAt even if the clock stands still",
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
        await eventually(
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
});
