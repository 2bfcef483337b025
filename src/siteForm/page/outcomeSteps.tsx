import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PartState, SiteCredential } from "../createdSite.ts";
import { type ShownOutcome, siteSteps, type SiteStep } from "../protocol.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { announce } from "./dom.ts";
import { FactList } from "./fields.tsx";
import type { FormState } from "./formState.ts";

interface OutcomeStepProps {
  readonly form: FormState;
  readonly outcome: Extract<ShownOutcome, { readonly kind: "created" | "partly" | "sent" | "existed" }>;
}

/** An existing or created site with its parts and, once, its credentials. */
export function OutcomeStep({ form, outcome }: OutcomeStepProps) {
  const { title, reason, warnings, site } = outcome;
  const notes = reason === undefined ? warnings : [reason, ...warnings];
  const isListed = outcome.kind !== "sent";
  const id = site.id === undefined ? [] : [[l10n.t("Website ID"), String(site.id)] as const];
  return (
    <section aria-labelledby="outcome-title">
      <h2 id="outcome-title" tabindex={-1} class="step-title">
        {title}
      </h2>
      {notes.length > 0 && (
        <div class="banner warning">
          {notes.map((note) => (
            <p>{note}</p>
          ))}
        </div>
      )}
      {outcome.kind === "existed" ? <FactList rows={id} /> : <Created form={form} outcome={outcome} id={id} />}
      <div class="actions">
        {isListed && (
          <button type="button" class="primary" onClick={() => void form.connection.succeeds("reveal")}>
            {l10n.t("Show in Side Bar")}
          </button>
        )}
        {isListed &&
          site.id !== undefined &&
          siteSteps.map((step) => (
            <Secondary onClick={() => void form.connection.succeeds("goOn", { step })}>{stepText(step)}</Secondary>
          ))}
        {outcome.kind === "existed" ? (
          // nothing was sent, so the entries are kept
          <Secondary onClick={() => form.back()}>{l10n.t("Back")}</Secondary>
        ) : (
          <Secondary onClick={() => void form.createAnother()}>{l10n.t("Create Another Website")}</Secondary>
        )}
        <Secondary onClick={() => void form.connection.succeeds("close")}>{l10n.t("Close")}</Secondary>
      </div>
    </section>
  );
}

function stepText(step: SiteStep): string {
  return { deploy: l10n.t("Deploy…"), openFiles: l10n.t("Open Files"), openInBrowser: l10n.t("Open in Browser") }[step];
}

function Secondary({ onClick, children }: { readonly onClick: () => void; readonly children: ComponentChildren }) {
  return (
    <button type="button" class="secondary" onClick={onClick}>
      {children}
    </button>
  );
}

interface CreatedProps {
  readonly form: FormState;
  readonly outcome: Extract<ShownOutcome, { readonly kind: "created" | "partly" | "sent" }>;
  readonly id: readonly (readonly [string, string])[];
}

function Created({ form, outcome: { kind, site }, id }: CreatedProps) {
  const parts = [
    [l10n.t("Website"), kind === "sent" ? "unknown" : "created"],
    [l10n.t("FTP user"), site.ftp],
    [l10n.t("Database"), site.database],
  ] as const;
  const asked = parts
    .filter(([, state]) => state !== "notAsked")
    .map(([name, state]) => [name, stateText(state)] as const);
  return (
    <>
      <FactList rows={[...id, ...asked]} />
      {site.credentials.length > 0 && (
        <Credentials form={form} siteName={decodeDomains(site.name)} credentials={site.credentials} />
      )}
      <details>
        <summary>{l10n.t("Details")}</summary>
        <FactList rows={[[l10n.t("Git deployment"), stateText(site.git)]]} />
      </details>
    </>
  );
}

function stateText(state: PartState): string {
  const texts: Readonly<Record<PartState, string>> = {
    created: l10n.t("created"),
    failed: l10n.t("not created"),
    unknown: l10n.t("unknown"),
    notAsked: l10n.t("not requested"),
  };
  return texts[state];
}

interface CredentialsProps {
  readonly form: FormState;
  readonly siteName: string;
  readonly credentials: readonly SiteCredential[];
}

function Credentials({ form, siteName, credentials }: CredentialsProps) {
  const names: Readonly<Record<SiteCredential["name"], string>> = {
    ftpUser: l10n.t("FTP user"),
    ftpPassword: l10n.t("FTP password"),
    databaseName: l10n.t("Database"),
    databaseUser: l10n.t("Database user"),
    databasePassword: l10n.t("Database password"),
  };
  // one line each, to paste somewhere safe
  const all = [
    [l10n.t("Website"), siteName] as const,
    ...credentials.map(({ name, value }) => [names[name], value] as const),
  ]
    .map(([name, value]) => `${l10n.t("{0}: {1}", name, value)}\n`)
    .join("");
  return (
    <section aria-labelledby="credentials-title">
      <div class="with-button">
        <h3 id="credentials-title">{l10n.t("Credentials")}</h3>
        <CopyButton form={form} name={l10n.t("Copy All")} what={l10n.t("website and credentials")} text={all} />
      </div>
      <p class="help">
        {l10n.t("They are shown only once and never stored here. Copy them before you close the form.")}
      </p>
      <dl class="facts">
        {credentials.map(({ name, value }) => (
          <div class="credential">
            <dt>{names[name]}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton form={form} name={l10n.t("Copy")} what={names[name]} text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Time for which a button shows its result. */
const RESULT_MS = 3_000;

interface CopyButtonProps {
  readonly form: FormState;
  readonly name: string;
  /** Description of the copied text. */
  readonly what: string;
  readonly text: string;
}

/** A button that copies a text and briefly shows the result. */
function CopyButton({ form, name, what, text }: CopyButtonProps) {
  const [result, setResult] = useState<string | undefined>(undefined);
  const reset = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const copy = async (): Promise<void> => {
    const shown = (await form.connection.succeeds("copy", { text })) ? l10n.t("Copied") : l10n.t("Not copied");
    setResult(shown);
    announce(l10n.t("{0}: {1}", shown, what));
    clearTimeout(reset.current);
    reset.current = setTimeout(() => setResult(undefined), RESULT_MS);
  };
  const label = result ?? name;
  return (
    // the accessible name starts with the visible label, for voice control
    <button type="button" class="secondary" aria-label={l10n.t("{0}: {1}", label, what)} onClick={() => void copy()}>
      {label}
    </button>
  );
}
