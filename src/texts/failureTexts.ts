import * as l10n from "@vscode/l10n";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Redirect } from "../wire/answers/redirect.ts";
import { fieldText } from "./fieldTexts.ts";
import { storageText } from "./storageTexts.ts";
import { timeOfDay } from "./timeTexts.ts";

/**
 * One sentence or two for a failure of a stored panel: what happened and what to do. Plain text; holds no URL and no
 * secret.
 *
 * @param address The panel's, where it is known: some causes are likely under http only.
 */
export function failureText(failure: PanelFailure, address?: string): string {
  switch (failure.kind) {
    case "cancelled":
      return l10n.t("Cancelled.");
    case "timeout":
      return l10n.t("The panel did not answer within {0} seconds.", Math.ceil(failure.afterMs / 1000));
    case "network":
      return networkText(failure, address);
    case "tls":
      return tlsText(failure);
    case "refused":
      return refusedText(failure);
    case "page":
      return pageText(failure);
    case "unsupported":
      return l10n.t("This panel does not offer this: its edition or its version does not have it.");
    case "malformed":
      return l10n.t(
        "The panel's answer could not be read ({0}). The log names the operation.",
        failure.fields.join(", "),
      );
    case "tooLarge":
      return l10n.t(
        "The panel's answer is larger than {0} MB and was not read.",
        Math.round(failure.limitBytes / 2 ** 20),
      );
    case "invalid":
      return failure.rule === "tooLong"
        ? l10n.t(
            "“{0}” is too long: together with the rest, a panel takes 1024 characters. Nothing was sent.",
            fieldText(failure.field),
          )
        : l10n.t("“{0}” has a value that panels do not take. Nothing was sent.", fieldText(failure.field));
    case "rejected":
      return l10n.t("The panel says: {0}", failure.message);
    case "keyNeeded":
      return l10n.t("No API key is stored for this panel on this computer. Enter it again.");
    case "consentNeeded":
      return l10n.t("This panel is reached over http without encryption, and you have not agreed to that yet.");
    case "storage":
      return storageText(
        failure.problem === "fileFailed"
          ? { kind: "fileFailed", code: failure.code ?? l10n.t("unknown cause") }
          : { kind: failure.problem },
      );
    case "defect":
      return l10n.t("Something went wrong inside the extension. The log has the details.");
    case "uncertain":
      return l10n.t(
        "It was sent, but no whole answer came, so it may have happened. {0}",
        failureText(failure.cause, address),
      );
    default:
      return failure satisfies never;
  }
}

/** The same where a panel is tried that is not stored at this address: nobody knows yet what answers there. */
export function failureTextOfNew(failure: PanelFailure, address: string): string {
  return failure.kind === "tls" && failure.problem === "notTls"
    ? l10n.t("What answers at this port does not speak https.")
    : failureText(failure, address);
}

function networkText(
  { code, answeredBefore }: Extract<PanelFailure, { kind: "network" }>,
  address: string | undefined,
): string {
  switch (code) {
    case "ECONNREFUSED":
      return l10n.t("Nothing answers at this address and port. Check the port, and that the panel is running.");
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return l10n.t("The host name was not found. Check its spelling and your network.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return l10n.t("The server cannot be reached from this network.");
    case "ETIMEDOUT":
      return l10n.t("The server does not answer. A firewall may be blocking the panel's port.");
    case "ERR_PROXY_TUNNEL":
      return l10n.t("The proxy did not connect us to the panel. Check the setting http.proxy of VS Code.");
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      if (answeredBefore === true)
        return l10n.t("The server closed the connection without an answer. The panel may be restarting: try again.");
      return address?.startsWith("http://") === true
        ? l10n.t("The server closed the connection. A panel with SSL does this when it is called over http.")
        : l10n.t("The server closed the connection without an answer. Check that the port is the panel's.");
    default:
      return l10n.t("The connection to the panel failed ({0}).", code);
  }
}

function tlsText(failure: Extract<PanelFailure, { kind: "tls" }>): string {
  switch (failure.problem) {
    case "untrusted":
      return l10n.t("The panel's certificate is not one that this computer trusts ({0}).", failure.code);
    case "changed":
      return l10n.t("The panel shows another certificate than the one you trusted. Nothing was sent to it.");
    case "notTls":
      return l10n.t(
        "This panel is stored with https, but what answers at its port does not encrypt. Somebody may be in between: nothing was sent. Find out on the server itself whether the panel's SSL was switched off.",
      );
    case "other":
      return l10n.t("No secure connection could be made ({0}).", failure.code);
    default:
      return failure.problem satisfies never;
  }
}

function refusedText({ reason, clientAddress, lockedUntil }: Extract<PanelFailure, { kind: "refused" }>): string {
  switch (reason) {
    case "key":
      return l10n.t(
        "The panel refused the API key. Nothing more is sent until you try again: after 20 refusals a panel locks this computer out for an hour.",
      );
    case "ip":
      return clientAddress === undefined
        ? l10n.t(
            "This computer is not on the panel's IP allowlist. Add it in the panel under Settings > API interface.",
          )
        : l10n.t(
            "This computer's address {0} is not on the panel's IP allowlist. Add it in the panel under Settings > API interface.",
            clientAddress,
          );
    case "locked":
      return lockedUntil === undefined
        ? l10n.t(
            "The panel has locked this computer out for an hour after 20 refused calls. Restarting the panel lifts the lock.",
          )
        : l10n.t(
            "The panel has locked this computer out after 20 refused calls, until {0} at the latest. Restarting the panel lifts the lock.",
            timeOfDay(lockedUntil),
          );
    case "unknown":
      return l10n.t("The panel refused the call.");
    default:
      return reason satisfies never;
  }
}

function pageText({ status, redirect }: Extract<PanelFailure, { kind: "page" }>): string {
  if (redirect !== undefined) return redirectText(redirect);
  switch (status) {
    case 401:
      return l10n.t(
        "A user name and password were asked for (BasicAuth). A panel that has these switched on asks for them where it refuses the key; a server in front of it may ask for its own.",
      );
    case 403:
      return l10n.t(
        "The panel forbids the call. Either it is bound to a domain, which must then be used as its address, or its own IP limit leaves this computer out.",
      );
    default:
      return l10n.t(
        "The panel answered with a web page (HTTP {0}) instead of data. Its API may be switched off, the port may belong to something else, or the operation failed on the server.",
        status,
      );
  }
}

function redirectText(redirect: Redirect): string {
  switch (redirect) {
    case "login":
      return l10n.t(
        "The panel sent us to its login page. An entry such as 10.0.0.0/8 in the API's IP allowlist causes this: panels take single addresses and ranges only.",
      );
    case "close":
      return l10n.t("The panel is closed: somebody has switched its pages and its API off on the server.");
    case "bind":
      return l10n.t(
        "The panel sent us to the page that binds it to an account, as one does once that was never opened. Try again; if it stays so, open the panel in the browser.",
      );
    case "error":
      return l10n.t(
        "The panel sent us to its error page: something is wrong with it on the server. Open it in the browser.",
      );
    case "password":
      return l10n.t(
        "The panel's password has expired. Change it in the panel's own pages: until then it answers nothing else.",
      );
    case "other":
      return l10n.t(
        "We were sent to another address instead of getting an answer. Check that scheme, host and port are the panel's.",
      );
    default:
      return redirect satisfies never;
  }
}
