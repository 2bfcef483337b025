import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import type { StorageProblem } from "../storage/storageError.ts";
import { isNotFoundPage, isTransient, needsPerson, type PanelFailure } from "../wire/answers/failure.ts";
import type { Redirect } from "../wire/answers/redirect.ts";
import { textsLanguage } from "./language.ts";
import { listText } from "./listTexts.ts";
import type { Message } from "../ports/dialogs.ts";
import { editionText } from "./editionTexts.ts";
import { numberText } from "./numberTexts.ts";
import { timeOfDay } from "./timeTexts.ts";

/** The words for a failure: a few for a row, in lower case, and a sentence or two. */
type FailureWords = readonly [short: string, long: string];

type FailureOf<Kind extends PanelFailure["kind"]> = Extract<PanelFailure, { kind: Kind }>;

/** What happened and what to do, in plain text without URLs and secrets. @param address makes some causes likelier. */
export function failureText(failure: PanelFailure, address?: string): string {
  return wordsFor(failure, address)[1];
}

/**
 * The severity of a notification about a failure. VS Code keeps an error with buttons until somebody closes it, and lets no
 * extension do so; what the panel's row shows until the panel answers again is a warning, which goes by itself.
 */
export function failureSeverity(failure: PanelFailure): Message["severity"] {
  if (isTransient(failure) || needsPerson(failure)) return "warning";
  return "error";
}

/**
 * The failure in a few words, for a row.
 *
 * @param place what failed: panels answer with the same page if their API is off and if a list failed (docs/protocol.md 4.1)
 */
export function failureWord(failure: PanelFailure, place: "panel" | "list" = "panel"): string {
  return wordsFor(failure, undefined, place)[0];
}

/** The text for an address that is not stored yet: it may not be a panel at all. */
export function failureTextOfNew(failure: PanelFailure, address: string): string {
  if (failure.kind === "tls" && failure.problem === "notTls")
    return l10n.t("The server at this port does not speak https.");
  return failureText(failure, address);
}

/** The one thing that a person can do about a failure, for its row. */
export function failureHint({ kind }: PanelFailure): string | undefined {
  if (kind === "keyNeeded") return l10n.t("click to enter it");
  if (kind === "unsupported") return l10n.t("Organize Panel… hides it");
  return undefined;
}

/** Capitalizes a word at the start of a line. */
export function capitalized(word: string): string {
  return word.charAt(0).toLocaleUpperCase(textsLanguage()) + word.slice(1);
}

function wordsFor(failure: PanelFailure, address?: string, place: "panel" | "list" = "panel"): FailureWords {
  switch (failure.kind) {
    case "cancelled":
      return [l10n.t("canceled"), l10n.t("Canceled.")];
    case "timeout": {
      const seconds = numberText(Math.ceil(failure.afterMs / 1000));
      return [l10n.t("no answer in time"), l10n.t("The panel did not answer within {0} seconds.", seconds)];
    }
    case "network":
      return networkWords(failure, address);
    case "tls":
      return tlsWords(failure);
    case "refused":
      return refusedWords(failure);
    case "page":
      if (failure.redirect === undefined) return pageWords(failure, place);
      return redirectWords(failure.redirect);
    case "unsupported":
      return [l10n.t("not supported"), unsupportedText(failure)];
    case "malformed":
      return [l10n.t("answer not readable"), malformedText(failure.fields)];
    case "tooLarge": {
      const megabytes = numberText(Math.round(failure.limitBytes / 2 ** 20));
      return [
        l10n.t("answer too large"),
        l10n.t("The panel's answer is larger than {0} MB and was not read.", megabytes),
      ];
    }
    case "invalid":
      return [l10n.t("not sent"), invalidText(failure)];
    case "rejected":
      if (failure.message === "")
        return [l10n.t("refused by the panel"), l10n.t("The panel refused it and gave no reason.")];
      return [l10n.t("refused by the panel"), l10n.t("The panel says: {0}", failure.message)];
    case "keyNeeded":
      return [
        l10n.t("API key needed"),
        l10n.t("No API key is stored for this panel on this computer. Enter it again."),
      ];
    case "consentNeeded":
      return [
        l10n.t("unencrypted http"),
        l10n.t("This panel uses http without encryption, which you have not agreed to yet."),
      ];
    case "storage": {
      const { problem, code = l10n.t("unknown cause") } = failure;
      if (problem === "fileFailed") return [l10n.t("storage failed"), storageText({ kind: problem, code })];
      return [l10n.t("key not readable"), storageText({ kind: problem })];
    }
    case "defect":
      return [l10n.t("extension error"), l10n.t("Something went wrong inside the extension. The log has the details.")];
    case "uncertain": {
      const [short, long] = wordsFor(failure.cause, address, place);
      return [short, l10n.t("No complete answer came back, so it may have taken effect. {0}", long)];
    }
    default:
      return failure satisfies never;
  }
}

function invalidText({ field, rule, value = "" }: FailureOf<"invalid">): string {
  const name = fieldText(field);
  return {
    tooLong: l10n.t("“{0}” is too long: panels accept at most 1024 characters in total. Nothing was sent.", name),
    shape: l10n.t("Panels do not accept this value for “{0}”. Nothing was sent.", name),
    file: l10n.t("“{0}” is a file on the server, so there can be no directory. Nothing was sent.", visibleText(value)),
    foreign: l10n.t(
      "The panel has not ordered a certificate with these domains and this last day, so it cannot renew it. Nothing was sent.",
    ),
    missing: l10n.t("“{0}” is no directory on the server. Nothing was sent.", visibleText(value)),
    last: l10n.t("It is the only domain of the website, and panels do not remove that. Nothing was sent."),
    stopped: l10n.t("A stopped website serves a page of the panel's. Start it first. Nothing was sent."),
    unit: l10n.t(
      "The limit is “{0}” in php.ini, and the panel replaces only numbers of megabytes (M). Change it in that file. Nothing was sent.",
      visibleText(value),
    ),
    replaced: l10n.t("The website has another certificate than the question has named. Nothing was sent."),
    kept: l10n.t(
      "The certificate was ordered and is on the panel, but was not given to the website, which is gone or has been given another one meanwhile.",
    ),
    untold: l10n.t(
      "This panel's version does not tell of which type the website is, and each type is changed in another way. BaoTa 11.1 tells it. Nothing was sent.",
    ),
    older: l10n.t(
      "Before BaoTa 11.1 and aaPanel 7.25, panels store a private key in a form that no web server loads. This one's version is older or not known. Nothing was sent.",
    ),
  }[rule];
}

function unsupportedText({ before }: FailureOf<"unsupported">): string {
  if (before === undefined) return l10n.t("This panel's edition or version does not support this.");
  const panel = `${editionText(before.edition)} ${before.version}`;
  return l10n.t(
    "Before {0}, panels do not have this in a form that can be used here. This one is older. Nothing was sent.",
    panel,
  );
}

function networkWords({ code, answeredBefore }: FailureOf<"network">, address: string | undefined): FailureWords {
  const short = l10n.t("not reachable");
  switch (code) {
    case "ECONNREFUSED":
      return [
        short,
        l10n.t("Nothing answers at this address and port. Check the port, and that the panel is running."),
      ];
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return [short, l10n.t("The host name was not found. Check its spelling and your network.")];
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return [short, l10n.t("The server cannot be reached from this network.")];
    case "ETIMEDOUT":
      return [short, l10n.t("The server does not answer. A firewall may be blocking the panel's port.")];
    case "ERR_PROXY_TUNNEL":
      return [short, l10n.t("The proxy did not connect to the panel. Check the http.proxy setting of VS Code.")];
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      if (answeredBefore === true)
        return [
          l10n.t("connection lost"),
          l10n.t("The server closed the connection before its answer was complete. The panel may be restarting."),
        ];
      if (address?.startsWith("http://") === true)
        return [
          short,
          l10n.t(
            "The server closed the connection. A panel with SSL does this when it is called over http, and so does a forwarded port without a panel behind it.",
          ),
        ];
      return [
        short,
        l10n.t("The server closed the connection before its answer was complete. Check that the port is the panel's."),
      ];
    default:
      return [short, l10n.t("The connection to the panel failed ({0}).", code)];
  }
}

function tlsWords({ problem, code }: FailureOf<"tls">): FailureWords {
  const words: Readonly<Record<FailureOf<"tls">["problem"], FailureWords>> = {
    untrusted: [
      l10n.t("certificate not trusted"),
      l10n.t("This computer does not trust the panel's certificate ({0}).", code),
    ],
    changed: [
      l10n.t("certificate changed"),
      l10n.t("The panel's certificate is not the one you trusted. Nothing was sent."),
    ],
    notTls: [
      l10n.t("not encrypted"),
      l10n.t(
        "This panel is stored with https, but its port answers without encryption. Nothing was sent: the connection may be intercepted. Check on the server itself whether the panel's SSL was turned off.",
      ),
    ],
    other: [l10n.t("no secure connection"), l10n.t("No secure connection could be made ({0}).", code)],
  };
  return words[problem];
}

function refusedWords({ reason, clientAddress, lockedUntil }: FailureOf<"refused">): FailureWords {
  const words: Readonly<Record<FailureOf<"refused">["reason"], FailureWords>> = {
    key: [
      l10n.t("key refused"),
      l10n.t(
        "The panel refused the API key. Nothing more is sent until you choose Try Again: after 20 refusals a panel locks this computer out for an hour.",
      ),
    ],
    ip: [l10n.t("IP not allowed"), notAllowedText(clientAddress)],
    locked: [l10n.t("locked out"), lockedOutText(lockedUntil)],
    unknown: [l10n.t("call refused"), l10n.t("The panel refused the call.")],
  };
  return words[reason];
}

function notAllowedText(clientAddress: string | undefined): string {
  if (clientAddress === undefined)
    return l10n.t(
      "This computer is not on the panel's IP allowlist. Add it in the panel under Settings > API interface, then choose Try Again.",
    );
  return l10n.t(
    "This computer's address {0} is not on the panel's IP allowlist. Add it in the panel under Settings > API interface, then choose Try Again.",
    clientAddress,
  );
}

function lockedOutText(lockedUntil: number | undefined): string {
  if (lockedUntil === undefined)
    return l10n.t(
      "The panel has locked this computer out for an hour after 20 refused calls. Restarting the panel lifts the lock.",
    );
  return l10n.t(
    "The panel has locked this computer out after 20 refused calls, until {0} at the latest. Restarting the panel lifts the lock.",
    timeOfDay(lockedUntil),
  );
}

/** What our own reading of an answer found, in parentheses, as no field of the panel's is. */
const readings: Readonly<Record<string, () => string>> = {
  "(total)": () => l10n.t("The panel's list is not complete, or changed while it was read."),
  "(more)": () => l10n.t("The panel's list has more entries than are read."),
  "(key)": () =>
    l10n.t("The panel's list has an entry twice, or one without a name, so it is not certain which is meant."),
  "(configuration)": () => l10n.t("The website's configuration was not found on the server."),
  "(entries)": () =>
    l10n.t("The panel lists nothing in this directory, although it counts entries there: it leaves out their names."),
  "(identity)": () => l10n.t("The panel's answer does not show that this is still the same one."),
};

/** What our own reading found, in sentences; `undefined`: a field of the panel's is at fault. */
export function readingText(fields: readonly string[]): string | undefined {
  const foundTexts = new Set(fields.map((field) => (Object.hasOwn(readings, field) ? readings[field]?.() : undefined)));
  if (foundTexts.size === 0 || foundTexts.has(undefined)) return undefined;
  return sentences(...foundTexts);
}

function malformedText(fields: readonly string[]): string {
  const foundText = readingText(fields);
  if (foundText !== undefined) return foundText;
  const namedFields = fields.filter((field) => !field.startsWith("("));
  if (namedFields.length === 0) return l10n.t("The panel's answer could not be read. The log names the operation.");
  return l10n.t("The panel's answer could not be read ({0}). The log names the operation.", listText(namedFields));
}

function pageWords(failure: FailureOf<"page">, place: "panel" | "list"): FailureWords {
  const { status, form } = failure;
  if (form === "entrance")
    return [
      place === "list" ? l10n.t("could not be listed") : l10n.t("not supported"),
      l10n.t(
        "The panel answered with its page about the security entrance (HTTP {0}). BaoTa 7.9 and aaPanel 6.8 do so where they lack an operation, or fail at it.",
        status,
      ),
    ];
  if (form === "exception")
    return [
      l10n.t("server error {0}", status),
      l10n.t("The panel sent a report of an error of its own (HTTP {0}): the operation failed on the server.", status),
    ];
  const long = l10n.t(
    "The panel answered with something other than data (HTTP {0}). Its API may be turned off, the port may belong to something else, or the operation failed on the server.",
    status,
  );
  if (status === 401)
    return [
      l10n.t("password needed"),
      l10n.t(
        "The server asks for a user name and password (BasicAuth). A panel with BasicAuth turned on asks for them when it refuses the key; a server in front of it may ask for its own.",
      ),
    ];
  if (status === 403)
    return [
      l10n.t("access forbidden"),
      l10n.t(
        "The panel forbids the call. Either it is bound to a domain, which must then be used as its address, or its own IP limit excludes this computer.",
      ),
    ];
  if (isOfGateway(status))
    return [
      l10n.t("server error {0}", status),
      l10n.t(
        "Something in front of the panel answered in its place (HTTP {0}). The panel may be busy, restarting or stopped, or the address may be that of something else.",
        status,
      ),
    ];
  if (status >= 500) return [l10n.t("server error {0}", status), long];
  if (!isNotFoundPage(failure)) return [l10n.t("sent no data"), long];
  if (place === "list") return [l10n.t("could not be listed"), long];
  return [l10n.t("API may be off"), long];
}

/** Whether a proxy says so that got no answer itself; from 520 on they are Cloudflare's. Panels send none of them. */
function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

function redirectWords(redirect: Redirect): FailureWords {
  const words: Readonly<Record<Redirect, FailureWords>> = {
    login: [
      l10n.t("sent its login page"),
      l10n.t(
        "The panel redirects to its login page. Either its API is off, to which BaoTa before 8.0 and aaPanel 6.8.27 answer so, or the API's IP allowlist has an entry such as 10.0.0.0/8: BaoTa, and aaPanel before 7.58, take single addresses and ranges only.",
      ),
    ],
    close: [
      l10n.t("panel closed"),
      l10n.t("The panel is closed: somebody has turned off its pages and its API on the server."),
    ],
    bind: [
      l10n.t("no account bound"),
      l10n.t(
        "The panel redirects to the page that binds it to an account, as a panel that was never opened does once. If it goes on doing so, open the panel in the browser.",
      ),
    ],
    error: [
      l10n.t("panel error"),
      l10n.t("The panel redirects to its error page: something is wrong on the server. Open the panel in the browser."),
    ],
    password: [
      l10n.t("password expired"),
      l10n.t("The panel's password has expired. Change it in the panel: until then, the panel answers nothing else."),
    ],
    other: [
      l10n.t("redirected"),
      l10n.t("The call was redirected to another address. Check that scheme, host and port are the panel's."),
    ],
  };
  return words[redirect];
}

/** Why a panel's record could not be read, stored or removed on this computer, and what to do. */
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

/** The name of a parameter, by its dotted path in an operation. */
function fieldText(field: string): string {
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
