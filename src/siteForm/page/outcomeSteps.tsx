import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { filled } from "../filled.ts";
import type { SiteCredential, SiteOutcome, SitePart } from "../protocol.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import { announce } from "./announce.ts";
import { credentialNames, credentialsText } from "./credentialsText.ts";
import { FactList } from "./factList.tsx";
import type { FormState } from "./formState.ts";

type Texts = SiteFormTexts["form"];
type Created = Extract<SiteOutcome, { readonly kind: "created" | "partly" }>;

/** A site that is there: which of its parts were created, and its credentials, once. */
export function CreatedStep({ form, outcome }: { readonly form: FormState; readonly outcome: Created }) {
  const texts = form.texts.form;
  const { siteId, siteName, credentials, parts } = outcome;
  const warnings = outcome.kind === "partly" ? [outcome.reason, ...outcome.warnings] : outcome.warnings;
  const id = siteId === undefined ? [] : [[texts.siteId, String(siteId)] as const];
  const asked = parts.filter(({ part, state }) => part !== "git" && state !== "notAsked");
  const git = parts.filter(({ part }) => part === "git");
  return (
    <Outcome title={filled(titleOf(texts, outcome), siteName)} warnings={warnings}>
      <FactList rows={[...id, ...asked.map((part) => partRow(texts, part))]} />
      {credentials.length > 0 && <Credentials form={form} siteName={siteName} credentials={credentials} />}
      {git.length > 0 && (
        <details>
          <summary>{texts.details}</summary>
          <FactList rows={git.map((part) => partRow(texts, part))} />
        </details>
      )}
      <div class="actions">
        <RevealButton form={form} />
        <button type="button" class="secondary" onClick={() => void form.createAnother()}>
          {texts.another}
        </button>
        <CloseButton form={form} />
      </div>
    </Outcome>
  );
}

interface ExistedStepProps {
  readonly form: FormState;
  readonly outcome: Extract<SiteOutcome, { readonly kind: "existed" }>;
}

/** A site that another form has created: nothing was sent, and what was typed is kept. */
export function ExistedStep({ form, outcome }: ExistedStepProps) {
  const texts = form.texts.form;
  return (
    <Outcome title={filled(texts.existedTitle, outcome.siteName)} warnings={[outcome.reason, ...outcome.warnings]}>
      <FactList rows={[[texts.siteId, String(outcome.siteId)]]} />
      <div class="actions">
        <RevealButton form={form} />
        <button type="button" class="secondary" onClick={() => form.back()}>
          {texts.back}
        </button>
        <CloseButton form={form} />
      </div>
    </Outcome>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly warnings: readonly string[];
  readonly children: ComponentChildren;
}

function Outcome({ title, warnings, children }: OutcomeProps) {
  return (
    <section aria-labelledby="outcome-title">
      <h2 id="outcome-title" tabindex={-1} class="step-title">
        {title}
      </h2>
      {warnings.length > 0 && (
        <div class="banner warning">
          {warnings.map((warning) => (
            <p>{warning}</p>
          ))}
        </div>
      )}
      {children}
    </section>
  );
}

function RevealButton({ form }: { readonly form: FormState }) {
  return (
    <button type="button" class="primary" onClick={() => void form.connection.succeeds("reveal", {})}>
      {form.texts.form.reveal}
    </button>
  );
}

function CloseButton({ form }: { readonly form: FormState }) {
  return (
    <button type="button" class="secondary" onClick={() => void form.connection.succeeds("close", {})}>
      {form.texts.form.close}
    </button>
  );
}

function titleOf(texts: Texts, { kind, warnings }: Created): string {
  if (kind === "partly") return texts.partlyTitle;
  return warnings.length === 0 ? texts.createdTitle : texts.createdWarningTitle;
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

interface CredentialsProps {
  readonly form: FormState;
  readonly siteName: string;
  readonly credentials: readonly SiteCredential[];
}

function Credentials({ form, siteName, credentials }: CredentialsProps) {
  const texts = form.texts.form;
  const names = credentialNames(texts);
  const all = () => credentialsText(texts, siteName, credentials);
  return (
    <section aria-labelledby="credentials-title">
      <div class="with-button">
        <h3 id="credentials-title">{texts.credentials}</h3>
        <CopyButton form={form} name={texts.copyAll} what={texts.allCredentials} text={all} />
      </div>
      <p class="help">{texts.credentialsHelp}</p>
      <dl class="facts">
        {credentials.map(({ name, value }) => (
          <div class="credential">
            <dt>{names[name]}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton form={form} name={texts.copy} what={names[name]} text={() => value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How long a button shows the result of its last press. */
const RESULT_MS = 3_000;

interface CopyButtonProps {
  readonly form: FormState;
  readonly name: string;
  /** What is copied, in words. */
  readonly what: string;
  readonly text: () => string;
}

/** A button that copies a text and shows for a moment whether that worked. */
function CopyButton({ form, name, what, text }: CopyButtonProps) {
  const { copied, copyFailed, pair } = form.texts.form;
  const [result, setResult] = useState<string | undefined>(undefined);
  const reset = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const copy = async (): Promise<void> => {
    const shown = (await form.connection.succeeds("copy", { text: text() })) ? copied : copyFailed;
    setResult(shown);
    announce(filled(pair, shown, what));
    clearTimeout(reset.current);
    reset.current = setTimeout(() => setResult(undefined), RESULT_MS);
  };
  const label = result ?? name;
  return (
    // its name begins with what it shows, so that a person can call it by either
    <button type="button" class="secondary" aria-label={filled(pair, label, what)} onClick={() => void copy()}>
      {label}
    </button>
  );
}
