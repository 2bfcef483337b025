import type { ActionRecord } from "../../src/actions/actionRunner.ts";

/** A restart of the Java project `demo` that was seen to be done. */
export function actionRecord(changes: Partial<ActionRecord> = {}): ActionRecord {
  return {
    panelId: "p1",
    kind: "javaProject",
    verb: "restart",
    target: { key: "demo", label: "demo" },
    outcome: { kind: "done", evidence: { name: "pid", value: "42" } },
    milliseconds: 1_500,
    ...changes,
  };
}
