import type { UnlistedEndpoint } from "../state/handler.ts";
import { stampedTotal } from "./system.ts";

/** What a running aaPanel answers, and no row of the wire table asks for. */
export const unlisted: readonly UnlistedEndpoint[] = [
  { path: "/v2/system", action: "GetSystemTotal", handler: stampedTotal },
];
