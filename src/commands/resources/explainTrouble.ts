import * as l10n from "@vscode/l10n";
import { RENEWAL_LOG } from "../../resources/renewal.ts";
import { actionsOf, resourceOf } from "../../resources/resources.ts";
import { troubleOf, type CertificateLimits } from "../../resources/trouble.ts";
import { verbWords } from "../../resources/verbs.ts";
import { nodeName } from "../../texts/nodeTexts.ts";
import { troubleText } from "../../texts/troubleTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { panelOf } from "../context/choose.ts";
import { changesOn } from "../context/hasFeature.ts";
import { openAtLine } from "../context/openAtLine.ts";
import { offer } from "../context/showFailure.ts";
import { actionCommand, type ActingOnRows } from "./actionCommand.ts";
import type { Acting } from "../context/acting.ts";
import type { ConfigurationCheck } from "../../serverFiles/brokenConfiguration.ts";
import { type ConfiguredService, serviceCalled } from "../../serverFiles/configuredServices.ts";
import { refusalText } from "../../texts/fileTexts.ts";
import type { KnownConfigurations } from "../../serverFiles/serviceConfigurations.ts";
import type { Fix } from "../context/telling.ts";

/** Saying why a row is in trouble. */
export interface Explaining extends Acting, KnownConfigurations {
  /** Has the configuration of a service checked again. */
  readonly checkAgain: (panelId: string, service: ConfiguredService) => Promise<ConfigurationCheck>;
  /** The days at which certificates are in trouble. */
  readonly certificateLimits: () => CertificateLimits;
}

/** Says why a row is in trouble, with what ends it and what may say more as buttons. Nothing, if it no longer is. */
export function explainTrouble(services: ActingOnRows & Explaining, node: ItemNode): void {
  const text = troubleText(node, services.certificateLimits());
  if (text === undefined) return;
  const { name: panel } = panelOf(services, node.panelId);
  const name = nodeName(node) ?? "";
  const message = l10n.t("“{0}” on “{1}”: {2}", name, panel, text);
  offer(services, { severity: "warning", message, names: [name, panel] }, [
    ...endingFixes(services, node),
    ...tellingFixes(services, node),
  ]);
}

/** The actions whose icon the row has because of its trouble. */
function endingFixes(services: ActingOnRows & Explaining, { id, ...node }: ItemNode): readonly Fix[] {
  const { kind, state, facts } = node;
  const trouble = troubleOf(state, facts, services.certificateLimits());
  const changes = changesOn(services, { id, ...node });
  // a restart with a refused configuration would stop it
  if (trouble === undefined || trouble === "misconfigured") return [];
  return actionsOf(kind)
    .filter(
      ([verb, { mends = [], inlineWhile = [], inline = [] }]) =>
        changes.includes(verb) && ([...mends, ...inlineWhile].includes(trouble) || inline.includes(state)),
    )
    .map(([verb]) => ({
      label: verbWords[verb].button(),
      run: async () => actionCommand(verb)(services, [id]),
    }));
}

/** Where its progress is shown: a check cannot be canceled. */
const PLACE = "statusBar";

/** The button that has a configuration checked again, which somebody may have mended elsewhere. */
function checkingAgain(services: Explaining, { panelId, key, label }: ItemNode): readonly Fix[] {
  const service = serviceCalled(key);
  if (service === undefined) return [];
  const run = async () => {
    const { dialogs, checkAgain } = services;
    const title = l10n.t("Checking the configuration of “{0}”", label);
    const check = await dialogs.progress(title, async () => checkAgain(panelId, service), PLACE);
    const names = [label];
    if (check === "fine") return dialogs.mention(l10n.t("“{0}” accepts its configuration.", label), names);
    const message =
      check === "unknown" ? l10n.t("The configuration of “{0}” could not be checked.", label) : refusalText(check);
    offer(
      services,
      { severity: "warning", message, names },
      check === "unknown" ? [] : openAtLine(services, panelId, check),
    );
  };
  return [{ label: l10n.t("Check Again"), run }];
}

/** What may say more: the place in a configuration, the log of renewals, or its own log. */
function tellingFixes(services: Explaining, node: ItemNode): readonly Fix[] {
  const { panelId, kind, key, label, state, facts } = node;
  const trouble = troubleOf(state, facts, services.certificateLimits());
  if (trouble === "misconfigured")
    return [
      ...openAtLine(services, panelId, services.configurations.of(panelId, key)?.broken),
      ...checkingAgain(services, node),
    ];
  if (trouble === "failed" || trouble === "expired") {
    const run = async () => services.editors.openFile({ panelId, path: RENEWAL_LOG });
    return [{ label: l10n.t("Open Log of Renewals"), run }];
  }
  if (resourceOf(kind).log?.offered?.includes(state) !== true) return [];
  return [{ label: l10n.t("Follow Log"), run: async () => services.logTails.follow({ panelId, kind, key, label }) }];
}
