import { decodeDomains } from "../../characters/decodeDomains.ts";
import { listIn } from "../../characters/listIn.ts";
import { filled } from "../filled.ts";
import { phpVersionOf, portsOf, type PlannedSite } from "../plannedSite.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import { categoryShown, phpLabel } from "./choices.ts";
import { FactList } from "./factList.tsx";
import type { FormState, Step } from "./formState.ts";
import { issueText } from "./issueText.ts";

interface ReviewStepProps {
  readonly form: FormState;
  readonly step: Extract<Step, { readonly kind: "review" }>;
}

/** The step that says what is going to happen; the only one from which anything is sent. */
export function ReviewStep({ form, step: { plan, isBusy } }: ReviewStepProps) {
  const texts = form.texts.form;
  const { site, issues } = plan;
  const again = form.isAgain(site) ? [texts.reviewAgain] : [];
  const notes = [...again, ...issues.map((issue) => issueText(form.texts, issue))];
  const obstacle = form.obstacleText;
  return (
    <section aria-labelledby="review-title" aria-busy={isBusy}>
      <h2 id="review-title" tabindex={-1} class="step-title">
        {texts.reviewTitle}
      </h2>
      {notes.length > 0 && (
        <div class="banner warning">
          <p>
            <strong>{texts.reviewWarnings}</strong>
          </p>
          <ul>
            {notes.map((note) => (
              <li>{note}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{texts.reviewSite}</h3>
      <FactList rows={summary(form, site)} />
      <h3>{texts.reviewEffects}</h3>
      <ul class="effects">
        {effects(texts, site).map((effect) => (
          <li>{effect}</li>
        ))}
      </ul>
      <div class="actions">
        <button
          type="button"
          class="primary"
          id="create"
          aria-describedby="create-obstacle"
          // not disabled: the focus would be lost with it
          aria-disabled={isBusy || obstacle !== ""}
          onClick={() => void form.create()}
        >
          {texts.create}
        </button>
        <button type="button" class="secondary" hidden={isBusy} onClick={() => form.back()}>
          {texts.back}
        </button>
        {isBusy && <CancelButton form={form} />}
        <p id="create-obstacle" class="status" hidden={obstacle === ""}>
          {obstacle}
        </p>
      </div>
      <Progress form={form} isBusy={isBusy} />
    </section>
  );
}

/** The step of a page that did not send a site itself, until its outcome is known. */
export function LookingStep({ form }: { readonly form: FormState }) {
  return (
    <section aria-labelledby="busy-title" aria-busy="true">
      <h2 id="busy-title" tabindex={-1} class="step-title">
        {form.draft.domain}
      </h2>
      <div class="actions">
        <CancelButton form={form} />
      </div>
      <Progress form={form} isBusy />
    </section>
  );
}

function CancelButton({ form }: { readonly form: FormState }) {
  return (
    <button type="button" class="secondary" id="cancel" onClick={() => form.cancel()}>
      {form.texts.form.cancel}
    </button>
  );
}

function Progress({ form, isBusy }: { readonly form: FormState; readonly isBusy: boolean }) {
  return (
    <div id="status">
      <div class="progress" hidden={!isBusy} />
      <p class="status" hidden={form.status === ""}>
        {form.status}
      </p>
    </div>
  );
}

function summary(form: FormState, site: PlannedSite): readonly (readonly [string, string])[] {
  const texts = form.texts.form;
  const category = categoryShown(texts, form.choices, site.typeId);
  const { database } = site;
  return [
    [texts.reviewPanel, filled(texts.aside, form.panel.name, form.panel.address)],
    [texts.domain, domainShown(texts, site.domain)],
    [
      texts.additionalDomains,
      site.additionalDomains.map((domain) => domainShown(texts, domain)).join("\n") || texts.reviewNone,
    ],
    [texts.root, site.root],
    [texts.php, phpLabel(texts, site.php)],
    [texts.port, String(site.port)],
    ...(category === undefined ? [] : [[texts.category, category] as const]),
    [texts.remark, site.note || texts.reviewNone],
    [texts.partFtp, site.ftp?.user ?? texts.reviewNone],
    [
      texts.databaseName,
      database === undefined ? texts.reviewNone : filled(texts.aside, database.user, database.charset),
    ],
  ];
}

/** In its own script, with what is sent beside it. */
function domainShown(texts: SiteFormTexts["form"], domain: string): string {
  const shown = decodeDomains(domain);
  return shown === domain ? domain : filled(texts.aside, shown, domain);
}

function effects(texts: SiteFormTexts["form"], site: PlannedSite): readonly string[] {
  const version = phpVersionOf(site.php);
  return [
    filled(texts.effectDirectory, site.root),
    texts.effectFiles,
    ...(version === undefined ? [] : [filled(texts.effectPhp, version)]),
    filled(texts.effectFirewall, listIn(document.documentElement.lang, portsOf(site).map(String))),
    texts.effectReload,
    ...(site.ftp === undefined ? [] : [filled(texts.effectFtp, site.ftp.user)]),
    ...(site.database === undefined ? [] : [filled(texts.effectDatabase, site.database.user)]),
  ];
}
