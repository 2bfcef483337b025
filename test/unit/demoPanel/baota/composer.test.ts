import assert from "node:assert/strict";
import { until, withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";

const version = ({ post }: Fixture) => post("/files", { action: "get_composer_version" });
const update = ({ post }: Fixture) => post("/files", { action: "update_composer" });

const LATEST = { status: true, msg: "当前已经是最新版本，无需升级!" };

describe("a demo panel's composer", () => {
  const fast = { delays: { composer: 0 } };

  it(
    "is updated once, and then is the latest",
    withPanel(async (fixture) => {
      assert.deepEqual(await version(fixture), { status: true, msg: "2.7.0" });
      assert.deepEqual(await update(fixture), { status: true, msg: "升级composer从2.7.0到2.8.1" });
      assert.deepEqual(await version(fixture), { status: true, msg: "2.8.1" });
      assert.deepEqual(await update(fixture), LATEST);
    }, fast),
  );

  it(
    "blocks while it is downloaded",
    withPanel(
      async (fixture) => {
        const cutOff = assert.rejects(update(fixture));
        await until(
          () => fixture.panel.counters.calls["composer.update"],
          (calls) => calls === 1,
        );
        assert.deepEqual(await version(fixture), { status: true, msg: "2.7.0" });
        await fixture.panel.close();
        await cutOff;
      },
      { delays: { composer: 3_600_000 } },
    ),
  );
});
