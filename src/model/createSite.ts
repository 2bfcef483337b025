import { createHash } from "node:crypto";
import { join } from "node:path";
import { failureOf, isTransient, type PanelFailure } from "../panel/failure.ts";
import type { ResultOf } from "../panel/operations/table.ts";
import type { PlannedSite } from "../shared/plannedSite.ts";
import type { ActionPanel } from "./actionRequest.ts";
import type { ActionRunner } from "./actionRunner.ts";
import { missingDomains, partsOf, unknownParts, type CreatedSite } from "./createdSite.ts";
import type { Unsent } from "./deed.ts";
import { eachSite } from "./eachSite.ts";
import { waitForLock } from "./fileLock.ts";
import { mayHaveHappened } from "./mayHaveHappened.ts";
import type { Outcome } from "./outcome.ts";
import type { Clock } from "./ports.ts";
import type { Call } from "./resource.ts";
import { SiteMarks } from "./siteMarks.ts";
import { codeOf, type StoreFiles } from "./storeFiles.ts";

/** What became of a site that was to be created. */
export type SiteCreation =
  /** The panel said so, and lists it. */
  | { readonly kind: "created"; readonly site: CreatedSite }
  /** What came was no answer, and the panel lists a site that was not there before. */
  | { readonly kind: "partly"; readonly site: CreatedSite; readonly cause: PanelFailure }
  /** Another form on this computer created the same site moments ago. Nothing was sent. */
  | { readonly kind: "existed" }
  /** The panel refused it, or nothing was sent. */
  | { readonly kind: "failed"; readonly failure: PanelFailure }
  /** What came was no answer, and the panel does not list the site. */
  | { readonly kind: "missing"; readonly cause: PanelFailure }
  /** Looking again did not tell. `unlisted`: the panel said that it was created, and does not list it. */
  | { readonly kind: "uncertain"; readonly cause: PanelFailure | "unlisted" }
  /** Cancelled before anything was sent. */
  | { readonly kind: "cancelled" }
  | Unsent;

export interface CreateSiteOptions {
  readonly runner: ActionRunner;
  readonly panel: ActionPanel;
  /** A directory that all windows share. */
  readonly root: string;
  readonly files: StoreFiles;
  readonly clock: Clock;
  /** How long to look for the site where no answer came, in milliseconds. */
  readonly waitMs: number;
}

const POLL_MS = 1_000;

/** For one last look, after the person has stopped waiting. */
const LAST_LOOK_MS = 5_000;

/** Longer than AddSite and the looks before and after it. */
const HOLD_MS = 300_000;

/** The sites of before; `undefined` where the panel could not tell. */
type Before = ReadonlyMap<number, string> | undefined;

/**
 * Creates a site with one AddSite, which is never sent again, and finds out what became of it. Windows take turns, so
 * that the same site submitted in two of them is created once. Aborting before it is sent sends nothing; later it ends
 * the wait. Rejects with defects only.
 */
export async function createSite(
  site: PlannedSite,
  options: CreateSiteOptions,
  signal: AbortSignal,
): Promise<SiteCreation> {
  const { runner, panel, root, files, clock, waitMs } = options;
  const name = `site-${createHash("sha256")
    .update(JSON.stringify([panel.id, site.domain, site.port]))
    .digest("hex")}`;
  return runner.runDeed<SiteCreation>({
    panel,
    kind: "site",
    verb: "create",
    target: { key: site.domain, label: site.domain },
    operation: "site.create",
    outcomeOf,
    async perform() {
      try {
        const lock = { directory: join(root, "locks"), name, holdMs: HOLD_MS + waitMs, files, clock };
        const release = await waitForLock(lock, signal);
        try {
          return await createAlone(site, options, new SiteMarks({ root, name, files, clock }), signal);
        } finally {
          await release();
        }
      } catch (error) {
        return failed(error);
      }
    },
  });
}

/** Everything up to sending throws what fails; nothing after it does. */
async function createAlone(
  site: PlannedSite,
  options: CreateSiteOptions,
  marks: SiteMarks,
  signal: AbortSignal,
): Promise<SiteCreation> {
  const call = options.panel.callFor(signal);
  const before = await sitesBefore(call);
  if (before !== undefined && (await marks.ids()).some((id) => before.has(id))) return { kind: "existed" };
  const { additionalDomains } = site;
  let creation: SiteCreation;
  try {
    const result = await call("site.create", { ...site, additionalDomains: [...additionalDomains] });
    creation = await afterAnswer(site, options, before, result);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || !mayHaveHappened(failure)) throw error;
    creation = await afterNoAnswer(site, options, before, failure, signal);
  }
  if (creation.kind !== "created" && creation.kind !== "partly") return creation;
  const { id } = creation.site;
  if (id === undefined) return creation;
  await marks.add(id);
  return { ...creation, site: { ...creation.site, missingDomains: await leftOut(site, options, id) } };
}

/** Panels leave additional domains out without a word: those that are taken, and on newer ones those on some ports. */
async function leftOut(site: PlannedSite, { panel }: CreateSiteOptions, id: number): Promise<readonly string[]> {
  if (site.additionalDomains.length === 0) return [];
  try {
    return missingDomains(site, await panel.callFor(AbortSignal.timeout(LAST_LOOK_MS))("site.domains", { id }));
  } catch {
    // the site is there whether or not this can be read
    return [];
  }
}

async function sitesBefore(call: Call): Promise<Before> {
  const sites = new Map<number, string>();
  try {
    for await (const { id, name } of eachSite(call)) if (id !== undefined) sites.set(id, name ?? "");
    return sites;
  } catch (error) {
    const failure = failureOf(error);
    // a panel without the list, or with a broken one, may still create sites
    if (failure?.kind === "unsupported" || (failure !== undefined && mayHaveHappened(failure))) return undefined;
    throw error;
  }
}

async function afterAnswer(
  site: PlannedSite,
  options: CreateSiteOptions,
  before: Before,
  result: ResultOf<"site.create">,
): Promise<SiteCreation> {
  const name = nameAfter(site, before);
  const answered: CreatedSite = { id: result.id, name, missingDomains: [], ...partsOf(site, result) };
  const call = options.panel.callFor(AbortSignal.timeout(LAST_LOOK_MS));
  try {
    const found = await look(call, site, before, result.id);
    if (found === undefined && before !== undefined) return { kind: "uncertain", cause: "unlisted" };
    return { kind: "created", site: { ...answered, ...found } };
  } catch {
    return { kind: "created", site: answered };
  }
}

async function afterNoAnswer(
  site: PlannedSite,
  { panel, clock, waitMs }: CreateSiteOptions,
  before: Before,
  failure: PanelFailure,
  signal: AbortSignal,
): Promise<SiteCreation> {
  const cause = failure.kind === "uncertain" ? failure.cause : failure;
  const deadline = clock.now() + waitMs;
  for (;;) {
    const isStopped = signal.aborted;
    const call = panel.callFor(isStopped ? AbortSignal.timeout(LAST_LOOK_MS) : signal);
    let found: Found | undefined;
    let hasLooked = false;
    try {
      found = await look(call, site, before);
      hasLooked = true;
    } catch (error) {
      const why = failureOf(error);
      if (why === undefined || !(isTransient(why) || why.kind === "cancelled")) return { kind: "uncertain", cause };
    }
    if (found !== undefined && before !== undefined)
      return { kind: "partly", cause, site: { ...found, missingDomains: [], ...unknownParts(site) } };
    if (before === undefined) return { kind: "uncertain", cause };
    // whoever answered anything has finished; only silence leaves the panel at work
    if (hasLooked && failure.kind !== "uncertain") return { kind: "missing", cause };
    if (isStopped) return { kind: "uncertain", cause };
    if (clock.now() >= deadline) return hasLooked ? { kind: "missing", cause } : { kind: "uncertain", cause };
    await clock.sleep(POLL_MS, signal).catch(() => undefined);
  }
}

type Found = Pick<CreatedSite, "id" | "name">;

/** The site of this id, else one of a fitting name that was not there before. */
async function look(call: Call, site: PlannedSite, before: Before, wanted?: number): Promise<Found | undefined> {
  const names = namesOf(site);
  let fitting: Found | undefined;
  for await (const { id, name = "" } of eachSite(call)) {
    if (id === undefined) continue;
    if (id === wanted) return { id, name };
    if (names.includes(name) && before?.has(id) !== true) fitting = { id, name };
  }
  return fitting;
}

/** A second site of a domain is called `domain_port` (panel-reference.md 2.5). */
function namesOf({ domain, port }: PlannedSite): readonly [string, string] {
  return [domain, `${domain}_${port}`];
}

function nameAfter(site: PlannedSite, before: Before): string {
  const [plain, withPort] = namesOf(site);
  return before !== undefined && [...before.values()].includes(plain) ? withPort : plain;
}

function failed(error: unknown): SiteCreation {
  const failure = failureOf(error);
  if (failure?.kind === "cancelled") return { kind: "cancelled" };
  if (failure !== undefined) return { kind: "failed", failure };
  const code = codeOf(error);
  if (code === "unknown") throw error;
  return { kind: "failed", failure: { kind: "storage", problem: "fileFailed", code } };
}

function outcomeOf(creation: SiteCreation): Outcome {
  switch (creation.kind) {
    case "created":
    case "partly": {
      const { id } = creation.site;
      return { kind: "done", evidence: id === undefined ? undefined : { name: "id", value: String(id) } };
    }
    case "existed":
      return { kind: "already" };
    case "failed":
      return creation;
    case "missing":
      return { kind: "failed", failure: creation.cause };
    case "uncertain":
      if (creation.cause === "unlisted") return { kind: "sent", why: "timedOut", evidence: undefined };
      return { kind: "uncertain", cause: creation.cause };
    case "cancelled":
      return { kind: "declined" };
    case "readOnly":
    case "declined":
    case "busy":
      return creation;
    default:
      return creation satisfies never;
  }
}
