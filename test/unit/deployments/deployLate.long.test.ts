import assert from "node:assert/strict";
import { knownEditions, type KnownEdition } from "../../../src/wire/answers/operation.ts";
import { handlers as aapanel } from "../../demoPanel/aapanel/handlers.ts";
import { handlers as baota } from "../../demoPanel/baota/handlers.ts";
import { DeployFixture, sorted } from "./deployFixture.ts";

const handlersOf = { baota, aapanel } as const satisfies Record<KnownEdition, object>;

const NEW = sorted({ ".user.ini": "open_basedir", "foreign.txt": "not ours", "index.html": "new", "added.js": "new" });

for (const edition of knownEditions)
  describe(`a deployment to ${edition} whose server begins late`, () => {
    let used: DeployFixture;
    /** Has the panel start what it was told to start, also where its task is removed by now. */
    let start: (() => unknown) | undefined;
    /** How late it does, by the clock of whoever waits. */
    let lateMs: number;

    beforeEach(async () => {
      used = await DeployFixture.start(edition);
      await used.source({ "index.html": "new", "added.js": "new" });
      start = undefined;
      const { panel, clock, options } = used;
      const handlers = handlersOf[edition];
      let isDue = Infinity;
      options.handlers = {
        "scheduledTask.run": (context) => {
          const tasks = panel.state.scheduledTasks;
          const task = tasks.find(({ id }) => `${id}` === context.fields["id"]);
          // only the exchange: what asks how it has ended is not late
          if (task?.script?.includes("exchange") !== true) return handlers["scheduledTask.run"](context);
          isDue = clock.monotonic() + lateMs;
          start = () => {
            start = undefined;
            const isListed = tasks.includes(task);
            if (!isListed) tasks.push(task);
            const answer = handlers["scheduledTask.run"](context);
            if (!isListed) tasks.splice(tasks.indexOf(task), 1);
            return answer;
          };
          // what it says is that it has been told
          const other = { ...task, id: task.id + 1_000, script: ["sh", "/nothing.sh"] };
          tasks.push(other);
          const answer = handlers["scheduledTask.run"]({
            ...context,
            fields: { ...context.fields, id: `${other.id}` },
          });
          tasks.splice(tasks.indexOf(other), 1);
          return answer;
        },
        "scheduledTask.log": async (context) => {
          if (clock.monotonic() >= isDue && start !== undefined) {
            start();
            await panel.shell.over();
          }
          return handlers["scheduledTask.log"](context);
        },
      };
    });
    afterEach(() => used.stop());

    it("is done once it is, though that comes 90 s later", async () => {
      lateMs = 90_000;
      const before = used.clock.monotonic();
      assert.equal((await used.deploy()).end.state, "wanted");
      assert.ok(used.clock.monotonic() - before >= lateMs);
      assert.deepEqual(used.server, NEW);
      assert.deepEqual([await used.leftovers(), used.tasks()], [[], []]);
    });

    it("changes nothing after it was said that all is as before", async () => {
      lateMs = Infinity;
      const old = used.server;
      const { end } = await used.deploy();
      assert.equal(end.state, "before");
      assert.deepEqual(used.server, old);
      start?.();
      await used.panel.shell.over();
      assert.deepEqual(used.server, old);
      lateMs = 0;
      assert.equal((await used.again()).end.state, "wanted", "the website is not blocked");
    });
  });
