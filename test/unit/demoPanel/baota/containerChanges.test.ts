import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";

const say = (status: boolean, msg: string) => ({ status, msg });

const act = ({ get }: Fixture, action: string, id: string) => get(`/btdocker/container/${action}`, { id });

const remove = ({ post }: Fixture, id: string) => post("/btdocker/container/del_container", { id });

const stateOf = ({ panel }: Fixture, name: string) => {
  const found = panel.state.containers.find((container) => container.name === name);
  assert.ok(found);
  return found;
};

describe("a demo panel's changes of containers", () => {
  const fast = { delays: { container: 0 } };

  it(
    "stop and start one that runs",
    withPanel(async (fixture) => {
      const container = stateOf(fixture, "database");
      const { startedAt } = container;
      assert.deepEqual(await act(fixture, "start", "database"), say(true, "启动成功!"));
      assert.equal(container.startedAt, startedAt);
      assert.deepEqual(await act(fixture, "stop", container.id.slice(0, 12)), say(true, "停止成功!"));
      const { status, pid, finishedAt } = container;
      assert.deepEqual([status, pid], ["exited", 0]);
      assert.deepEqual(await act(fixture, "stop", "database"), say(true, "停止成功!"));
      assert.equal(container.finishedAt, finishedAt);
      assert.deepEqual(await act(fixture, "start", "database"), say(true, "启动成功!"));
      assert.equal(container.status, "running");
      assert.notEqual(container.startedAt, startedAt);
    }, fast),
  );

  it(
    "remove one that was made so when it is stopped",
    withPanel(async (fixture) => {
      const container = stateOf(fixture, "database");
      const { containers } = fixture.panel.state;
      containers.push({ ...container, id: "f".repeat(64), name: "once", autoRemove: true });
      const gone = say(true, "容器已停止并删除，因为容器有停止后自动删除的选项!");
      assert.deepEqual(await act(fixture, "stop", "once"), gone);
      assert.ok(!containers.some(({ name }) => name === "once"));
      assert.deepEqual(await act(fixture, "stop", "once"), gone);
    }, fast),
  );

  it(
    "wake one that is paused, without a new start",
    withPanel(async (fixture) => {
      const container = stateOf(fixture, "cache");
      const { startedAt } = container;
      assert.deepEqual(await act(fixture, "start", "cache"), say(true, "容器取消暂停成功"));
      assert.deepEqual([container.status, container.startedAt], ["running", startedAt]);
    }, fast),
  );

  it(
    "fail for one that ends at once, and for one that never ran",
    withPanel(async (fixture) => {
      assert.deepEqual(await act(fixture, "start", "nightly-backup"), say(false, "启动失败!"));
      assert.equal(stateOf(fixture, "nightly-backup").status, "exited");
      assert.deepEqual(await act(fixture, "stop", "migration"), say(false, "停止失败!"));
      assert.equal(stateOf(fixture, "migration").status, "created");
    }, fast),
  );

  it(
    "remove one, running or not",
    withPanel(async (fixture) => {
      for (const name of ["database", "nightly-backup"]) {
        assert.deepEqual(await remove(fixture, name), say(true, "成功删除!"));
        assert.ok(!fixture.panel.state.containers.some((container) => container.name === name));
      }
      const { status, msg } = (await remove(fixture, "database")) as { readonly status: boolean; readonly msg: string };
      assert.equal(status, false);
      assert.match(msg, /^删除失败!404 Client Error .*\("No such container: database"\)$/);
    }, fast),
  );
});
