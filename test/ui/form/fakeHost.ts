import type { PlannedSite } from "../../../src/siteForm/plannedSite.ts";
import { listedAbout } from "../../../src/siteForm/listedSites.ts";
import type { ShownOutcome, SiteChoices, SiteFormPanel } from "../../../src/siteForm/protocol.ts";
import type { SiteFormHost, SiteSubmission } from "../../../src/siteForm/window/siteFormSession.ts";

/** A form host controlled by a test. */
export class FakeHost implements SiteFormHost {
  panel = { id: "p1", name: "Shop <b>", address: "https://192.0.2.1:8888" } as SiteFormPanel;
  /** Sites in the loaded list. */
  sites: readonly { readonly name: string; readonly root?: string }[] = [];
  isOneADomain = false;
  removedObstacles = 0;
  choices: SiteChoices | Promise<SiteChoices> | Error = {
    phpVersions: ["00", "74", "82"],
    categories: [
      { id: 0, name: "默认分类" },
      { id: 1, name: "prod" },
    ],
    accountNames: [],
  };
  readonly submitted: PlannedSite[] = [];
  readonly revealed: unknown[] = [];
  /** How many outcomes were told of closed forms. */
  unseen = 0;
  readonly signals: AbortSignal[] = [];
  /** Answers the running submit. */
  settle: (outcome: ShownOutcome) => void = () => undefined;
  /** Immediate answer to every submit; if `undefined`, the test calls `settle`. */
  outcome: ShownOutcome | undefined;
  /** Error thrown by every submit. */
  failure: Error | undefined;

  readonly loadChoices: SiteFormHost["loadChoices"] = async () => {
    if (this.choices instanceof Error) throw this.choices;
    return this.choices;
  };

  readonly listed: SiteFormHost["listed"] = (hosts, root) => ({
    ...listedAbout(this.sites, hosts, root),
    isOneADomain: this.isOneADomain,
  });

  readonly removeObstacle: SiteFormHost["removeObstacle"] = async () => void (this.removedObstacles += 1);

  /** Phase that a submit reports before its answer. */
  phase: Parameters<SiteSubmission["onPhase"]>[0] = "sending";
  /** Reports a further phase of the running submit. */
  tell: SiteSubmission["onPhase"] = () => undefined;

  readonly submit: SiteFormHost["submit"] = async ({ site, signal, onPhase }) => {
    this.submitted.push(site);
    this.tell = onPhase;
    onPhase(this.phase);
    return this.#answer(signal);
  };

  async #answer(signal: AbortSignal): Promise<ShownOutcome> {
    this.signals.push(signal);
    if (this.failure !== undefined) throw this.failure;
    if (this.outcome !== undefined) return this.outcome;
    const { promise, resolve } = Promise.withResolvers<ShownOutcome>();
    this.settle = resolve;
    return promise;
  }

  readonly reveal: SiteFormHost["reveal"] = async (site) => void this.revealed.push(site);
  /** With what a person went on. */
  readonly wentOn: unknown[] = [];
  readonly goOn: SiteFormHost["goOn"] = async (site, step) => void this.wentOn.push([site.id, step]);

  readonly onUnseen: SiteFormHost["onUnseen"] = () => void (this.unseen += 1);
}

/** A site with everything, created. */
export const createdOutcome: Extract<ShownOutcome, { kind: "created" | "partly" }> = {
  kind: "created",
  title: "“shop.example.com” was created",
  warnings: [],
  site: {
    id: 11,
    name: "shop.example.com",
    ftp: "created",
    database: "created",
    git: "notAsked",
    missingDomains: [],
    credentials: [
      { name: "ftpUser", value: "shop_example" },
      { name: "ftpPassword", value: "Ftp-Secret-123456" },
      { name: "databaseName", value: "shop_example" },
      { name: "databaseUser", value: "shop_example" },
      { name: "databasePassword", value: "Db-Secret-123456" },
    ],
  },
};

export const existedOutcome: ShownOutcome = {
  kind: "existed",
  title: "“shop.example.com” already exists",
  reason: "Created a moment ago.",
  warnings: ["Whether it has your database was not checked."],
  site: { id: 7, name: "shop.example.com" },
};

export const notSent: ShownOutcome = { kind: "notSent", title: "Nothing was sent.", warnings: [] };

export function notCreated(reason: string): Extract<ShownOutcome, { kind: "notCreated" }> {
  return { kind: "notCreated", title: "The website was not created", reason, warnings: [] };
}

export function uncertain(reason: string): ShownOutcome {
  return { kind: "uncertain", title: "It is not known whether the website was created", reason, warnings: [] };
}
