import type { Edition, KnownEdition } from "../answers/operation.ts";
import { operations, type AnyOperation, type OperationId } from "./operations.ts";

/** The wires of an edition, in order of preference; all of them while it is unknown. */
export function wiresFor<W extends { readonly edition?: KnownEdition }>(
  wires: readonly W[],
  edition: Edition,
): readonly W[] {
  return wires.filter((wire) => wire.edition === undefined || edition === "unknown" || wire.edition === edition);
}

/** Whether a panel may have an operation; always true while its edition is unknown. */
export function hasOperation(edition: Edition, id: OperationId): boolean {
  return wiresFor((operations[id] as AnyOperation).wires, edition).length > 0;
}

/** Whether the wires of an operation depend on the edition. */
export function dependsOnEdition(id: OperationId): boolean {
  return (operations[id] as AnyOperation).wires.some(({ edition }) => edition !== undefined);
}

/** The only edition with this route, if there is one. */
export function editionOfWire(id: OperationId, route: string): KnownEdition | undefined {
  return (operations[id] as AnyOperation).wires.find((wire) => wire.route === route)?.edition;
}
