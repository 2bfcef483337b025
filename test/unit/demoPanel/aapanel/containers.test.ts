import assert from "node:assert/strict";
import type { DemoContainer } from "../../../../src/demoPanel/records/demoRecords.ts";
import type { Fixture } from "../withPanel.ts";
import { answerOf, done, failed, PAGE, stamped, withAapanel } from "./aapanel.ts";

const PATH = "/v2/btdocker/container/";

const act = (fixture: Fixture, action: string, id?: string, more: Readonly<Record<string, string>> = {}) =>
  answerOf(fixture, PATH + action, { ...(id !== undefined && { id }), ...more });

function container({ panel }: Fixture, name: string): DemoContainer {
  const found = panel.state.containers.find((candidate) => candidate.name === name);
  assert.ok(found);
  return found;
}

async function log(fixture: Fixture, form: Readonly<Record<string, string>>) {
  const { status, message } = stamped(await answerOf(fixture, `${PATH}get_logs`, form));
  assert.equal(status, 0);
  return message as Readonly<Record<string, unknown>>;
}

const noSuch = (id: string) =>
  `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;

describe("an aaPanel's containers", () => {
  it(
    "are listed, by GET too, and grouped",
    withAapanel(async (fixture) => {
      const { status, message } = stamped(await act(fixture, "get_list"));
      assert.equal(status, 0);
      const list = message as {
        readonly container_list: readonly Readonly<Record<string, unknown>>[];
        readonly grouped_by_status: Readonly<Record<string, readonly object[]>>;
      };
      assert.deepEqual(Object.keys(list), ["online_cpus", "mem_total", "container_list", "gpu", "grouped_by_status"]);
      const names = "id name status image created_time ip ipv6 ports is_top".split(" ");
      assert.deepEqual(Object.keys(list.container_list[0] ?? {}), names);
      assert.deepEqual(Object.keys(list.grouped_by_status), ["running", "paused", "exited", "created"]);
      assert.deepEqual(stamped(await fixture.get(`${PATH}get_list`)).message, message);
    }),
  );

  it(
    "are inspected",
    withAapanel(async (fixture) => {
      const { status, message } = stamped(await act(fixture, "get_container_info", "database"));
      const info = message as { readonly Name: string; readonly State: { readonly StartedAt: string } };
      assert.deepEqual([status, info.Name], [0, "/database"]);
      assert.equal(info.State.StartedAt, container(fixture, "database").startedAt);
      const unknown = stamped(await act(fixture, "get_container_info", "nope"));
      assert.deepEqual(unknown, failed("The container doesn't exist!"));
    }),
  );

  it(
    "say what was done, also where nothing was to be done",
    withAapanel(async (fixture) => {
      const database = container(fixture, "database");
      const { startedAt } = database;
      const steps = [
        ["start", "starting success!", "running"],
        ["stop", "Stop succeeding!", "exited"],
        ["stop", "Stop succeeding!", "exited"],
        ["start", "starting success!", "running"],
        ["pause", "Container pause successfully!", "paused"],
        ["unpause", "The container unpaused successfully", "running"],
        ["pause", "Container pause successfully!", "paused"],
        ["restart", "Container restarts successfully!", "running"],
      ] as const;
      for (const [action, words, state] of steps) {
        assert.deepEqual(stamped(await act(fixture, action, "database")), done(words), action);
        assert.equal(database.status, state, action);
      }
      assert.notEqual(database.startedAt, startedAt);
      assert.deepEqual(stamped(await act(fixture, "del_container", "database")), done("Successfully deleted!"));
      assert.ok(!fixture.panel.state.containers.includes(database));
    }),
  );

  it(
    "fail to boot where they end at once",
    withAapanel(async (fixture) => {
      for (const action of ["restart", "start"])
        assert.deepEqual(stamped(await act(fixture, action, "nightly-backup")), failed("boot failed!"));
      assert.equal(container(fixture, "nightly-backup").status, "exited");
    }),
  );

  it(
    "are not paused where they are or do not run, nor woken where they are not paused",
    withAapanel(async (fixture) => {
      const already = stamped(await act(fixture, "pause", "cache"));
      assert.deepEqual(already, failed("The container has been suspended!"));
      const ended = stamped(await act(fixture, "pause", "nightly-backup"));
      assert.deepEqual(ended, failed("The container is not started and cannot be paused!"));
      const { status, message } = stamped(await act(fixture, "unpause", "database"));
      assert.equal(status, -1);
      assert.match((message as { result: string }).result, /^The container is not paused or has been deleted\./);
    }),
  );

  it(
    "answer in five ways for one that is not there",
    withAapanel(async (fixture) => {
      for (const action of ["restart", "pause", "unpause"])
        assert.equal(await act(fixture, action, "nope"), noSuch("nope"));
      assert.equal(await act(fixture, "start", "nope"), null);
      assert.deepEqual(stamped(await act(fixture, "stop", "nope")), done("Container stopped and deleted"));
      const removed = stamped(await act(fixture, "del_container", "nope"));
      assert.deepEqual(removed, failed(`Delete failed! ${noSuch("nope")}`));
      const set = stamped(await act(fixture, "set_container_status", "nope", { status: "stop" }));
      assert.deepEqual(set, failed("The container has been deleted!"));
      for (const action of ["restart", "start", "stop", "pause", "unpause", "del_container"])
        assert.equal(await act(fixture, action), PAGE, action);
      assert.equal(await act(fixture, "nope"), PAGE);
    }),
  );

  it(
    "are set by one endpoint too",
    withAapanel(async (fixture) => {
      const { status, message } = stamped(await act(fixture, "set_container_status", "database", { status: "stop" }));
      assert.deepEqual([status, message], [0, { name: "database", result: "Successfully set!" }]);
      assert.equal(container(fixture, "database").status, "exited");
    }),
  );

  it(
    "tell their whole log whatever the tail, and less of it in a span of time or for a text",
    withAapanel(
      async (fixture) => {
        const { log: lines, id } = container(fixture, "web-proxy");
        const whole = await log(fixture, { id: "web-proxy", tail: "3" });
        assert.deepEqual(Object.keys(whole), ["logs", "id", "name", "logs_path", "size"]);
        assert.deepEqual([whole["logs"], whole["id"]], [lines.join("\n"), "web-proxy"]);
        assert.match(String(whole["logs_path"]), new RegExp(`${id}-json\\.log$`));
        const always = await log(fixture, { id, tail: "3", time_search: "[0, 4102444800]" });
        assert.deepEqual([always["logs"], always["id"]], [lines.join("\n"), id]);
        const now = Math.floor(NOW / 1000);
        const last = await log(fixture, { id, time_search: `[${now - 1}, ${now}]` });
        assert.equal(last["logs"], lines.slice(-2).join("\n"));
        const { logs } = await log(fixture, { id, search: "favicon.ico" });
        const found = lines.filter((line) => line.includes("favicon.ico"));
        assert.ok(found.length > 0 && found.length < lines.length);
        assert.equal(logs, found.join("\n"));
        assert.equal((await log(fixture, { id: "migration" }))["logs"], "");
        const unknown = stamped(await act(fixture, "get_logs", "nope", { tail: "5" }));
        assert.deepEqual(unknown, failed("The container doesn't exist!"));
      },
      { now: () => NOW },
    ),
  );

  it(
    "show the end of a large log",
    withAapanel(async (fixture) => {
      const { id, log: lines } = container(fixture, "web-proxy");
      lines.push(...Array.from({ length: 20_000 }, (_, index) => `line ${index}`));
      const count = async (form: Readonly<Record<string, string>>) =>
        String((await log(fixture, { id, ...form }))["logs"]).split("\n").length;
      assert.equal(await count({ tail: "2" }), 2);
      assert.equal(await count({}), 1_000);
      assert.equal(await count({ time_search: "[0, 4102444800]" }), 10_000);
    }),
  );

  it(
    "are neither inspected nor told the log of where Docker does not run",
    withAapanel(async (fixture) => {
      fixture.panel.state.dockerIsDown = true;
      const info = stamped(await act(fixture, "get_container_info", "cache"));
      const said = "Failed to get container information!list indices must be integers or slices, not str";
      assert.deepEqual(info, failed(said));
      assert.deepEqual(await log(fixture, { id: "cache" }), { logs: "" });
    }),
  );

  it(
    "are not on the plain route",
    withAapanel(async (fixture) => {
      for (const path of ["/btdocker/container/get_list", "/xdocker/container/restart"]) {
        const { status } = (await fixture.get(path)) as { readonly status: unknown };
        assert.equal(status, false, path);
      }
      assert.equal(await answerOf(fixture, "/v2/xdocker/container/restart", { id: "cache" }), PAGE);
    }),
  );
});

const NOW = 1_795_300_000_000;
