import { createSite } from "../model/createSite.ts";
import { createStoreFiles } from "../model/storeFiles.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../model/treeNodes.ts";
import { failureOf, type PanelFailure } from "../panel/failure.ts";
import { plainText } from "../panel/plainText.ts";
import { setting } from "../platform/settings.ts";
import { failureText } from "../platform/texts/failureTexts.ts";
import { panelGone, siteOutcome, siteOutcomeText } from "../platform/texts/siteCreationTexts.ts";
import type { PlannedSite } from "../shared/plannedSite.ts";
import { STATIC_PHP } from "../shared/siteDraft.ts";
import type { SiteFormHost } from "../shared/siteFormHost.ts";
import type { SiteChoices, SiteOutcome } from "../shared/siteFormProtocol.ts";
import type { Services } from "./services.ts";

/** Where panels put sites unless somebody has changed it (panel-reference.md 2.5). */
const SITES_ROOT = "/www/wwwroot";

/** What a panel's form works with; `undefined` where there is no such panel. Secrets are known until the form is closed. */
export function createSiteFormHost(services: Services, panelId: string): SiteFormHost | undefined {
  const { connections, redactor, dialogs, log, runner, clock } = services;
  const current = () => services.panels().find(({ id }) => id === panelId);
  const record = current();
  if (record === undefined) return undefined;
  const { name, address } = record;
  const secrets: (() => void)[] = [];
  let submitted = "";

  const logged = (error: unknown): void => log.error(String(error));
  const keepSecret = (secret: string | undefined): void => {
    if (secret !== undefined) secrets.push(redactor.add(secret));
  };
  const files = createStoreFiles(clock);
  const { port } = new URL(address);

  async function submit(site: PlannedSite, signal: AbortSignal): Promise<SiteOutcome> {
    submitted = site.domain;
    keepSecret(site.ftp?.password);
    keepSecret(site.database?.password);
    const now = current();
    if (now === undefined) return panelGone(name);
    const creation = await createSite(
      site,
      {
        runner,
        panel: connections.of(now),
        root: services.storageRoot,
        files,
        clock,
        waitMs: setting("serverPanel.confirmation.waitSeconds") * 1000,
      },
      signal,
    );
    if (creation.kind === "created" || creation.kind === "partly") {
      for (const { name: kind, value } of creation.site.credentials)
        if (kind === "ftpPassword" || kind === "databasePassword") keepSecret(value);
      // whoever looks at something else in the side bar keeps it, and the form keeps the focus
      if (services.isTreeVisible()) void revealSite(services, panelId, creation.site, false).catch(logged);
    }
    return withoutSecrets(siteOutcome(creation, site, now), (text) => redactor.redact(text));
  }

  return {
    panel: { id: panelId, name, address, ...(port === "" ? {} : { port: Number(port) }) },
    async loadChoices(signal) {
      const now = current();
      return now === undefined
        ? { sitesRoot: SITES_ROOT }
        : choicesOf(services, now.address, connections.of(now).callFor(signal));
    },
    submit,
    reveal: (site) => revealSite(services, panelId, site, true),
    onUnseen(outcome) {
      const told = siteOutcomeText(outcome, submitted, name);
      if (told !== undefined) void dialogs.tell(told).catch(logged);
    },
    onClosed() {
      for (const forget of secrets.splice(0)) forget();
    },
  };
}

async function choicesOf(
  { log }: Services,
  address: string,
  call: ReturnType<ReturnType<Services["connections"]["of"]>["callFor"]>,
): Promise<SiteChoices> {
  const failures: PanelFailure[] = [];
  /** What the panel does not offer is left out without a word. */
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
  const [failure] = failures;
  return {
    sitesRoot: SITES_ROOT,
    ...(versions === undefined ? {} : { phpVersions: phpCodes(versions.rows) }),
    ...(types === undefined
      ? {}
      : {
          categories: types.rows.flatMap(({ id, name = "" }) =>
            id === undefined || id < 0 ? [] : [{ id, name: plainText(name) }],
          ),
        }),
    ...(failure === undefined ? {} : { problem: failureText(failure, address) }),
  };
}

/** The list has `00` for static; what is not installed or no two digits cannot be chosen. */
function phpCodes(rows: readonly { readonly code?: string | undefined; readonly installed?: boolean | undefined }[]) {
  const codes = rows.flatMap(({ code, installed }) =>
    code !== undefined && /^\d{2}$/.test(code) && installed !== false ? [code] : [],
  );
  return [...new Set([STATIC_PHP, ...codes])];
}

async function revealSite(
  { tree, reveal }: Services,
  panelId: string,
  { id, name }: { readonly id: number | undefined; readonly name: string },
  isAsked: boolean,
): Promise<void> {
  const group = groupNodeId(panelId, "site");
  await tree.children(undefined);
  await tree.children(panelNodeId(panelId));
  await tree.reload(group, isAsked ? "user" : "automatic", "fresh");
  if (isAsked) tree.setFilter(group, undefined);
  const key =
    id !== undefined ? String(id) : (await tree.items(panelId, "site")).find(({ label }) => label === name)?.key;
  const node = key === undefined ? undefined : itemNodeId(panelId, "site", key);
  const isShown = node !== undefined && tree.node(node) !== undefined;
  if (isShown) await reveal(node, { expand: false, focus: isAsked });
  else if (isAsked) await reveal(group, { expand: true });
}

/** Sentences may hold the panel's own words. */
function withoutSecrets(outcome: SiteOutcome, redact: (text: string) => string): SiteOutcome {
  return "reason" in outcome ? { ...outcome, reason: redact(outcome.reason) } : outcome;
}
