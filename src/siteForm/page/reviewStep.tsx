import * as l10n from "@vscode/l10n";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { listIn } from "../../characters/listIn.ts";
import { phpLabel, phpVersionOf, portsOf, type PlannedSite } from "../plannedSite.ts";
import { reviewedCategory } from "./choices.ts";
import { FactList } from "./fields.tsx";
import { mayBeSentText, obstacleText } from "./banners.tsx";
import type { FormState, Step } from "./formState.ts";

interface ReviewStepProps {
  readonly form: FormState;
  readonly step: Extract<Step, { readonly kind: "review" }>;
}

/** Summary of what will happen; the only step from which a site is sent. */
export function ReviewStep({ form, step: { plan, isRepeated, isBusy } }: ReviewStepProps) {
  const { site, issues } = plan;
  const notes = [...(isRepeated ? [mayBeSentText()] : []), ...issues.map(({ text }) => text)];
  const obstacle = obstacleText(form.panel);
  return (
    <section aria-labelledby="review-title" aria-busy={isBusy}>
      <h2 id="review-title" tabindex={-1} class="step-title">
        {l10n.t("Review")}
      </h2>
      {notes.length > 0 && (
        <div class="banner warning">
          <p>
            <strong>{l10n.t("Check this before you create the website")}</strong>
          </p>
          <ul>
            {notes.map((note) => (
              <li>{note}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{l10n.t("This will be created")}</h3>
      <FactList rows={summary(form, site)} />
      <h3>{l10n.t("What happens on the server")}</h3>
      <ul class="effects">
        {effects(site).map((effect) => (
          <li>{effect}</li>
        ))}
      </ul>
      <div class="actions">
        <button
          type="button"
          class="primary"
          id="create"
          aria-describedby="create-obstacle"
          // a disabled button would lose the focus
          aria-disabled={isBusy || obstacle !== ""}
          onClick={() => void form.create()}
        >
          {l10n.t("Create Website")}
        </button>
        <button type="button" class="secondary" hidden={isBusy} onClick={() => form.back()}>
          {l10n.t("Back")}
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

/** Progress of a site that was sent by an earlier page. */
export function PendingStep({ form }: { readonly form: FormState }) {
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
      {l10n.t("Cancel")}
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
  const category = reviewedCategory(form.choices, site.typeId);
  const { database } = site;
  return [
    [l10n.t("Panel"), l10n.t("{0} ({1})", form.panel.name, form.panel.address)],
    [l10n.t("Main domain"), domainShown(site.domain)],
    [
      l10n.t("Additional domains"),
      site.additionalDomains.map((domain) => domainShown(domain)).join("\n") || l10n.t("none"),
    ],
    [l10n.t("Root directory"), site.root],
    [l10n.t("PHP version"), phpLabel(site.php)],
    [l10n.t("Port"), String(site.port)],
    ...(category === undefined ? [] : [[l10n.t("Category"), category] as const]),
    [l10n.t("Note"), site.note || l10n.t("none")],
    [l10n.t("FTP user"), site.ftp?.user ?? l10n.t("none")],
    [
      l10n.t("Database and user name"),
      database === undefined ? l10n.t("none") : l10n.t("{0} ({1})", database.user, database.charset),
    ],
  ];
}

/** A domain in its own script, followed by the punycode that is sent. */
function domainShown(domain: string): string {
  const shown = decodeDomains(domain);
  if (shown === domain) return domain;
  return l10n.t("{0} ({1})", shown, domain);
}

function effects(site: PlannedSite): readonly string[] {
  const version = phpVersionOf(site.php);
  return [
    l10n.t(
      "The directory {0} is created. If it already exists, it is used with all its contents, and the web server's user becomes its owner.",
      site.root,
    ),
    l10n.t("Missing default pages are added."),
    ...(version === undefined ? [] : [l10n.t("PHP {0} runs the files in the directory.", version)]),
    l10n.t(
      "These ports are opened in the server's firewall: {0}.",
      listIn(document.documentElement.lang, portsOf(site).map(String)),
    ),
    l10n.t("The web server reloads the configuration of all its websites."),
    ...(site.ftp === undefined
      ? []
      : [l10n.t("The FTP user {0} can read and change everything in the directory.", site.ftp.user)]),
    ...(site.database === undefined
      ? []
      : [
          l10n.t(
            "The database {0} is created, with a user of the same name who has all rights on it.",
            site.database.user,
          ),
        ]),
  ];
}
