import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import { spacedNumbers } from "../characters/spacedNumbers.ts";
import type { Asker, Finding, Mark, Step } from "../doctor/finding.ts";
import { softwareText } from "./editionTexts.ts";
import { failureText } from "./failureTexts.ts";
import { once, windowLanguage } from "./language.ts";
import { listText, namedText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { groupText } from "./resourceTexts.ts";
import { timeText } from "./timeTexts.ts";

const stepTexts = once((): Readonly<Record<Step, string>> => ({
  address: l10n.t("Address"),
  name: l10n.t("Host Name (DNS)"),
  port: l10n.t("Port (TCP)"),
  secure: l10n.t("Certificate (TLS)"),
  panel: l10n.t("Is It a Panel"),
  api: l10n.t("API"),
  allowed: l10n.t("IP Allowlist"),
  key: l10n.t("API Key"),
  clock: l10n.t("Clock"),
  edition: l10n.t("Edition and Version"),
  offer: l10n.t("What It Offers"),
}));

/** The name of a step. */
export function stepName(step: Step): string {
  return stepTexts()[step];
}

/** The meaning of a mark in a word. */
export function markText(mark: Mark): string {
  return { tick: l10n.t("OK"), cross: l10n.t("fault"), unknown: l10n.t("not known") }[mark];
}

/** What was seen at a step, in a sentence or two; plain text that may hold a panel's own words. @param address of the panel */
export function findingText({ step, seen }: Finding, address: string): string {
  switch (seen.fact) {
    case "failure": {
      const { failure, isEarlier } = seen;
      const refusedAt = isEarlier === true && failure.kind === "refused" && failure.at;
      return sentences(
        failureText(failure, address),
        typeof refusedAt === "number" &&
          l10n.t("That was at {0}. The panel has answered no signed call since.", timeText(refusedAt)),
      );
    }
    case "asStranger":
      return l10n.t(
        "The panel answers a signed call as it answers strangers. Most likely its API is off: turn it on in the panel under Settings > API interface.",
      );
    case "notReached":
      return l10n.t("It did not come to this.");
    case "fine":
      return fineText(step);
    case "unlikePanel":
      return l10n.t("Something answers, but not as panels answer strangers.");
    case "address":
      return askedText(seen.address, seen.from);
    case "numeric":
      return l10n.t("The address is a number, so there is no name to look up.");
    case "resolved":
      return l10n.t("It leads to {0}.", listText(seen.addresses));
    case "connected":
      return l10n.t("It takes connections, after {0} ms.", numberText(Math.round(seen.milliseconds)));
    case "throughProxy":
      return l10n.t("Not from this computer itself, but through a proxy.");
    case "plain":
      if (seen.isLocal) return l10n.t("Nothing is encrypted, and nothing leaves this computer.");
      return l10n.t("Nothing is encrypted, as you have agreed.");
    case "trusted":
      if (seen.by === "pin") return l10n.t("It is the certificate that you have trusted.");
      return l10n.t("This computer trusts the certificate.");
    case "clock":
      return clockText(seen.aheadMs);
    case "software":
      return softwareText(seen.edition, seen.version) ?? l10n.t("The panel did not say what it is.");
    case "offer": {
      const { groups, hidden } = seen;
      return sentences(
        l10n.t("In the tree: {0}.", listText(groups.map(groupText))),
        hidden.length > 0 && l10n.t("Hidden by you: {0}.", listText(hidden.map(groupText))),
      );
    }
    default:
      return seen satisfies never;
  }
}

const SIGNS: Readonly<Record<Mark, string>> = { tick: "✓", cross: "✗", unknown: "?" };

/** A diagnosis in lines, to be sent to somebody else. @param time in milliseconds since the epoch */
export function diagnosisText(
  { name, address }: { readonly name: string; readonly address: string },
  findings: readonly Finding[],
  time: number,
): string {
  const title = l10n.t("Connection to “{0}”, {1}", name, timeText(time));
  const lines = findings.map((finding) => {
    const { step, mark } = finding;
    return `${SIGNS[mark]} ${namedText(stepName(step), findingText(finding, address))}`;
  });
  return [title, ...lines].join("\n");
}

function fineText(step: Step): string {
  const texts: Readonly<Partial<Record<Step, string>>> = {
    panel: l10n.t("It answers strangers as panels do."),
    api: l10n.t("The panel takes signed calls."),
    allowed: l10n.t("The panel lets this computer in."),
    key: l10n.t("The panel accepts the key."),
  };
  return texts[step] ?? "";
}

function askedText(address: string, { computer, place }: Asker): string {
  return {
    only: l10n.t("{0}, asked from this computer, “{1}”.", address, computer),
    remote: l10n.t("{0}, asked from “{1}”, the computer that this remote window works on.", address, computer),
    besideRemote: l10n.t(
      "{0}, asked from “{1}”, which you sit at, and not from the remote computer.",
      address,
      computer,
    ),
  }[place];
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

function clockText(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return l10n.t("The panel's answer has no time.");
  const [unit, milliseconds] = UNITS.find(([, size]) => Math.abs(aheadMs) >= size) ?? [];
  if (unit === undefined) return l10n.t("The server's clock shows the same time as this computer's.");
  const format = new Intl.NumberFormat(windowLanguage(), { style: "unit", unit, unitDisplay: "long" });
  const difference = spacedNumbers(format.format(Math.floor(Math.abs(aheadMs) / milliseconds)));
  const harmless = l10n.t("Calls work all the same, but times in logs may mislead.");
  if (aheadMs > 0)
    return sentences(l10n.t("The server's clock is ahead of this computer's by {0}.", difference), harmless);
  return sentences(l10n.t("The server's clock is behind this computer's by {0}.", difference), harmless);
}
