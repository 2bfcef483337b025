import { phpVersionOf, portsOf, type PlannedSite } from "../src/shared/plannedSite.ts";
import type { SiteDraftIssue } from "../src/shared/siteDraftRules.ts";
import type { SiteFormInit } from "../src/shared/siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../src/shared/siteFormTexts.ts";
import { announce } from "./announce.ts";
import { phpLabel } from "./fieldChoices.ts";
import { button, element } from "./element.ts";
import { issueText } from "./issueText.ts";

/** What the second step shows and whom it tells. */
export interface ReviewStepOptions {
  readonly init: SiteFormInit;
  readonly site: PlannedSite;
  /** Absent where the panel did not tell its categories. */
  readonly category: string | undefined;
  readonly warnings: readonly SiteDraftIssue[];
  readonly onBack: () => void;
  /** Called once until `settle`. */
  readonly onCreate: () => void;
  readonly onCancel: () => void;
}

/** The step that says what is going to happen; the only one from which anything is sent. */
export interface ReviewStep {
  readonly root: HTMLElement;
  /** The wait is over without a site: the button works again, and `message` says why. */
  readonly settle: (message: string) => void;
}

export function reviewStep(options: ReviewStepOptions): ReviewStep {
  const { init, site, warnings } = options;
  const texts = init.texts.form;
  const status = element("p", { class: "status", hidden: true });
  const progress = element("div", { class: "progress", hidden: true });
  const back = button("secondary", texts.back, options.onBack);
  const create = button("primary", texts.create, () => start());
  const cancel = button(
    "secondary",
    texts.cancel,
    () => {
      say(texts.cancelling);
      options.onCancel();
    },
    { hidden: true },
  );
  let isBusy = false;

  const say = (text: string): void => {
    status.textContent = text;
    status.hidden = text === "";
    announce(text);
  };
  const setBusy = (busy: boolean): void => {
    isBusy = busy;
    progress.hidden = !busy;
    back.hidden = busy;
    cancel.hidden = !busy;
    // not disabled: the focus would be lost with it
    create.setAttribute("aria-disabled", String(busy));
    root.setAttribute("aria-busy", String(busy));
  };
  const start = (): void => {
    if (isBusy) return;
    setBusy(true);
    say(filled(texts.creating, site.domain));
    options.onCreate();
  };

  const root = element(
    "section",
    { "aria-labelledby": "review-title" },
    element("h2", { id: "review-title", tabindex: "-1", class: "step-title" }, texts.reviewTitle),
    ...(warnings.length === 0 ? [] : [warningBox(init.texts, warnings)]),
    element("h3", {}, texts.reviewSite),
    summary(options),
    element("h3", {}, texts.reviewEffects),
    element("ul", { class: "effects" }, ...effects(texts, site).map((effect) => element("li", {}, effect))),
    progress,
    status,
    element("div", { class: "actions" }, create, back, cancel),
  );
  return {
    root,
    settle(message) {
      setBusy(false);
      say(message);
    },
  };
}

function summary({ init, site, category }: ReviewStepOptions): HTMLElement {
  const texts = init.texts.form;
  const rows: readonly (readonly [string, string])[] = [
    [texts.reviewPanel, `${init.panel.name} (${init.panel.address})`],
    [texts.domain, site.domain],
    [texts.additionalDomains, site.additionalDomains.join("\n") || texts.reviewNone],
    [texts.root, site.root],
    [texts.php, phpLabel(texts, site.php)],
    [texts.port, String(site.port)],
    ...(category === undefined ? [] : [[texts.category, category] as const]),
    [texts.remark, site.note || texts.reviewNone],
    [texts.partFtp, site.ftp?.user ?? texts.reviewNone],
    [
      texts.databaseName,
      site.database === undefined ? texts.reviewNone : `${site.database.user} (${site.database.charset})`,
    ],
  ];
  return element(
    "dl",
    { class: "facts" },
    ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function effects(texts: SiteFormTexts["form"], site: PlannedSite): readonly string[] {
  const version = phpVersionOf(site.php);
  return [
    filled(texts.effectDirectory, site.root),
    texts.effectFiles,
    ...(version === undefined ? [] : [filled(texts.effectPhp, version)]),
    filled(texts.effectFirewall, portsOf(site).join(", ")),
    texts.effectReload,
    ...(site.ftp === undefined ? [] : [filled(texts.effectFtp, site.ftp.user)]),
    ...(site.database === undefined ? [] : [filled(texts.effectDatabase, site.database.user)]),
  ];
}

function warningBox({ form, rules }: SiteFormTexts, warnings: readonly SiteDraftIssue[]): HTMLElement {
  const lines = warnings.map((issue) => element("li", {}, issueText(rules, issue)));
  return element(
    "div",
    { class: "banner warning" },
    element("p", {}, element("strong", {}, form.reviewWarnings)),
    element("ul", {}, ...lines),
  );
}
