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

/** The first task is turned on or off. */
export function togglesTask(msg: string): Play {
  return gives("scheduledTask.toggle", { msg }, { given: ["labTasks"], params: { id: 1 } });
}

/** The panel has no such task. */
export function lacksTask(verb: "log" | "run", words: string): Play {
  return fails(`scheduledTask.${verb}`, rejected(words), { params: { id: 9999 } });
}
