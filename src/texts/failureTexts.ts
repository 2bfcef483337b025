import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import type { StorageProblem } from "../storage/storageError.ts";
import { textsLanguage } from "./language.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { timeOfDay } from "./timeTexts.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Redirect } from "../wire/answers/redirect.ts";

/**
 * One sentence or two for a failure of a stored panel: what happened and what to do. Plain text; holds no URL and no
 * secret.
 *
 * @param address The panel's, where it is known: some causes are likely under http only.
 */
export function failureText(failure: PanelFailure, address?: string): string {
  switch (failure.kind) {
    case "cancelled":
      return l10n.t("Canceled.");
    case "timeout":
      return l10n.t("The panel did not answer within {0} seconds.", numberText(Math.ceil(failure.afterMs / 1000)));
    case "network":
      return networkText(failure, address);
    case "tls":
      return tlsText(failure);
    case "refused":
      return refusedText(failure);
    case "page":
      return pageText(failure);
    case "unsupported":
      return l10n.t("This panel's edition or version does not support this.");
    case "malformed":
      return l10n.t(
        "The panel's answer could not be read ({0}). The log names the operation.",
        listText(failure.fields),
      );
    case "tooLarge":
      return l10n.t(
        "The panel's answer is larger than {0} MB and was not read.",
        numberText(Math.round(failure.limitBytes / 2 ** 20)),
      );
    case "invalid":
      return invalidText(failure);
    case "rejected":
      return failure.message === ""
        ? l10n.t("The panel refused it and gave no reason.")
        : l10n.t("The panel says: {0}", failure.message);
    case "keyNeeded":
      return l10n.t("No API key is stored for this panel on this computer. Enter it again.");
    case "consentNeeded":
      return l10n.t("This panel uses http without encryption, which you have not agreed to yet.");
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
        "No complete answer came back, so it may have taken effect. {0}",
        failureText(failure.cause, address),
      );
    default:
      return failure satisfies never;
  }
}

/** Codes of a connection that was made and did not last. */
const LOST: ReadonlySet<string> = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/**
 * The same in a word or three, for a row of the tree; without a capital, since it also stands among other words.
 *
 * @param of What failed: panels answer with one page where their API is off and where a list failed (docs/protocol.md 4.1).
 */
export function failureWord(failure: PanelFailure, of: "panel" | "list" = "panel"): string {
  switch (failure.kind) {
    case "cancelled":
      return l10n.t("canceled");
    case "timeout":
      return l10n.t("no answer in time");
    case "network":
      return failure.answeredBefore === true && LOST.has(failure.code)
        ? l10n.t("connection lost")
        : l10n.t("not reachable");
    case "tls":
      return {
        untrusted: l10n.t("certificate not trusted"),
        changed: l10n.t("certificate changed"),
        notTls: l10n.t("not encrypted"),
        other: l10n.t("no secure connection"),
      }[failure.problem];
    case "refused":
      return {
        key: l10n.t("key refused"),
        ip: l10n.t("IP not allowed"),
        locked: l10n.t("locked out"),
        unknown: l10n.t("call refused"),
      }[failure.reason];
    case "page":
      return pageWord(failure, of);
    case "unsupported":
      return l10n.t("not supported");
    case "malformed":
      return l10n.t("answer not readable");
    case "tooLarge":
      return l10n.t("answer too large");
    case "invalid":
      return l10n.t("not sent");
    case "rejected":
      return l10n.t("refused by the panel");
    case "keyNeeded":
      return l10n.t("API key needed");
    case "consentNeeded":
      return l10n.t("unencrypted http");
    case "storage":
      return failure.problem === "fileFailed" ? l10n.t("storage failed") : l10n.t("key not readable");
    case "defect":
      return l10n.t("extension error");
    case "uncertain":
      return failureWord(failure.cause, of);
    default:
      return failure satisfies never;
  }
}

/** What a person can do about a failure, beside its word in a row: where one thing helps, and nothing else. */
export function failureHint({ kind }: PanelFailure): string | undefined {
  if (kind === "keyNeeded") return l10n.t("click to enter it");
  return kind === "unsupported" ? l10n.t("Organize Panel… hides it") : undefined;
}

/** A word where a line begins with it. */
export function capitalized(word: string): string {
  return word.charAt(0).toLocaleUpperCase(textsLanguage()) + word.slice(1);
}

function pageWord({ status, redirect }: Extract<PanelFailure, { kind: "page" }>, of: "panel" | "list"): string {
  if (redirect !== undefined)
    return {
      login: l10n.t("IP allowlist broken"),
      close: l10n.t("panel closed"),
      bind: l10n.t("no account bound"),
      error: l10n.t("panel error"),
      password: l10n.t("password expired"),
      other: l10n.t("redirected"),
    }[redirect];
  if (status === 401) return l10n.t("password needed");
  if (status === 403) return l10n.t("access forbidden");
  if (status >= 500) return l10n.t("server error {0}", status);
  if (status !== 404) return l10n.t("sent a web page");
  return of === "panel" ? l10n.t("API may be off") : l10n.t("could not be listed");
}

/** The same for an address at which no panel is stored yet: nobody knows what answers there. */
export function failureTextOfNew(failure: PanelFailure, address: string): string {
  return failure.kind === "tls" && failure.problem === "notTls"
    ? l10n.t("The server at this port does not speak https.")
    : failureText(failure, address);
}

function invalidText({ field, rule, value = "" }: Extract<PanelFailure, { kind: "invalid" }>): string {
  switch (rule) {
    case "tooLong":
      return l10n.t(
        "“{0}” is too long: panels accept at most 1024 characters in total. Nothing was sent.",
        fieldText(field),
      );
    case "shape":
      return l10n.t("Panels do not accept this value for “{0}”. Nothing was sent.", fieldText(field));
    case "file":
      return l10n.t(
        "“{0}” is a file on the server, so there can be no directory. Nothing was sent.",
        visibleText(value),
      );
    default:
      return rule satisfies never;
  }
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
      return l10n.t("The proxy did not connect to the panel. Check the http.proxy setting of VS Code.");
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      if (answeredBefore === true)
        return l10n.t("The server closed the connection without an answer. The panel may be restarting.");
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
      return l10n.t("This computer does not trust the panel's certificate ({0}).", failure.code);
    case "changed":
      return l10n.t("The panel's certificate is not the one you trusted. Nothing was sent.");
    case "notTls":
      return l10n.t(
        "This panel is stored with https, but its port answers without encryption. Nothing was sent: the connection may be intercepted. Check on the server itself whether the panel's SSL was turned off.",
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
        "The panel refused the API key. Nothing more is sent until you choose Try Again: after 20 refusals a panel locks this computer out for an hour.",
      );
    case "ip":
      return clientAddress === undefined
        ? l10n.t(
            "This computer is not on the panel's IP allowlist. Add it in the panel under Settings > API interface, then choose Try Again.",
          )
        : l10n.t(
            "This computer's address {0} is not on the panel's IP allowlist. Add it in the panel under Settings > API interface, then choose Try Again.",
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
        "The server asks for a user name and password (BasicAuth). A panel with BasicAuth turned on asks for them when it refuses the key; a server in front of it may ask for its own.",
      );
    case 403:
      return l10n.t(
        "The panel forbids the call. Either it is bound to a domain, which must then be used as its address, or its own IP limit excludes this computer.",
      );
    default:
      return l10n.t(
        "The panel answered with a web page (HTTP {0}) instead of data. Its API may be turned off, the port may belong to something else, or the operation failed on the server.",
        status,
      );
  }
}

function redirectText(redirect: Redirect): string {
  switch (redirect) {
    case "login":
      return l10n.t(
        "The panel redirects to its login page. An entry such as 10.0.0.0/8 in the API's IP allowlist causes this: BaoTa, and aaPanel before 7.58, take single addresses and ranges only.",
      );
    case "close":
      return l10n.t("The panel is closed: somebody has turned off its pages and its API on the server.");
    case "bind":
      return l10n.t(
        "The panel redirects to the page that binds it to an account, as a panel that was never opened does once. If it goes on doing so, open the panel in the browser.",
      );
    case "error":
      return l10n.t(
        "The panel redirects to its error page: something is wrong on the server. Open the panel in the browser.",
      );
    case "password":
      return l10n.t(
        "The panel's password has expired. Change it in the panel: until then, the panel answers nothing else.",
      );
    case "other":
      return l10n.t("The call was redirected to another address. Check that scheme, host and port are the panel's.");
    default:
      return redirect satisfies never;
  }
}

/** Why a panel could not be read, stored or removed on this computer, and what to do. */
export function storageText(problem: StorageProblem): string {
  switch (problem.kind) {
    case "secretsUnavailable":
      return l10n.t(
        "This computer's secret storage does not answer. Nothing was done. Unlock the keyring and try again.",
      );
    case "fileFailed":
      return l10n.t(
        "The extension's files on this computer could not be read or written ({0}). Nothing was done. Check that the disk is neither full nor write-protected.",
        problem.code,
      );
    case "gone":
      return l10n.t("This panel has been removed, perhaps in another window.");
    case "unreadable":
      return l10n.t("This version of the extension cannot read the panel's file. The file was left unchanged.");
    default:
      return problem satisfies never;
  }
}

/** The name of a parameter for a person: `field` is a dotted path of an operation's parameters, or of what is sent. */
export function fieldText(field: string): string {
  const texts: Readonly<Record<string, string>> = {
    "(whole)": l10n.t("The input"),
    additionalDomains: l10n.t("Additional domains"),
    container: l10n.t("Container"),
    database: l10n.t("Database"),
    domain: l10n.t("Domain"),
    ftp: l10n.t("FTP account"),
    headers: l10n.t("The request"),
    id: l10n.t("ID"),
    index: l10n.t("Certificate order"),
    name: l10n.t("Name"),
    note: l10n.t("Note"),
    path: l10n.t("Directory"),
    php: l10n.t("PHP version"),
    port: l10n.t("Port"),
    project: l10n.t("Java project"),
    project_name: l10n.t("Java project"),
    search: l10n.t("Text to search for"),
    root: l10n.t("Root directory"),
    tail: l10n.t("Number of lines"),
    typeId: l10n.t("Category"),
    url: l10n.t("The panel's address"),
  };
  return texts[field] ?? texts[field.split(".")[0] ?? ""] ?? field;
}
