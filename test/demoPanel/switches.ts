import type { EditionReplies } from "./editionReplies.ts";
import { Answer, type PanelRequest } from "../../src/demoPanel/http.ts";
import { redirect } from "./pages.ts";

/** Settings of the panel's administrator, read at each request. */
export interface Switches {
  apiOpen: boolean;
  /** Refuses everybody, whatever the key. */
  panelClosed: boolean;
  /** The only name under which the panel answers; `undefined` for any. */
  boundHost: string | undefined;
  /** `user:password` that a request without a valid signature must have. */
  basicAuth: string | undefined;
}

/** Returns the settings of a panel with an open API and nothing else set. */
export function defaultSwitches(): Switches {
  return { apiOpen: true, panelClosed: false, boundHost: undefined, basicAuth: undefined };
}

/** Stops a request before its signature is checked (docs/protocol.md 3.7). */
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

/** Asks for the password, if one is set and a request without a valid signature lacks it. */
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
