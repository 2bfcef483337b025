import assert from "node:assert/strict";
import { failing } from "../../fakes/fakeCall.ts";
import { old, restarted, showing } from "./javaPanel.ts";
import { javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const rowsOf = async (fixture: RunnerFixture, changes: Parameters<RunnerFixture["run"]>[0] = {}) => {
  await fixture.run(changes);
  return fixture.finished[0]?.rows;
};

describe("the rows after an action", () => {
  const row = javaRow({ name: "demo", ...old });

  it("are those of the last look", async () => {
    const rows = await rowsOf(new RunnerFixture(showing([old, old, restarted])), { row });
    assert.deepEqual(
      rows?.map((seen) => (seen as { readonly pids: unknown }).pids),
      [restarted.pids],
    );
  });

  it("are empty if the target is gone", async () => {
    const fixture = new RunnerFixture({ "site.delete": () => ({ msg: undefined }) });
    let isThere = true;
    fixture.calls.handlers = {
      "site.list": () => ({
        ...listOf(isThere ? [siteRow({ id: 1, name: "a", type: "PHP" })] : []),
        total: isThere ? 1 : 0,
      }),
      "site.delete": () => {
        isThere = false;
        return { msg: undefined };
      },
    };
    const target = { key: "1", label: "a" };
    assert.deepEqual(
      await rowsOf(fixture, { kind: "site", verb: "remove", target, row: siteRow({ id: 1, name: "a" }) }),
      [],
    );
  });

  it("are unknown without a look since the change", async () => {
    const fixture = new RunnerFixture(showing([old]));
    fixture.calls.handlers = {
      ...fixture.calls.handlers,
      "java.restart": () => {
        fixture.calls.handlers = { "java.list": failing({ kind: "page", status: 500 }) };
        return { msg: undefined };
      },
    };
    assert.equal(await rowsOf(fixture), undefined);
    const stopped = new RunnerFixture(showing([old]));
    stopped.onPhase = (phase) => {
      if (phase === "verifying") stopped.cancelling.abort();
    };
    assert.equal(await rowsOf(stopped), undefined);
  });

  it("are unknown if others were affected", async () => {
    const tomcat = (name: string, pids: readonly number[]) => javaRow({ name, type: "neizhi", pids });
    const fixture = new RunnerFixture(
      showing([
        { ...old, type: "neizhi" },
        { ...restarted, type: "neizhi" },
      ]),
    );
    const demo = tomcat("demo", [1]);
    assert.equal(await rowsOf(fixture, { row: demo, rows: [demo, tomcat("other", [1])] }), undefined);
    assert.notEqual(fixture.finished[0], undefined);
  });

  it("are unknown for a typed name, where others may share its server", async () => {
    const typed = new RunnerFixture(showing([old, restarted]));
    assert.equal(await rowsOf(typed, { row: undefined, state: "manual" }), undefined);
    assert.notEqual(typed.finished[0], undefined);
  });
});
