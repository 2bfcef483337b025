import * as l10n from "@vscode/l10n";
import { basename } from "node:path";
import { shownPath } from "../clients/agentClient.ts";
import type { AgentClientId } from "../clients/agentClients.ts";
import { readConfiguration, writeConfiguration } from "../clients/configurationFile.ts";
import { changeTitle, unusableFileText, unusableText } from "./connectTexts.ts";
import type { TellingClients } from "./connecting.ts";
import type { ChangedText } from "./serversText.ts";

interface FileChange {
  readonly client: AgentClientId;
  readonly path: string;
  readonly change: (text: string) => ChangedText;
  /** What a person can put into the file themselves. */
  readonly entry?: string;
  /** Called once the person wants it, before the file is written. */
  readonly agreed?: () => Promise<void>;
}

/**
 * Changes the file of a client: shows what would become of it, and writes that when the person says so, if the file is still the
 * same. `false`: it was not written, and the person knows why.
 */
export async function changeFile(
  services: TellingClients,
  { client, path, change, entry, agreed }: FileChange,
): Promise<boolean> {
  const { dialogs, editors, clock, programs } = services;
  const shownAs = shownPath(path, programs.computer);
  const storing = { files: programs.files, clock };
  const cannot = async (message: string) => {
    const copy = l10n.t("Copy Entry");
    const buttons = entry === undefined ? {} : { buttons: [copy] };
    const pressed = await dialogs.tell({ severity: "error", message, names: [shownAs], ...buttons });
    if (pressed === copy && entry !== undefined) await services.clipboard.write(entry);
    return false;
  };
  const before = await readConfiguration(path, storing);
  if (before.kind === "unusable") return cannot(unusableFileText(client, shownAs, before.why));
  const text = before.kind === "text" ? before.text : "";
  const changed = change(text);
  if (changed.kind === "unusable") return cannot(unusableText(shownAs, text, changed));
  if (changed.kind === "same") {
    await agreed?.();
    return true;
  }
  const shown = await editors.showChange(
    basename(path),
    { before: text, after: changed.text },
    changeTitle(client, path),
  );
  const question = l10n.t("The editor shows what is to become of {0}. Nothing is written yet.", shownAs);
  const link = { label: l10n.t("Write It"), tooltip: l10n.t("Writes the file as shown") };
  const isAgreed = await dialogs.announce(question, shown.closed, link);
  await shown.close();
  if (!isAgreed) return false;
  await agreed?.();
  const written = await writeConfiguration(path, before, changed.text, storing);
  if (written === "written") return true;
  if (written === "changed")
    return cannot(l10n.t("{0} is no longer what was shown. Nothing was written: do it again to see it anew.", shownAs));
  return cannot(unusableFileText(client, shownAs, written));
}
