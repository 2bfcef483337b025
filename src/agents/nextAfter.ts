import type { PanelFailure } from "../wire/answers/failure.ts";

/** What to do about each failure. No tool tries a panel again that has refused: twenty refusals lock the computer out. */
const NEXT: Readonly<Record<PanelFailure["kind"], string>> = {
  cancelled: "It was canceled. Do nothing unless the user asks.",
  timeout: "Try again once. If it stays so, tell the user that the panel does not answer.",
  network: "Do not repeat it. Tell the user that the panel cannot be reached.",
  tls: "Do not repeat it. The user must look at the certificate: ask them to click the panel in the Server Panel side bar.",
  refused:
    "Do not repeat it: refused calls lock this computer out. Ask the user to click the panel in the Server Panel side bar and choose Try Again.",
  page: "Tell the user. The API of the panel may be switched off, or this operation may have failed.",
  unsupported: "This panel does not have it. Do without.",
  malformed: "Tell the user. The log of the extension names the operation.",
  tooLarge: "It cannot be read here. Tell the user.",
  invalid: "Check the input.",
  rejected: "Tell the user what the panel says.",
  keyNeeded: "Ask the user to enter the API key: by a click on the panel in the Server Panel side bar.",
  consentNeeded: "Ask the user to click the panel in the Server Panel side bar: they must agree to plain http first.",
  storage: "Tell the user. Storage of this computer failed.",
  defect: "Tell the user. The log of the extension has the details.",
  uncertain: "It is unknown whether it happened. Look with get_panel_resource before anything else.",
};

/** What to do next after a failure, in English. */
export function nextAfter({ kind }: PanelFailure): string {
  return NEXT[kind];
}
