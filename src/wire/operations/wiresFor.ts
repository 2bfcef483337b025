import type { PanelFailure } from "../answers/failure.ts";
import type { Edition, KnownEdition, Operation, Wire } from "../answers/operation.ts";
import { versionAtLeast } from "../answers/panelVersion.ts";
import { operations, type AnyOperation, type OperationId } from "./operations.ts";

type EditionWire = Pick<Wire<never>, "edition" | "isUndocumented">;

/** The wires of an operation on an edition, in order of preference; all of them while the edition is unknown. */
export function wiresFor<W extends EditionWire>(
  { documented, wires }: Pick<Operation<unknown, unknown>, "documented"> & { readonly wires: readonly W[] },
  edition: Edition,
): readonly W[] {
  if (edition === "unknown") return wires;
  if (edition !== "documented") return wires.filter((wire) => wire.edition === undefined || wire.edition === edition);
  if (documented === undefined) return [];
  // the document is BaoTa's (docs/protocol.md A.2)
  return wires.filter((wire) => wire.edition !== "aapanel" && wire.isUndocumented !== true);
}

/** Whether a panel may have an operation; always true while its edition is unknown. */
export function hasOperation(edition: Edition, id: OperationId): boolean {
  return wiresFor(operations[id] as AnyOperation, edition).length > 0;
}

/** Whether the edition decides by which wires an operation goes, or since which version. */
export function dependsOnEdition(id: OperationId): boolean {
  const { wires, since } = operations[id] as AnyOperation;
  return since !== undefined || wires.some(({ edition }) => edition !== undefined);
}

/** Why an operation is not sent to a panel of a version (`Operation.since`); `undefined`: it is. */
export function failureOfVersion(
  id: OperationId,
  edition: Edition,
  version: string | undefined,
): PanelFailure | undefined {
  const { since } = operations[id] as AnyOperation;
  // a panel of the document alone lacks the operation anyhow
  if (since === undefined || edition === "documented") return undefined;
  const harm = { kind: "invalid", field: "key", rule: "older" } as const;
  if (edition === "unknown" || version === undefined) return since.harms && harm;
  const first = since[edition];
  if (first === undefined || versionAtLeast(version, first)) return undefined;
  return since.harms ? harm : { kind: "unsupported", before: { edition, version: first } };
}

/** The only edition with this route, if there is one. */
export function editionOfWire(id: OperationId, route: string): KnownEdition | undefined {
  return (operations[id] as AnyOperation).wires.find((wire) => wire.route === route)?.edition;
}
