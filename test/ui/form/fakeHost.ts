import type { PlannedSite, SiteRequest } from "../../../src/siteForm/plannedSite.ts";
import { namesAbout, type ListedSites } from "../../../src/siteForm/listedSites.ts";
import type { SiteChoices, SiteFormPanel, SiteOutcome, SubmissionPhase } from "../../../src/siteForm/protocol.ts";
import type { KeptDraft, SiteFormHost } from "../../../src/siteForm/host/siteFormHost.ts";

/** A panel's side of the form that a test steers. */
export class FakeHost implements SiteFormHost {
  panel = { id: "p1", name: "Shop <b>", address: "https://192.0.2.1:8888" } as SiteFormPanel;
  /** What the open list has, and of which edition. */
  sites: ListedSites = { names: [], isOneADomain: false };
  /** As a form that was closed has left it. */
  kept: KeptDraft | undefined;
  removedObstacles = 0;
  choices: SiteChoices | Promise<SiteChoices> | Error = {
    sitesRoot: "/www/wwwroot",
    phpVersions: ["00", "74", "82"],
    categories: [
      { id: 0, name: "默认分类" },
      { id: 1, name: "prod" },
    ],
  };
  readonly submitted: PlannedSite[] = [];
  readonly revealed: unknown[] = [];
  readonly unseen: SiteOutcome[] = [];
  readonly signals: AbortSignal[] = [];
  /** Answers the running submit. */
  settle: (outcome: SiteOutcome) => void = () => undefined;
  /** What every submit is answered with at once; `undefined`: the test calls `settle`. */
  outcome: SiteOutcome | undefined;
  /** What every submit fails with, as a defect would. */
  failure: Error | undefined;

  readonly loadChoices: SiteFormHost["loadChoices"] = async () => {
    if (this.choices instanceof Error) throw this.choices;
    return this.choices;
  };

  readonly listed: SiteFormHost["listed"] = (hosts) => ({
    ...this.sites,
    names: namesAbout(this.sites.names, hosts),
  });

  readonly keptDraft: SiteFormHost["keptDraft"] = async () => this.kept;

  readonly keepDraft: SiteFormHost["keepDraft"] = async (draft) => {
    this.kept = draft && { draft, from: "14:05" };
  };

  readonly removeObstacle: SiteFormHost["removeObstacle"] = async () => void (this.removedObstacles += 1);

  /** What a submit tells before it is answered. */
  phase: SubmissionPhase = "sending";
  /** Tells more of the running submit. */
  tell: (phase: SubmissionPhase) => void = () => undefined;
  /** Whether the site of a restored form was sent before. */
  isResumed = false;
  readonly looked: SiteRequest[] = [];

  readonly wasSent: SiteFormHost["wasSent"] = async () => this.isResumed;

  readonly lookFor: SiteFormHost["lookFor"] = async (request, signal) => {
    this.looked.push(request);
    return this.#answer(signal);
  };

  readonly submit: SiteFormHost["submit"] = async ({ site, signal, onPhase }) => {
    this.submitted.push(site);
    this.tell = onPhase;
    onPhase(this.phase);
    return this.#answer(signal);
  };

  async #answer(signal: AbortSignal): Promise<SiteOutcome> {
    this.signals.push(signal);
    if (this.failure !== undefined) throw this.failure;
    if (this.outcome !== undefined) return this.outcome;
    const { promise, resolve } = Promise.withResolvers<SiteOutcome>();
    this.settle = resolve;
    return promise;
  }

  readonly reveal: SiteFormHost["reveal"] = async (site) => void this.revealed.push(site);

  closed = 0;

  readonly onClosed: SiteFormHost["onClosed"] = () => void (this.closed += 1);

  readonly onUnseen: SiteFormHost["onUnseen"] = (outcome) => void this.unseen.push(outcome);
}

/** A site with everything, created. */
export const createdOutcome: Extract<SiteOutcome, { kind: "created" }> = {
  kind: "created",
  siteId: 11,
  siteName: "shop.example.com",
  parts: [
    { part: "site", state: "created" },
    { part: "ftp", state: "created" },
    { part: "database", state: "created" },
    { part: "git", state: "notAsked" },
  ],
  warnings: [],
  credentials: [
    { name: "ftpUser", value: "shop_example_com" },
    { name: "ftpPassword", value: "Ftp-Secret-123456" },
    { name: "databaseName", value: "shop_example_com" },
    { name: "databaseUser", value: "shop_example_com" },
    { name: "databasePassword", value: "Db-Secret-123456" },
  ],
};
