import { isNotFoundPage, type PanelFailure } from "./answers/failure.ts";
import type { Edition } from "./answers/operation.ts";

/**
 * Which edition a panel is by what came of `system.edition`, once `system.total` has succeeded (docs/protocol.md 14.1).
 * @param failure `undefined`: it succeeded
 */
export function editionShownBy(failure: PanelFailure | undefined): Edition {
  if (failure === undefined) return "aapanel";
  // a gateway's page, as any other failure, says nothing of what is behind it
  return isNotFoundPage(failure) ? "baota" : "unknown";
}
