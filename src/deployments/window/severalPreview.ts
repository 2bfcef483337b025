import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { bytesText } from "../../characters/bytesText.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { listText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import { isForeign, type PreparedFile } from "../deployFile.ts";
import { targetOf } from "../place.ts";
import type { Checks } from "../checkStage.ts";
import type { DeployTo } from "../targetNow.ts";
import {
  askerRows,
  changeRows,
  factRows,
  leftOutRows,
  planText,
  stepFacts,
  type Compare,
  afterwardsFacts,
  type DeploymentPreview,
} from "./previewList.ts";
import { processFacts } from "./processRows.ts";

/** A server as the preview of several shows it. */
export interface ServerPreview {
  readonly role: string;
  /** It has all already. */
  readonly isUpToDate: boolean;
  readonly to: DeployTo;
  readonly shown: DeploymentPreview | FilePreview;
}

/** A file as the preview shows it. */
interface FilePreview {
  readonly prepared: PreparedFile;
  readonly shownPath: string;
  readonly startsStopped: boolean;
  /** What follows once it is there. */
  readonly checks: Checks;
}

/** A person looks at a file of a server. */
interface CompareAt extends Compare {
  readonly role: string;
}

type Choice = "deploy" | CompareAt;

/** Shows what a deployment does on each of its servers; `undefined`: the person turned away. Nothing was sent yet. */
export async function previewSeveral(
  dialogs: Pick<Dialogs, "live">,
  deployment: string,
  servers: readonly ServerPreview[],
): Promise<Choice | undefined> {
  const isByAgent = servers.some(({ to }) => to.by !== undefined);
  return dialogs.live<Choice>({
    title: l10n.t("Deploy “{0}” to {1} servers", visibleText(deployment), numberText(servers.length)),
    placeholder: isByAgent
      ? l10n.t("Choose Deploy, or type to find a file")
      : l10n.t("Enter deploys; type to find a file"),
    open(box) {
      return {
        typed: (text) => box.show({ rows: severalRows(servers, text), isBusy: false }),
        taken: () => true,
        closed: () => undefined,
      };
    },
  });
}

/** The rows: what Enter takes first, then each server with its facts and its files. */
export function severalRows(servers: readonly ServerPreview[], typed = ""): readonly LiveRow<Choice>[] {
  const [first] = servers;
  if (first === undefined) return [];
  const open = servers.filter(({ isUpToDate }) => !isUpToDate);
  const deploy: LiveRow<Choice> = {
    id: "deploy",
    label: l10n.t("Deploy to All"),
    description: l10n.t("{0} of {1} servers change", numberText(open.length), numberText(servers.length)),
    icon: "cloud-upload",
    value: "deploy",
    isAlwaysShown: true,
  };
  const heads = servers.map(({ role, to, shown, isUpToDate }): LiveRow<Choice> => ({
    id: `server:${role}`,
    icon: isUpToDate ? "check" : "server",
    label: visibleText(role),
    description: l10n.t(
      "{0} on “{1}”: {2}",
      visibleText(to.target.label),
      visibleText(to.panel.name),
      isUpToDate ? l10n.t("already there") : changeText(shown),
    ),
    isAlwaysShown: true,
  }));
  const source = "source" in first.shown.prepared ? leftOutRows(first.shown.prepared.source.leftOut) : [];
  return [
    ...askerRows(first.to),
    ...(typed === "" ? [deploy, ...heads] : [...heads, deploy]),
    ...servers.flatMap((server) => detailRows(server)),
    ...source,
  ];
}

function changeText({ prepared }: ServerPreview["shown"]): string {
  if ("plan" in prepared) return planText(prepared);
  return bytesText(prepared.local.size);
}

/** What a server's deployment does, below its name. */
function detailRows({ role, to, shown }: ServerPreview): readonly LiveRow<Choice>[] {
  const shownRole = visibleText(role);
  const rows: readonly LiveRow<Compare>[] = isOfFile(shown)
    ? fileFacts(to, shown)
    : [...factRows({ ...shown, to, server: undefined }), ...changeRows(shown.prepared)];
  return rows.map(({ value, heading, buttons: _buttons, ...row }, index): LiveRow<Choice> => {
    const section = heading === undefined ? undefined : l10n.t("{0}: {1}", shownRole, heading);
    const above = index === 0 ? shownRole : section;
    return {
      ...row,
      id: `${role}:${row.id}`,
      ...(above !== undefined && { heading: above }),
      ...(value !== undefined && { value: { ...value, role } }),
    };
  });
}

function isOfFile(shown: ServerPreview["shown"]): shown is FilePreview {
  return !("plan" in shown.prepared);
}

function fileFacts(
  to: DeployTo,
  { prepared, shownPath, startsStopped, checks }: FilePreview,
): readonly LiveRow<never>[] {
  const { local, place, sharedBy } = prepared;
  const changed = l10n.t("{0}, changed {1}", bytesText(local.size), timeText(local.modified));
  const facts = [
    {
      icon: "device-desktop",
      label: l10n.t("On this computer"),
      description: `${visibleText(shownPath)} · ${changed}`,
    },
    { icon: "folder", label: l10n.t("On the server"), description: visibleText(targetOf(place)) },
    ...processFacts(to, startsStopped),
    ...(isForeign(prepared)
      ? [{ icon: "warning", label: l10n.t("Changed on the server or never deployed"), description: "" }]
      : []),
    ...(sharedBy.length > 0
      ? [
          {
            icon: "warning",
            label: l10n.t("Others run the same program"),
            description: l10n.t(
              "{0}; they go on with the old one until they restart",
              listText(sharedBy.map(visibleText)),
            ),
          },
        ]
      : []),
    ...stepFacts(prepared),
    ...afterwardsFacts(checks),
  ];
  return facts.map((fact): LiveRow<never> => ({ ...fact, id: `fact:${fact.label}` }));
}
