import { credentialNames, credentialsText } from "../credentialsText.ts";
import type { SiteCredential, SiteOutcome, SitePart } from "../siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { copyButton } from "./copyButton.ts";
import { button, element } from "./element.ts";
import { factList } from "./factList.ts";

type Texts = SiteFormTexts["form"];
type Created = Extract<SiteOutcome, { kind: "created" | "partly" }>;

export interface OutcomeStepEvents {
  /** Resolves to whether it is on the clipboard. */
  readonly onCopy: (text: string) => Promise<boolean>;
  readonly onReveal: () => void;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** A site that is there: what of it was created, and its credentials, once. */
export function outcomeStep(texts: Texts, outcome: Created, events: OutcomeStepEvents): HTMLElement {
  const { siteName, warnings, credentials, parts } = outcome;
  const notes = outcome.kind === "partly" ? [outcome.reason, ...warnings] : warnings;
  return element(
    "section",
    { "aria-labelledby": "outcome-title" },
    element(
      "h2",
      { id: "outcome-title", tabindex: "-1", class: "step-title" },
      filled(title(texts, outcome), siteName),
    ),
    ...(notes.length === 0
      ? []
      : [element("div", { class: "banner warning" }, ...notes.map((note) => element("p", {}, note)))]),
    facts(texts, outcome),
    ...(credentials.length === 0 ? [] : [credentialList(texts, siteName, credentials, events)]),
    details(texts, parts),
    element(
      "div",
      { class: "actions" },
      button("primary", texts.reveal, events.onReveal),
      button("secondary", texts.another, events.onAnother),
      button("secondary", texts.close, events.onClose),
    ),
  );
}

function title(texts: Texts, { kind, warnings }: Created): string {
  if (kind === "partly") return texts.partlyTitle;
  return warnings.length === 0 ? texts.createdTitle : texts.createdWarningTitle;
}

function facts(texts: Texts, { siteId, parts }: Created): HTMLElement {
  const id = siteId === undefined ? [] : [[texts.siteId, String(siteId)] as const];
  const asked = parts.filter(({ part, state }) => part !== "git" && state !== "notAsked");
  return factList([...id, ...asked.map((part) => partRow(texts, part))]);
}

/** What a person rarely asks about. */
function details(texts: Texts, parts: readonly SitePart[]): HTMLElement {
  const git = parts.filter(({ part }) => part === "git").map((part) => partRow(texts, part));
  if (git.length === 0) return element("div", { hidden: true });
  return element("details", {}, element("summary", {}, texts.details), factList(git));
}

function partRow(texts: Texts, { part, state }: SitePart): readonly [string, string] {
  const names = { site: texts.partSite, ftp: texts.partFtp, database: texts.partDatabase, git: texts.partGit };
  const states = {
    created: texts.stateCreated,
    failed: texts.stateFailed,
    unknown: texts.stateUnknown,
    notAsked: texts.stateNotAsked,
  };
  return [names[part], states[state]];
}

function credentialList(
  texts: Texts,
  siteName: string,
  credentials: readonly SiteCredential[],
  { onCopy }: OutcomeStepEvents,
): HTMLElement {
  const names = credentialNames(texts);
  const rows = credentials.map(({ name, value }) => {
    const copy = copyButton(texts, texts.copy, names[name], () => onCopy(value));
    return element(
      "div",
      { class: "credential" },
      element("dt", {}, names[name]),
      element("dd", {}, element("code", {}, value), copy),
    );
  });
  return element(
    "section",
    { "aria-labelledby": "credentials-title" },
    element(
      "div",
      { class: "with-button" },
      element("h3", { id: "credentials-title" }, texts.credentials),
      copyButton(texts, texts.copyAll, texts.allCredentials, () =>
        onCopy(credentialsText(texts, siteName, credentials)),
      ),
    ),
    element("p", { class: "help" }, texts.credentialsHelp),
    element("dl", { class: "facts" }, ...rows),
  );
}
