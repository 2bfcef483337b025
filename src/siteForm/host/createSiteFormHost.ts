import { createSite } from "../creation/createSite.ts";
import { safeguardFor } from "../../panels/guardLevel.ts";
import { earlierCreations, resumeSite } from "../creation/resumeSite.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { TargetClaims } from "../../actions/targetClaims.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { plainText } from "../../characters/plainText.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { outcomeNotice, panelGone, panelGoneSince, refusedAgain, shownOutcome } from "./outcomeTexts.ts";
import { requestKey, type SiteRequest } from "../plannedSite.ts";
import type { FoundSite } from "../createdSite.ts";
import { listedAbout } from "../listedSites.ts";
import { STATIC_PHP } from "../siteDraft.ts";
import { DEFAULT_SITES_ROOT } from "../siteRoot.ts";
import type { SiteFormHost, SiteSubmission } from "./siteFormSession.ts";
import type { ShownOutcome, SiteChoices, SiteFormPanel, SiteObstacle, SubmitResult } from "../protocol.ts";
import { sinceText } from "../../texts/timeTexts.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { SiteDrafts } from "../creation/siteDrafts.ts";
import { isOneSiteADomain } from "../../wire/operations/addSite.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { Services } from "../../commands/context/services.ts";

/** Services of the site forms. */
export interface SiteFormServices extends Pick<
  Services,
  "clock" | "connections" | "dialogs" | "log" | "panels" | "redactor" | "reveal" | "runner" | "tree"
> {
  readonly claims: Pick<TargetClaims, "creations">;
  readonly drafts: Pick<SiteDrafts, "forget" | "keep" | "read">;
  /** Opens the place where a person can end an obstacle. */
  readonly removeObstacle: (panel: PanelRecord, obstacle: SiteObstacle) => Promise<void>;
  /** Whether the tree is visible. */
  readonly isTreeVisible: () => boolean;
  /** Time to look for a site if no answer came, in milliseconds. */
  readonly waitMs: () => number;
  /** Records the outcome that a restored form shows, so that nothing else shows it. */
  readonly recordResumed: (panel: PanelRecord, request: SiteRequest, outcome: Outcome) => Promise<void>;
}

/**
 * The host of a panel's form; `undefined` if there is no such panel. Passwords that the form sends are masked until
 * it is closed; those that the panel chooses instead are shown once and stored nowhere.
 */
export function createSiteFormHost(services: SiteFormServices, panelId: string): SiteFormHost | undefined {
  const { claims, connections, redactor, runner, dialogs, drafts, log, clock, tree, waitMs } = services;
  const current = () => services.panels().find(({ id }) => id === panelId);
  const record = current();
  if (record === undefined) return undefined;
  /** The last known record of the panel. */
  let last = record;
  /** Functions that end the masking of one password each. */
  const secrets: (() => void)[] = [];
  /** Time of the latest AddSite without a known end that the person was shown, by request. */
  const told = new Map<string, number>();
  /** The domain of the last request. */
  let submitted = "";
  /** The ref of the key that this computer lacks. */
  let missingKey: string | undefined;

  const logged = (error: unknown): void => log.error(String(error));

  function panel(): SiteFormPanel {
    const now = current();
    last = now ?? last;
    const { name, address } = last;
    const obstacle = now === undefined ? "removed" : obstacleOf(now);
    return {
      id: panelId,
      name,
      address,
      ...(isDemo(last) ? { isDemo: true } : {}),
      ...(obstacle === undefined ? {} : { obstacle }),
    };
  }

  function obstacleOf({ guardLevel, keyRef }: PanelRecord): SiteObstacle | undefined {
    if (safeguardFor(guardLevel, "change") === "refuse") return "readOnly";
    return missingKey !== undefined && missingKey === keyRef ? "keyNeeded" : undefined;
  }

  /** Handles an outcome: notes it, shows the site in the tree, and words it for the form. */
  function finish(outcome: Outcome, request: SiteRequest): ShownOutcome {
    if ("sentAt" in outcome && outcome.sentAt !== undefined) told.set(keyOf(last, request), outcome.sentAt);
    if (outcome.kind === "done" && outcome.site !== undefined && services.isTreeVisible()) {
      // a person who looks at something else in the side bar keeps it, and the form keeps the focus
      void revealSite(services, panelId, outcome.site, false).catch(logged);
    }
    const shown = shownOutcome(outcome, request, last);
    const isRefused = outcome.kind === "failed" && outcome.failure.kind === "rejected";
    const known = isRefused ? asFarAsKnown(shown, request) : shown;
    if (known.reason === undefined) return known;
    // it may hold the panel's own words
    return { ...known, reason: redactor.redact(known.reason, [request.domain, last.name]) };
  }

  /** The outcome with the remark that an earlier attempt may have created the site. */
  function asFarAsKnown(shown: ShownOutcome, request: SiteRequest): ShownOutcome {
    return told.has(keyOf(last, request)) ? refusedAgain(shown) : shown;
  }

  async function submit({ site, panel: shown, signal, onPhase }: SiteSubmission): Promise<SubmitResult> {
    submitted = site.domain;
    const now = current();
    if (now === undefined) return asFarAsKnown(panelGone(last.name), site);
    if (now.address !== shown.address || now.name !== shown.name) return { kind: "panelChanged", panel: panel() };
    last = now;
    for (const account of [site.ftp, site.database])
      if (account !== undefined) secrets.push(redactor.add(account.password));
    const despite = told.get(keyOf(now, site)) ?? 0;
    return finish(await createSite(site, { runner, panel: connections.of(now), despite, onPhase }, signal), site);
  }

  return {
    get panel() {
      return panel();
    },
    async loadChoices(signal) {
      const now = current();
      if (now === undefined) return { sitesRoot: DEFAULT_SITES_ROOT };
      const call = connections.of(now).callFor(signal, "automatic");
      const { isKeyMissing, choices } = await choicesOf(services, now.address, call);
      missingKey = isKeyMissing ? now.keyRef : undefined;
      return choices;
    },
    listed(hosts, root) {
      const now = current();
      return {
        ...listedAbout(tree.rows(panelId, "site") as readonly Site[], hosts, root),
        isOneADomain: now !== undefined && isOneSiteADomain(connections.of(now).edition),
      };
    },
    async keptDraft() {
      try {
        const kept = await drafts.read(panelId);
        // by the wall clock: read by people
        return kept && { draft: kept.draft, from: sinceText(kept.at, clock.wallTime()) };
      } catch (error) {
        logged(error);
        return undefined;
      }
    },
    async keepDraft(draft) {
      const isMeant = draft !== undefined && current() !== undefined;
      await (isMeant ? drafts.keep(panelId, draft) : drafts.forget(panelId)).catch(logged);
    },
    async removeObstacle() {
      const now = current();
      const obstacle = now && obstacleOf(now);
      if (obstacle !== undefined && now !== undefined) await services.removeObstacle(now, obstacle);
    },
    submit,
    async wasSent(request) {
      const now = current();
      if (now === undefined) return false;
      try {
        return (await earlierCreations(request, { claims, panel: connections.of(now) })).length > 0;
      } catch (error) {
        logged(error);
        return false;
      }
    },
    async lookFor(request, signal) {
      submitted = request.domain;
      const now = current();
      if (now === undefined) return panelGoneSince(last.name);
      last = now;
      const connection = connections.of(now);
      // nobody asked for it: the form came back with its window
      const asked = { ...now, callFor: (given: AbortSignal) => connection.callFor(given, "automatic") };
      const outcome = await resumeSite(request, { panel: asked, claims, clock, waitMs: waitMs() }, signal);
      if (!signal.aborted) await services.recordResumed(now, request, outcome).catch(logged);
      return finish(outcome, request);
    },
    reveal: (site) => revealSite(services, panelId, site, true),
    onUnseen(outcome) {
      if (outcome.kind === "panelChanged" || outcome.kind === "invalid") return;
      const notice = outcomeNotice(outcome, submitted, last.name);
      if (notice !== undefined) void dialogs.tell({ ...notice, names: [submitted, last.name] }).catch(logged);
    },
    onClosed() {
      for (const forget of secrets.splice(0)) forget();
    },
  };
}

function keyOf({ address }: { readonly address: string }, request: SiteRequest): string {
  return `${address} ${requestKey(request)}`;
}

async function choicesOf(
  { log, redactor }: SiteFormServices,
  address: string,
  call: ReturnType<ReturnType<Services["connections"]["of"]>["callFor"]>,
): Promise<{ readonly isKeyMissing: boolean; readonly choices: SiteChoices }> {
  const failures: PanelFailure[] = [];
  /** The result of a call; `undefined` if it fails. A missing operation is no problem. */
  const orNothing = async <T>(task: Promise<T>): Promise<T | undefined> => {
    try {
      return await task;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (failure?.kind !== "unsupported") failures.push(failure ?? { kind: "defect" });
      return undefined;
    }
  };
  const versions = await orNothing(call("site.phpVersions", {}));
  const types = await orNothing(call("site.types", {}));
  const isKeyMissing = failures.some(({ kind }) => kind === "keyNeeded");
  // the form shows that at its top
  const failure = failures.find(({ kind }) => kind !== "keyNeeded");
  const choices: SiteChoices = {
    sitesRoot: DEFAULT_SITES_ROOT,
    ...(versions === undefined ? {} : { phpVersions: phpCodes(versions.rows) }),
    ...(types === undefined
      ? {}
      : {
          categories: types.rows.flatMap(({ id, name = "" }) =>
            id === undefined || id < 0 ? [] : [{ id, name: plainText(name) }],
          ),
        }),
    ...(failure === undefined ? {} : { problem: redactor.redact(failureText(failure, address)) }),
  };
  return { isKeyMissing, choices };
}

/** Static and all installed versions; panels list static too. */
function phpCodes(rows: readonly { readonly code?: string | undefined; readonly installed?: boolean | undefined }[]) {
  const codes = rows.flatMap(({ code, installed }) =>
    code !== undefined && /^\d{2}$/.test(code) && installed !== false ? [code] : [],
  );
  return [...new Set([STATIC_PHP, ...codes])];
}

async function revealSite(
  { tree, reveal }: SiteFormServices,
  panelId: string,
  { id }: FoundSite,
  isAsked: boolean,
): Promise<void> {
  const group = groupNodeId(panelId, "site");
  await tree.children(undefined);
  await tree.children(panelNodeId(panelId));
  // the results of a search lack a new site
  if (isAsked) tree.setFilter(group, undefined);
  await tree.reload(group, isAsked ? "user" : "automatic", "fresh");
  // without an id it could be another site of that name
  const node = id === undefined ? undefined : itemNodeId(panelId, "site", String(id));
  const isShown = node !== undefined && tree.node(node) !== undefined;
  if (isShown) await reveal(node, { expand: false, focus: isAsked });
  else if (isAsked) await reveal(group, { expand: true });
}
