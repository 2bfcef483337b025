import type { JavaProject } from "../../../src/wire/operations/java.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Handlers } from "../../fakes/fakeCall.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";

/** The answer of panels that have sent a command. */
export const issued = () => ({ msg: "操作已执行" });

/** States of a project that was restarted. */
export const old = { pids: [1], listening: [8080] };
export const restarted = { pids: [2], listening: [8080] };

/** The evidence of a process. */
export const PID = (value: string) => ({ name: "pid", value }) as const;

/**
 * A panel with the project `demo`, which passes through these states and keeps the last; `undefined`: not listed. `send`
 * answers every change.
 */
export function showing(
  states: readonly (Partial<JavaProject> | PanelFailure | undefined)[],
  send: () => unknown = issued,
): Handlers {
  let shown = 0;
  return {
    "java.list": () => {
      const state = states[Math.min(shown++, states.length - 1)];
      if (state !== undefined && "kind" in state) throw new PanelError(state);
      return listOf(state === undefined ? [] : [javaRow({ name: "demo", ...state })]);
    },
    "java.restart": send,
    "java.start": send,
    "java.stop": send,
  } as Handlers;
}

/** A panel with projects on which every change happens at once; each restart creates the next process. */
export function obedient(...names: readonly string[]): Handlers {
  let last = 1;
  const pids = new Map<string, readonly number[]>(names.map((name) => [name, [1]]));
  const become = (next: () => readonly number[]) => (params: { readonly project: string }) => {
    pids.set(params.project, next());
    return issued();
  };
  return {
    "java.list": () => listOf([...pids].map(([name, now]) => javaRow({ name, pids: now, listening: [8080] }))),
    "java.restart": become(() => [++last]),
    "java.start": become(() => [++last]),
    "java.stop": become(() => []),
  };
}
