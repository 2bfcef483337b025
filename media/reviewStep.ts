import { phpVersionOf, portsOf, type PlannedSite } from "../src/siteForm/plannedSite.ts";
import type { SiteDraftIssue } from "../src/siteForm/siteDraftRules.ts";
import type { SiteFormInit } from "../src/siteForm/siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../src/siteForm/siteFormTextsSchema.ts";
import { phpLabel } from "./parts/fieldChoices.ts";
import { button, element } from "./parts/element.ts";
import { obstacleText } from "./parts/formHeader.ts";
import { factList } from "./parts/factList.ts";
import { issueText } from "./issueText.ts";
import { sendProgress } from "./sendProgress.ts";
import { decodeDomains } from "../src/characters/decodeDomains.ts";
import { listIn } from "../src/characters/listIn.ts";

/** What the second step shows and whom it tells. */
export interface ReviewStepOptions {
  readonly init: SiteFormInit;
  readonly site: PlannedSite;
  /** Absent where the panel did not tell its categories. */
  readonly category: string | undefined;
  readonly warnings: readonly SiteDraftIssue[];
  /** The same was sent before, and what became of it is not known. */
  readonly isAgain: boolean;
  readonly onBack: () => void;
  /** Called once until `settle`. */
  readonly onCreate: () => void;
  readonly onCancel: () => void;
}

/** The step that says what is going to happen; the only one from which anything is sent. */
export interface ReviewStep {
  readonly root: HTMLElement;
  readonly isBusy: () => boolean;
  /** Why nothing can be created now, in words; empty: it can. */
  readonly setObstacle: (text: string) => void;
  /** Says where it stands while it is busy. */
  readonly say: (text: string) => void;
  /** The wait is over without a site: the button works again, and `message` says why. */
  readonly settle: (message: string) => void;
}

export function reviewStep(options: ReviewStepOptions): ReviewStep {
  const { init, site } = options;
  const texts = init.texts.form;
  const progress = sendProgress(texts, options.onCancel);
  const back = button("secondary", texts.back, options.onBack);
  const create = button("primary", texts.create, () => start(), {
    "aria-describedby": "create-obstacle",
  });
  const obstacle = element("p", { id: "create-obstacle", class: "status", hidden: true });
  const notes = reviewNotes(options);
  let isBusy = false;

  const showState = (): void => {
    // not disabled: the focus would be lost with it
    create.setAttribute("aria-disabled", String(isBusy || obstacle.textContent !== ""));
    obstacle.hidden = obstacle.textContent === "";
  };
  const setObstacle = (text: string): void => {
    obstacle.textContent = text;
    showState();
  };
  const setBusy = (busy: boolean): void => {
    isBusy = busy;
    if (!busy && document.activeElement === progress.cancel) create.focus();
    progress.setBusy(busy);
    back.hidden = busy;
    showState();
    root.setAttribute("aria-busy", String(busy));
  };
  const start = (): void => {
    if (isBusy || obstacle.textContent !== "") return;
    setBusy(true);
    progress.say(filled(texts.creating, decodeDomains(site.domain)));
    options.onCreate();
  };

  const root = element(
    "section",
    { "aria-labelledby": "review-title" },
    element("h2", { id: "review-title", tabindex: "-1", class: "step-title" }, texts.reviewTitle),
    ...(notes.length === 0 ? [] : [warningBox(texts.reviewWarnings, notes)]),
    element("h3", {}, texts.reviewSite),
    summary(options),
    element("h3", {}, texts.reviewEffects),
    element("ul", { class: "effects" }, ...effects(texts, site).map((effect) => element("li", {}, effect))),
    element("div", { class: "actions" }, create, back, progress.cancel, obstacle),
    progress.root,
  );
  const known = init.panel.obstacle;
  setObstacle(known === undefined ? "" : obstacleText(texts, known));
  return {
    root,
    setObstacle,
    isBusy: () => isBusy,
    say: progress.say,
    settle(message) {
      setBusy(false);
      progress.say(message);
    },
  };
}

function reviewNotes({ init, warnings, isAgain }: ReviewStepOptions): readonly string[] {
  const { form } = init.texts;
  return [...(isAgain ? [form.reviewAgain] : []), ...warnings.map((issue) => issueText(init.texts, issue))];
}

function summary({ init, site, category }: ReviewStepOptions): HTMLElement {
  const texts = init.texts.form;
  const rows: readonly (readonly [string, string])[] = [
    [texts.reviewPanel, filled(texts.aside, init.panel.name, init.panel.address)],
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
      site.database === undefined ? texts.reviewNone : filled(texts.aside, site.database.user, site.database.charset),
    ],
  ];
  return factList(rows);
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

function warningBox(title: string, notes: readonly string[]): HTMLElement {
  return element(
    "div",
    { class: "banner warning" },
    element("p", {}, element("strong", {}, title)),
    element("ul", {}, ...notes.map((note) => element("li", {}, note))),
  );
}
