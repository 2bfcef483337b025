import type { EditionReplies } from "./editionReplies.ts";
import { Answer, type PanelRequest } from "../../src/demoPanel/http.ts";
import { redirect } from "./pages.ts";

/** What an administrator has switched in the panel's settings; read at each request. */
export interface Switches {
  apiOpen: boolean;
  /** Nobody gets in, whatever the key. */
  panelClosed: boolean;
  /** The only name under which the panel answers; any where `undefined`. */
  boundHost: string | undefined;
  /** `user:password` that a request without a valid signature must have. */
  basicAuth: string | undefined;
}

/** As a panel is that has its API open and nothing else set. */
export function defaultSwitches(): Switches {
  return { apiOpen: true, panelClosed: false, boundHost: undefined, basicAuth: undefined };
}

/** What stops a request before its signature is looked at (docs/protocol.md 3.7); `undefined`: nothing. */
export function closedDoor(
  request: PanelRequest,
  switches: Switches,
  { forbiddenPage, notFoundPage }: EditionReplies,
): Answer | undefined {
  const { boundHost, panelClosed, apiOpen } = switches;
  const { host = "" } = request.message.headers;
  if (boundHost !== undefined && host.replace(/:\d+$/, "") !== boundHost) return forbiddenPage;
  if (panelClosed) return redirect("/close");
  return apiOpen ? undefined : notFoundPage;
}

/** What a request without a valid signature gets where a password is set; `undefined`: it has the password, or none is set. */
export function passwordWanted({ message }: PanelRequest, { basicAuth }: Switches): Answer | undefined {
  if (basicAuth === undefined) return undefined;
  if (message.headers.authorization === `Basic ${Buffer.from(basicAuth, "utf8").toString("base64")}`) return undefined;
  const headers = {
    "WWW-Authenticate": 'Basic realm="127.0.0.1"',
    "Content-Type": "text/plain; charset=utf-8",
    "X-Frame-Options": "SAMEORIGIN",
  };
  return new Answer(401, headers, "");
}
