import * as v from "valibot";
import { findProject, PAGE_SIZE, stateOf } from "../resources/processes.ts";
import type { JavaProject } from "../wire/operations/java.ts";
import { commonFields, text } from "./deploymentFields.ts";
import { targetOf } from "./place.ts";
import type { TargetKind } from "./targetKind.ts";

/** Java projects: their jar is replaced, and they are restarted. */
export const jarTarget = {
  kind: "javaProject",
  entry: v.strictObject({
    ...commonFields,
    /** A Java project. */
    project: text,
    /** A glob, relative to the workspace folder. */
    jar: text,
  }),
  values: { project: "text", jar: "text" },
  isMeant: (fields) => fields.some((field) => /jar|project/i.test(field)),
  find: async (call, key) =>
    findProject<JavaProject>(async (page) => call("java.list", { page, limit: PAGE_SIZE }), key),
  isAt: ({ jar }, place) => jar === targetOf(place),
  isStopped: (project) => stateOf(project) === "stopped",
} as const satisfies TargetKind<JavaProject>;
