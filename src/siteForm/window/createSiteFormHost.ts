import type { ActionRequest } from "../../actions/actionRequest.ts";
import { createSite, creationOf, type AbandonedCreations } from "../creation/createSite.ts";
import { safeguardFor } from "../../panels/guardLevel.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { TargetClaims } from "../../actions/targetClaims.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { plainText } from "../../characters/plainText.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { outcomeText } from "../../texts/actionTexts.ts";
import type { Message, Talking } from "../../ports/dialogs.ts";
import { panelGone, shownOutcome } from "./outcomeTexts.ts";
import type { SiteRequest } from "../siteRequest.ts";
import type { FoundSite } from "../createdSite.ts";
import { listedAbout } from "../listedSites.ts";
import { STATIC_PHP } from "../siteDraft.ts";
import type { SiteFormHost, SiteSubmission } from "./siteFormSession.ts";
import type { ShownOutcome, SiteChoices, SiteFormPanel, SiteObstacle, SiteStep } from "../protocol.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { eachAccount } from "../../resources/eachSite.ts";
import type { Call } from "../../resources/resource.ts";
import { isOneSiteADomain } from "../../wire/operations/addSite.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Logging } from "../../storage/ports.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import type { Revealing } from "../../views/drawnTree.ts";
import type { Running } from "../../actions/actionRunner.ts";

/** What site forms use of the window. */
export interface SiteFormServices extends KnownPanels, Logging, Redacting, Revealing, Running, Talking {
  readonly claims: Pick<TargetClaims, "unfinished">;
  /** Opens the dialog that removes an obstacle. */
  readonly removeObstacle: (panel: PanelRecord, obstacle: SiteObstacle) => Promise<void>;
  /** Goes on with the site of a node, by the command of its row. Never rejects. */
  readonly goOn: (nodeId: string, step: SiteStep) => Promise<void>;
  /** Whether the tree is visible. */
  readonly isTreeVisible: () => boolean;
  /** Records the outcome of creations of the same site by windows that are gone. */
  readonly recordAbandoned: (panel: PanelRecord, request: SiteRequest, outcome: Outcome) => Promise<void>;
}

/**
 * Creates the host of a panel's form; `undefined` if the panel does not exist. Passwords chosen by the panel are shown once and never
 * written.
 */
export function createSiteFormHost(services: SiteFormServices, panelId: string): SiteFormHost | undefined {
  const { claims, connections, redactor, runner, dialogs, log, tree } = services;
  const current = () => services.panels().find(({ id }) => id === panelId);
  const record = current();
  if (record === undefined) return undefined;
  /** The latest record, also after the panel was removed. */
  let last = record;
  /** What to tell of the last outcome if the form no longer shows it. */
  let notice: Message | undefined;
  /** Reference of the API key that is missing on this computer. */
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
    if (missingKey !== undefined && missingKey === keyRef) return "keyNeeded";
    return undefined;
  }

  /** Reveals the new site and turns the outcome into text. */
  function finish(request: ActionRequest, outcome: Outcome): ShownOutcome {
    const { panel: on, target, input } = request;
    if (outcome.kind === "done" && outcome.site !== undefined && services.isTreeVisible()) {
      // the side bar must not switch views, and the form keeps the focus
      void revealSite(services, panelId, outcome.site, false).catch(logged);
    }
    // the panel writes the domain as it was sent, people read it decoded
    const names = [target.label, input?.site?.domain ?? "", on.name];
    const told = outcomeText(request, outcome);
    notice = told && { severity: told.severity, message: told.message, names };
    const shown = shownOutcome(request, outcome);
    if (shown.reason === undefined) return shown;
    // it may contain the panel's message
    return { ...shown, reason: redactor.redact(shown.reason, names) };
  }

  /** The outcome of a panel that was removed. */
  function gone(): ShownOutcome {
    const shown = panelGone(last.name);
    notice = { severity: "warning", message: shown.title, names: [last.name] };
    return shown;
  }

  async function submit({ site, signal, onPhase }: SiteSubmission): Promise<ShownOutcome> {
    const now = current();
    if (now === undefined) return gone();
    last = now;
    const on = connections.of(now);
    const request = creationOf(site, on);
    const abandoned: AbandonedCreations = {
      begunAt: async () => (await claims.unfinished(on, "site", request.target.key)).map(({ at }) => at),
      end: async (outcome) => services.recordAbandoned(now, site, outcome).catch(logged),
    };
    return finish(request, await createSite(site, { runner, panel: on, abandoned, onPhase }, signal));
  }

  return {
    get panel() {
      return panel();
    },
    async loadChoices(signal) {
      const now = current();
      if (now === undefined) return {};
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
    async removeObstacle() {
      const now = current();
      const obstacle = now && obstacleOf(now);
      if (obstacle !== undefined && now !== undefined) await services.removeObstacle(now, obstacle);
    },
    submit,
    async reveal(site) {
      await revealSite(services, panelId, site, true);
    },
    async goOn(site, step) {
      const node = await revealSite(services, panelId, site, true);
      if (node !== undefined) await services.goOn(node, step);
    },
    onUnseen() {
      if (notice !== undefined) void dialogs.tell(notice).catch(logged);
    },
  };
}

async function choicesOf(
  { log, redactor }: SiteFormServices,
  address: string,
  call: Call,
): Promise<{ readonly isKeyMissing: boolean; readonly choices: SiteChoices }> {
  const failures: PanelFailure[] = [];
  /** Unsupported lists are left out and are no failure. */
  const orUndefined = async <T>(task: Promise<T>): Promise<T | undefined> => {
    try {
      return await task;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (failure?.kind !== "unsupported") failures.push(failure ?? { kind: "defect" });
      return undefined;
    }
  };
  const versions = await orUndefined(call("site.phpVersions", {}));
  const types = await orUndefined(call("site.types", {}));
  const accountNames = await accountNamesOf(call);
  const isKeyMissing = failures.some(({ kind }) => kind === "keyNeeded");
  // the form shows a missing key in its header
  const failure = failures.find(({ kind }) => kind !== "keyNeeded");
  const choices: SiteChoices = {
    ...(versions === undefined ? {} : { phpVersions: phpCodes(versions.rows) }),
    ...(types === undefined
      ? {}
      : {
          categories: types.rows.flatMap(({ id, name = "" }) =>
            id === undefined || id < 0 ? [] : [{ id, name: plainText(name) }],
          ),
        }),
    ...(accountNames === undefined ? {} : { accountNames }),
    ...(failure === undefined ? {} : { problem: redactor.redact(failureText(failure, address)) }),
  };
  return { isKeyMissing, choices };
}

/** The names that new accounts must not have; `undefined` where not all can be read, for which there are names of another kind. */
async function accountNamesOf(call: Call): Promise<readonly string[] | undefined> {
  try {
    const accounts = [...(await eachAccount(call, "site.ftpUsers")), ...(await eachAccount(call, "site.databases"))];
    return [...new Set(accounts.flatMap(({ name = "", user = name }) => [name, user]))];
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Codes of all installed versions and static, without duplicates. */
function phpCodes(rows: readonly { readonly code?: string | undefined; readonly installed?: boolean | undefined }[]) {
  const codes = rows.flatMap(({ code, installed }) =>
    code !== undefined && /^\d{2}$/.test(code) && installed !== false ? [code] : [],
  );
  return [...new Set([STATIC_PHP, ...codes])];
}

/** Shows a site in the side bar; returns its node, unless it is not certain which it is. */
async function revealSite(
  { tree, reveal }: SiteFormServices,
  panelId: string,
  { id }: FoundSite,
  isRequested: boolean,
): Promise<string | undefined> {
  const group = groupNodeId(panelId, "site");
  await tree.children(undefined);
  await tree.children(panelNodeId(panelId));
  // search results do not contain a new site
  if (isRequested) tree.setFilter(group, undefined);
  await tree.reload(group, isRequested ? "user" : "automatic", "fresh");
  // without an id it could be another site with that name
  const node = id === undefined ? undefined : itemNodeId(panelId, "site", String(id));
  const isShown = node !== undefined && tree.node(node) !== undefined;
  if (isShown) await reveal(node, { expand: false, focus: isRequested });
  else if (isRequested) await reveal(group, { expand: true });
  if (isShown) return node;
  return undefined;
}
