import type { KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, RouteOf } from "../wire/operations/operations.ts";
import { handlers as aapanelHandlers } from "./aapanel/handlers.ts";
import { handlers as baotaHandlers } from "./baota/handlers.ts";
import type { Refusals } from "./http/gate.ts";
import { chinese, english, type Language } from "./sentences.ts";
import type { SomeHandlers } from "./state/handler.ts";

/** What makes a demo panel one of an edition. */
interface PlayedEdition {
  readonly language: Language;
  readonly handlers: SomeHandlers;
  /** Routes of its wires that running panels lack. */
  readonly absentRoutes: readonly RouteOf<OperationId>[];
  readonly refusals: Refusals;
}

/** The editions that a demo panel can play. */
export const playedEditions: Readonly<Record<KnownEdition, PlayedEdition>> = {
  baota: {
    language: chinese,
    handlers: baotaHandlers,
    // no known panel has the document's `/xdocker` (docs/protocol.md 8.1)
    absentRoutes: ["xdocker"],
    refusals: { key: "密钥校验失败", lock: "连续20次验证失败,禁止1小时" },
  },
  aapanel: {
    language: english,
    handlers: aapanelHandlers,
    // a file of it is not in the public source (docs/protocol.md 7.11)
    absentRoutes: ["v2mod"],
    // English, whatever its language (docs/protocol.md 2.8)
    refusals: {
      key: "Secret key verification failed",
      lock: "20 consecutive verification failures, prohibited for 1 hour",
    },
  },
};
