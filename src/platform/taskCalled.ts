/** What is asked of a task; `source` is who provides it, such as npm. */
interface CalledTask {
  readonly name: string;
  readonly source: string;
}

/** The task of a name: its own, or as VS Code shows it, with its source: "npm: build". */
export function taskCalled<T extends CalledTask>(tasks: readonly T[], name: string): T | undefined {
  return tasks.find((task) => task.name === name) ?? tasks.find((task) => `${task.source}: ${task.name}` === name);
}
