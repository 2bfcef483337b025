import assert from "node:assert/strict";
import { runOnServer, type ServerCommand } from "../../../src/onServer/serverCommand.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

const LOST: PanelFailure = { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } };
const SILENT: PanelFailure = { kind: "network", code: "ECONNREFUSED" };

const command: ServerCommand<string> = {
  name: "Server Panel 1",
  line: "sh /www/backup/server-panel/shop/1/exchange.sh check 1 1",
  read: (log) => /^end (.*)$/m.exec(log)?.[1],
  longestMs: 60_000,
};

interface DemoTask {
  readonly id: number;
  readonly name: string;
  on: boolean;
}

/** A panel with scheduled tasks, whose calls fail as told, before or after they have done what they do. */
class TaskPanel {
  readonly tasks: DemoTask[] = [{ id: 1, name: "backup", on: true }];
  starts = 0;
  readonly leftTasks = new Set<string>();
  /** The log at each look; the last one stays. */
  logs: string[] = ["", "begin\n", "begin\nend well\n"];
  readonly clock = new LeapingClock();
  readonly calls = new FakeCalls({
    "scheduledTask.list": () =>
      this.#answer("scheduledTask.list", () => ({
        rows: this.tasks.map(({ id, name, on }) => ({ id, name, on })) as never,
        unreadable: [],
        total: this.tasks.length,
      })),
    "scheduledTask.add": ({ name }) => this.#answer("scheduledTask.add", () => this.#add(name)),
    "scheduledTask.toggle": ({ id }) =>
      this.#answer("scheduledTask.toggle", () => {
        const task = this.tasks.find((each) => each.id === id);
        if (task !== undefined) task.on = !task.on;
        return { msg: "" };
      }),
    "scheduledTask.run": () =>
      this.#answer("scheduledTask.run", () => {
        this.starts += 1;
        return { msg: "" };
      }),
    "scheduledTask.log": () =>
      this.#answer("scheduledTask.log", () => {
        if (this.starts === 0) throw new PanelError({ kind: "rejected", message: "no log" });
        return { text: (this.logs.length > 1 ? this.logs.shift() : this.logs[0]) ?? "" };
      }),
    "scheduledTask.remove": ({ id }) =>
      this.#answer("scheduledTask.remove", () => {
        const at = this.tasks.findIndex((task) => task.id === id);
        if (at < 0) throw new PanelError({ kind: "rejected", message: "no such task" });
        this.tasks.splice(at, 1);
        return { msg: "" };
      }),
  });
  /** The next failures of an operation, and whether it has happened all the same. */
  readonly faults = new Map<OperationId, { readonly failure: PanelFailure; readonly happens: boolean }[]>();

  #add(name: string): { id: number } {
    this.tasks.push({ id: 7, name, on: true });
    return { id: 7 };
  }

  #answer<Result>(id: OperationId, act: () => Result): Result {
    const fault = this.faults.get(id)?.shift();
    if (fault === undefined) return act();
    if (fault.happens) act();
    throw new PanelError(fault.failure);
  }

  async run(signal = new AbortController().signal) {
    return runOnServer(command, { callFor: this.calls.callFor, clock: this.clock, signal, leftTasks: this.leftTasks });
  }
}

const toBe = (kind: string) => (error: unknown) => error instanceof PanelError && error.failure.kind === kind;

describe("a command on the server", () => {
  let panel: TaskPanel;
  beforeEach(() => (panel = new TaskPanel()));

  const leavesNothing = () => {
    assert.deepEqual(panel.tasks, [{ id: 1, name: "backup", on: true }]);
    assert.deepEqual([...panel.leftTasks], []);
  };

  it("is added, turned off, started once, read until it ends, and removed", async () => {
    assert.equal(await panel.run(), "well");
    assert.deepEqual(
      panel.calls.made.map(([id]) => id.replace("scheduledTask.", "")),
      ["add", "toggle", "run", "log", "log", "log", "remove"],
    );
    leavesNothing();
  });

  it("would run by itself only half a month from now, whatever day it is", async () => {
    for (let day = 1; day <= 31; day++) {
      panel = new TaskPanel();
      panel.clock.time = Date.UTC(2026, 11, day, 12);
      await panel.run();
      const [, params] = panel.calls.made.find(([id]) => id === "scheduledTask.add") ?? [];
      const planned = (params as { day: number }).day;
      assert.ok(planned >= 1 && planned <= 28);
      const next = [11, 12].map((month) => Date.UTC(2026, month, planned)).find((at) => at > panel.clock.time) ?? 0;
      const days = (next - panel.clock.time) / 86_400_000;
      assert.ok(days > 9 && days < 22, `${day}: ${days}`);
    }
  });

  for (const id of ["add", "toggle", "run", "log", "remove"] as const)
    for (const happens of [true, false])
      it(`is started at most once and leaves no task, where ${id} ${happens ? "happens" : "does not happen"} without an answer`, async () => {
        panel.faults.set(`scheduledTask.${id}`, [{ failure: LOST, happens }]);
        const end = await panel.run().catch((error: unknown) => error);
        const hasBegun = id !== "add" || happens;
        if (hasBegun) assert.deepEqual(end, id === "run" && !happens ? undefined : "well");
        else assert.ok(toBe("uncertain")(end));
        assert.equal(panel.starts, hasBegun && (id !== "run" || happens) ? 1 : 0);
        // a second time would turn the task on
        if (hasBegun) assert.equal(panel.calls.count("scheduledTask.toggle"), id === "toggle" && !happens ? 2 : 1);
        leavesNothing();
      });

  it("goes on while the panel restarts", async () => {
    panel.faults.set(
      "scheduledTask.log",
      Array.from({ length: 6 }, () => ({ failure: SILENT, happens: false })),
    );
    assert.equal(await panel.run(), "well");
  });

  it("has not begun where the panel refuses its task or its start, and leaves nothing", async () => {
    for (const id of ["add", "toggle", "run"] as const) {
      panel.faults.set(`scheduledTask.${id}`, [{ failure: { kind: "rejected", message: "no" }, happens: false }]);
      await assert.rejects(panel.run(), toBe("rejected"));
      assert.equal(panel.starts, 0);
      leavesNothing();
    }
  });

  it("is unknown, not failed, where its end is never seen", async () => {
    panel.logs = ["begin\n"];
    assert.equal(await panel.run(), undefined);
    leavesNothing();
  });

  it("leaves no task after a cancel", async () => {
    const abort = new AbortController();
    panel.logs = ["begin\n"];
    panel.clock.onSlept = () => abort.abort();
    assert.equal(await panel.run(abort.signal), undefined);
    leavesNothing();
  });

  describe("names its task", () => {
    const fails = (id: OperationId, failure: PanelFailure) => {
      panel.faults.set(
        id,
        Array.from({ length: 9 }, () => ({ failure, happens: false })),
      );
    };
    const isNamed = () => assert.deepEqual([...panel.leftTasks], [command.name]);

    it("where it could not be removed", async () => {
      fails("scheduledTask.remove", SILENT);
      assert.equal(await panel.run(), "well");
      isNamed();
    });

    for (const id of ["scheduledTask.toggle", "scheduledTask.run"] as const)
      it(`where it has not begun because ${id} failed, and cannot be removed either`, async () => {
        fails(id, { kind: "rejected", message: "no" });
        fails("scheduledTask.remove", { kind: "rejected", message: "no" });
        await assert.rejects(panel.run(), toBe("rejected"));
        isNamed();
      });

    it("where nobody can say whether it was added", async () => {
      fails("scheduledTask.add", LOST);
      fails("scheduledTask.list", SILENT);
      await assert.rejects(panel.run());
      isNamed();
    });

    it("unless somebody else has removed it", async () => {
      panel.clock.onSlept = () => panel.tasks.splice(1);
      assert.equal(await panel.run(), "well");
      leavesNothing();
    });
  });
});
