import * as l10n from "@vscode/l10n";
import type { LiveRow } from "../../ports/liveList.ts";
import { isStoppedProcess, targetKindOf } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";

/** What a preview says of the process of a target; nothing where it has none. @param startsStopped one that is stopped starts */
export function processFacts(
  to: DeployTo,
  startsStopped: boolean,
): readonly Pick<LiveRow<never>, "icon" | "label" | "description">[] {
  if (targetKindOf(to).process === undefined) return [];
  if (isStoppedProcess(to) && startsStopped)
    return [{ icon: "play", label: l10n.t("The project is stopped, and starts"), description: "" }];
  if (isStoppedProcess(to))
    return [{ icon: "debug-stop", label: l10n.t("The project is stopped, and stays stopped"), description: "" }];
  return [
    { icon: "debug-restart", label: l10n.t("The project restarts"), description: l10n.t("not reachable meanwhile") },
  ];
}
