import type { KnownEdition, Operation, Wire } from "../answers/operation.ts";
import { accountOperations } from "./accounts.ts";
import { backupOperations } from "./backups.ts";
import { certificateOperations } from "./certificates.ts";
import { composerOperations } from "./composer.ts";
import { containerOperations } from "./containers.ts";
import { fileOperations } from "./files.ts";
import { javaOperations } from "./java.ts";
import { projectOperations } from "./projects.ts";
import { runtimeOperations } from "./runtimes.ts";
import { scheduledTaskOperations } from "./scheduledTasks.ts";
import { serviceOperations } from "./services.ts";
import { siteLogOperations } from "./siteLogs.ts";
import { siteSettingOperations } from "./siteSettings.ts";
import { siteOperations } from "./sites.ts";
import { systemOperations } from "./system.ts";
import { terminalOperations } from "./terminal.ts";

/** Every operation we use. The client, the demo panel's handlers and the contract tests are derived from it. */
export const operations = {
  ...systemOperations,
  ...siteOperations,
  ...siteLogOperations,
  ...siteSettingOperations,
  ...accountOperations,
  ...javaOperations,
  ...projectOperations,
  ...containerOperations,
  ...terminalOperations,
  ...certificateOperations,
  ...composerOperations,
  ...fileOperations,
  ...runtimeOperations,
  ...serviceOperations,
  ...scheduledTaskOperations,
  ...backupOperations,
};

export type OperationTable = typeof operations;
export type OperationId = keyof OperationTable;
export type ParamsOf<Id extends OperationId> = OperationTable[Id] extends Operation<infer P, infer _R> ? P : never;
export type ResultOf<Id extends OperationId> = OperationTable[Id] extends Operation<infer _P, infer R> ? R : never;
/** The operations that an edition has a wire for. */
export type OperationIdOf<Edition extends KnownEdition> = {
  [Id in OperationId]: Edition extends EditionOf<OperationTable[Id]["wires"][number]> ? Id : never;
}[OperationId];

type EditionOf<W> = W extends { readonly edition: infer Edition } ? Edition : KnownEdition;

/** The names of an operation's wires. */
export type RouteOf<Id extends OperationId> = OperationTable[Id]["wires"][number]["route"];

/**
 * The area of an operation, with which its name begins. Its operations are on the same things: a route that a read has found
 * holds for the changes, too.
 */
export function areaOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

/** A row without its types, for what treats all rows alike. */
export interface AnyOperation extends Pick<
  Operation<unknown, unknown>,
  "effect" | "deadlineMs" | "documented" | "since"
> {
  readonly wires: readonly Pick<
    Wire<unknown, RouteOf<OperationId>>,
    | "route"
    | "edition"
    | "isUndocumented"
    | "method"
    | "path"
    | "isSignedInBody"
    | "action"
    | "table"
    | "range"
    | "envelope"
  >[];
}
