import type { KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, RouteOf } from "../wire/operations/operations.ts";
import { accent as aapanelAccent } from "./aapanel/accent.ts";
import { handlers as aapanelHandlers } from "./aapanel/handlers.ts";
import { unlisted as aapanelUnlisted } from "./aapanel/unlisted.ts";
import { accent as baotaAccent } from "./baota/accent.ts";
import { handlers as baotaHandlers } from "./baota/handlers.ts";
import type { Accent } from "./http/accent.ts";
import type { SomeHandlers, UnlistedEndpoint } from "./state/handler.ts";

/** What makes a demo panel one of an edition. */
interface PlayedEdition {
  readonly accent: Accent;
  readonly handlers: SomeHandlers;
  readonly unlisted: readonly UnlistedEndpoint[];
  /** Routes of its wires that running panels lack. */
  readonly absentRoutes: readonly RouteOf<OperationId>[];
}

/** The editions that a demo panel can play. */
export const playedEditions: Readonly<Record<KnownEdition, PlayedEdition>> = {
  // no known panel has the document's `/xdocker` (docs/protocol.md 8.1)
  baota: { accent: baotaAccent, handlers: baotaHandlers, unlisted: [], absentRoutes: ["xdocker"] },
  // a file of it is not in the public source (docs/protocol.md 7.11)
  aapanel: {
    accent: aapanelAccent,
    handlers: aapanelHandlers,
    unlisted: aapanelUnlisted,
    absentRoutes: ["v2mod"],
  },
};
