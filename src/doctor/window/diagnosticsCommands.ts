import * as l10n from "@vscode/l10n";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { diagnosticsText, type ReportedPanel } from "../diagnostics.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Reporting } from "./doctorServices.ts";

/** Copies what a report needs, without names, addresses and secrets. */
export const copyDiagnostics: Handler<Reporting> = async (services) => {
  await copied(services);
  mentionCopied(services);
};

/**
 * Opens VS Code's issue reporter with the diagnostics; nothing is sent before the person sends it. They are copied too:
 * in a browser, VS Code opens a page that does not take them, and the reporter may be turned off.
 */
export const reportIssue: Handler<Reporting> = async (services) => {
  const text = await copied(services);
  if (await services.support.report(text)) {
    mentionCopied(services);
    return;
  }
  const message = l10n.t(
    "Diagnostics copied: paste them into your report. VS Code cannot report issues of this extension from here.",
  );
  await services.dialogs.tell({ severity: "information", message });
};

function mentionCopied({ dialogs }: Talking): void {
  dialogs.mention(l10n.t("Diagnostics copied, without names, addresses and secrets"));
}

async function copied(services: Reporting): Promise<string> {
  const text = diagnosticsOf(services);
  await services.clipboard.write(text);
  return text;
}

function diagnosticsOf({ connections, history, panels, redactor, support, tree }: Reporting): string {
  const reported = panels().map((record): ReportedPanel => {
    const node = tree.node(panelNodeId(record.id));
    const reportedPanel = {
      record,
      edition: connections.of(record).edition,
      version: undefined,
      failure: undefined,
      diagnosis: history.diagnosisOf(record.id),
    };
    if (node?.type !== "panel") return reportedPanel;
    const { state } = node;
    if (state.kind === "answering") return { ...reportedPanel, version: state.version };
    if (state.kind === "failing") return { ...reportedPanel, failure: state.failure };
    return reportedPanel;
  });
  // nothing in it could be a secret; should that be wrong one day, the ones that are known are masked
  return redactor.redact(diagnosticsText(support.environment(), reported, history.failures));
}
