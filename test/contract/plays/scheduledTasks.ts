import { fails, gives, listOf, type Play, rejected } from "../play.ts";

const DAILY = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };

/** When a task runs that runs each minute. */
export const MINUTELY = { ...DAILY, type: "minute-n", every: "1", minute: 1 };

/** A scheduled task as it is read; in the lab each is on. */
export function task(id: number, name: string, schedule: string, file: string, rhythm = DAILY): object {
  return { id, name, on: true, schedule, rhythm, file, loggedOnServer: "" };
}

/** A list of tasks. */
export function listsTasks(...rows: readonly object[]): Play {
  return gives("scheduledTask.list", listOf(rows), {
    given: ["labTasks"],
    params: {},
    otherFields: ["limit"],
    demo: { fields: "only what is read of a task", differs: "the demo has other tasks" },
  });
}

/** A task that begins. */
export function runsTask(id: number, msg: string): Play {
  return gives("scheduledTask.run", { msg }, { given: ["labTasks"], params: { id } });
}

/** A task is turned on or off, the first one unless said. */
export function togglesTask(msg: string, id = 1): Play {
  return gives("scheduledTask.toggle", { msg }, { given: ["labTasks"], params: { id } });
}

/** What stands round the time at the end of a run. */
export const LINE = "-".repeat(76);

/** The log of a command that has ended with 3. */
export function readsCommand(id: number, text: string): Play {
  const demo = { words: "other lines", differs: "other lines" };
  return gives("scheduledTask.log", { text }, { given: ["labTasks"], params: { id }, demo });
}

/** A command is added as a task; what it is to run was recorded otherwise. */
export function addsCommand(id: number, name: string): Play {
  return gives(
    "scheduledTask.add",
    { id },
    {
      given: ["labTasks"],
      params: { name, script: "sh a", day: 15 },
      otherFields: ["sBody"],
      demo: { differs: "another number of tasks" },
    },
  );
}

const COPY = "a copy of the panel that called its answers JSON";

/** As `addsCommand`, by a copy of the panel. */
export function copyAddsCommand(id: number, name: string): Play {
  const params = { name, script: "sh a", day: 15 };
  return gives("scheduledTask.add", { id }, { params, otherFields: ["sBody"], demo: { cannot: COPY } });
}

/** As `readsCommand`, by a copy of the panel. */
export function copyReadsCommand(id: number, text: string): Play {
  return gives("scheduledTask.log", { text }, { params: { id }, demo: { cannot: COPY } });
}

/** A task of another kind than ours is added. */
export function addsOther(id: number): Play {
  return gives("scheduledTask.add", { id }, { demo: { differs: "another number of tasks" } });
}

/** A task is not added. */
export function refusesTask(words: string): Play {
  return fails("scheduledTask.add", rejected(words));
}

/** A task is deleted. */
export function removesTask(id: number, msg: string): Play {
  return gives("scheduledTask.remove", { msg }, { given: ["labTasks"], params: { id } });
}

/** The panel has no such task. */
export function lacksTask(verb: "log" | "run" | "remove", words: string, id = 9999): Play {
  return fails(`scheduledTask.${verb}`, rejected(words), { params: { id } });
}
