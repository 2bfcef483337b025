import { defectsIn } from "./defectsIn.ts";

/** Defects of commands and jobs on a server, which would run twice, never end, or be told as what they are not. */
export const jobMutants = defectsIn([
  [
    "src/onServer/serverCommand.ts",
    [
      "a change that may have happened is made again",
      `mayHaveHappened(failure) || !isTransient(failure)`,
      `!isTransient(failure)`,
    ],
    [
      "a task that was turned off is turned on",
      `if (rows.find((row) => row.id === id)?.on !== false) await`,
      `if (rows.length > 0) await`,
    ],
    ["a task runs by itself tomorrow", `getUTCDate() + 13) % 28`, `getUTCDate()) % 28`],
    [
      "a task that stays in the panel's list is forgotten",
      `if (!(await removeTask(id, callFor(neverAborted), clock))) leftTasks.add(command.name);`,
      `await removeTask(id, callFor(neverAborted), clock);`,
    ],
  ],
  ["src/onServer/jobFiles.ts", ["a word that is still being written is read", `      .slice(0, -1)\n`, ``]],
  [
    "src/onServer/runJob.ts",
    ["a job that may run loses its directory", `if (end.kind === "unknown") return end;`, ``],
    [
      "a cancel of which no end was seen counts",
      `if (run.followed.isCanceled && (end !== undefined || word?.kind === "gone")) return CANCELED;`,
      `if (run.followed.isCanceled) return CANCELED;`,
    ],
  ],
  [
    "src/onServer/followedJob.ts",
    [
      "a job that goes to its end counts as canceled",
      `return this.#job.signal.aborted && !this.#staysOn;`,
      `return this.#job.signal.aborted;`,
    ],
  ],
  [
    "src/onServer/job.sh",
    ["two jobs of a kind run at once", `flock -n 9 || refuse busy`, `flock -n 9`],
    [
      "a task that stands for days begins its job again",
      `flock -n 8 && [ -n "$(find "$dir" -name files.tar -mtime -1)" ] || exit 1`,
      `flock -n 8 || exit 1`,
    ],
    ["a job that runs for long loses its directory", `flock -n "$left/lock" rm -rf "$left"`, `rm -rf "$left"`],
    ["what was cut off has ended well", `  [ "$size" -le "$most" ] || how=tooMuch\n`, ``],
  ],
]);
