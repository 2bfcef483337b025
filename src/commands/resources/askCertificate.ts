import * as l10n from "@vscode/l10n";
import { isIP } from "node:net";
import { checkPair } from "../../certificates/checkPair.ts";
import { certificatesOf, keyOf, readLocalBytes, type LocalBytes } from "../../certificates/readCertificateFiles.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { sentences } from "../../characters/sentences.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { ChoosingFiles } from "../../ports/workbench.ts";
import type { HeldCertificate } from "../../resources/certificateInput.ts";
import type { ActionInput } from "../../resources/resource.ts";
import { noConfiguration, readHeld } from "../../resources/siteCertificate.ts";
import { codeOf } from "../../storage/fileSystem.ts";
import type { Timed } from "../../storage/ports.ts";
import { choosingTitle, fileTroubleText, pairTroubleText } from "../../texts/siteCertificateTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { MOST_ORDERED } from "../../wire/operations/certificates.ts";
import type { OperationId } from "../../wire/operations/operations.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { askPanel } from "../context/askPanel.ts";
import { panelOf } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { KnownPanels } from "../context/knownPanels.ts";

/** Asking for a certificate of a website. */
export interface AskingCertificate extends ChoosingFiles, KnownPanels, Talking, Timed {}

/** Asks for the files of a certificate and its key, and refuses what no web server could use; `undefined`: dismissed. */
export async function askPair(services: AskingCertificate, item: ItemNode): Promise<ActionInput | undefined> {
  await mustOffer(services, item, "certificate.install");
  const certificateFile = await chosenFile(services, choosingTitle("certificate", item.label));
  if (certificateFile === undefined) return undefined;
  const certificates = certificatesOf(certificateFile);
  if (typeof certificates === "string") throw refusal(fileTroubleText(certificates, certificateFile.name));
  const besideIt = keyOf(certificateFile);
  // a file with both needs no second one
  const isInside = typeof besideIt !== "string" || besideIt === "encrypted";
  const keyFile = isInside ? certificateFile : await chosenFile(services, choosingTitle("key", item.label));
  if (keyFile === undefined) return undefined;
  const key = keyOf(keyFile);
  if (typeof key === "string") throw refusal(fileTroubleText(key, keyFile.name));
  const { domains, held } = await readSite(services, item);
  // by the wall clock: the days of a certificate
  const pair = checkPair(certificates, key, domains, services.clock.wallTime());
  if ("kind" in pair) throw refusal(pairTroubleText(pair));
  if (typeof held === "object" && held.fingerprint === pair.summary.fingerprint)
    throw refusal(l10n.t("“{0}” has this certificate already.", item.label));
  return { certificate: { ...pair, replaces: held } };
}

/** Asks for which domains of a website a certificate is ordered; `undefined`: dismissed. */
export async function askOrder(services: AskingCertificate, item: ItemNode): Promise<ActionInput | undefined> {
  await mustOffer(services, item, "certificateOrder.order");
  const { domains, held } = await readSite(services, item);
  const allPossible = domains.filter((domain) => !domain.includes("*") && isIP(domain) === 0);
  const possible = allPossible.slice(0, MOST_ORDERED);
  if (possible.length === 0)
    throw refusal(
      l10n.t(
        "“{0}” has no domain for which a certificate can be ordered: it has wildcards and addresses alone.",
        item.label,
      ),
    );
  const tooMany = allPossible.length - possible.length;
  const chosen = await services.dialogs.pickMany(
    l10n.t("Order Certificate for {0}", item.label),
    sentences(
      l10n.t("For which domains? All of them have to lead to this server."),
      allPossible.length < domains.length && l10n.t("Wildcards and addresses cannot be ordered in this way."),
      tooMany > 0 &&
        l10n.t("An order takes at most {0} domains. Not listed: {1}.", String(MOST_ORDERED), String(tooMany)),
    ),
    possible.map((value) => ({ label: decodeDomains(value), value })),
    possible,
  );
  if (chosen === undefined) return undefined;
  if (chosen.length === 0) throw refusal(l10n.t("No domain is chosen."));
  return { order: { domains: chosen, replaces: held } };
}

/** What a website has now. */
async function readSite(
  services: AskingCertificate,
  { panelId, row, label }: ItemNode,
): Promise<{ readonly domains: readonly string[]; readonly held: HeldCertificate }> {
  const { id, name } = row as Site;
  if (id === undefined || name === undefined)
    throw refusal(l10n.t("The panel does not tell the name of “{0}”.", label));
  const panel = panelOf(services, panelId);
  return askPanel(services.dialogs, panel, async (signal) => {
    const call = services.connections.of(panel).callFor(signal);
    const { rows } = await call("site.domains", { id });
    const domains = new Set(rows.flatMap(({ name: domain }) => domain?.toLowerCase() ?? []));
    const held = await readHeld(call, name);
    if (held === undefined) throw new PanelError(noConfiguration);
    return { domains: [...domains], held };
  });
}

/** Ends the command, before anybody is asked anything, on a panel that cannot do it. */
async function mustOffer(services: AskingCertificate, { panelId }: ItemNode, id: OperationId): Promise<void> {
  const panel = panelOf(services, panelId);
  await askPanel(services.dialogs, panel, async (signal) => {
    if (!(await services.connections.of(panel).offers(id, signal))) throw new PanelError({ kind: "unsupported" });
  });
}

async function chosenFile({ fileDialogs }: ChoosingFiles, title: string): Promise<LocalBytes | undefined> {
  const [path] = await fileDialogs.openLocal(title, "one");
  if (path === undefined) return undefined;
  const file = await readLocalBytes(path).catch((error: unknown) => {
    throw refusal(l10n.t("{0} could not be read ({1}).", path, codeOf(error)));
  });
  if (file === undefined) throw refusal(l10n.t("{0} is larger than any certificate or key, and was not read.", path));
  return file;
}

/** Nothing was sent to the panel. */
function refusal(sentence: string): CommandAborted {
  return new CommandAborted(sentences(sentence, l10n.t("Nothing was sent.")));
}
