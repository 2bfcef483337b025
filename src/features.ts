import type * as vscode from "vscode";
import type { ActivityEntry } from "./activity/activityEntry.ts";
import type { ActivityLog } from "./activity/activityLog.ts";
import type { Services } from "./commands/context/services.ts";
import type { CommandId } from "./manifest/commands.ts";
import type { SiteFormHost } from "./siteForm/host/siteFormHost.ts";

/** Everything beyond registration, built when a view is shown or a command is run for the first time. */
export interface Features {
  readonly services: Services;
  readonly itemOf: (id: string) => vscode.TreeItem;
  /** Gives a row what it was drawn without. */
  readonly resolveItem: (id: string, item: vscode.TreeItem) => vscode.TreeItem;
  /** What stands on the icon of the view. */
  readonly badge: () => vscode.ViewBadge | undefined;
  /** What the Activity view lists. Rejects with a sentence for the person. */
  readonly activity: () => Promise<ActivityLog>;
  readonly activityItemOf: (entry: ActivityEntry) => Promise<vscode.TreeItem>;
  /** Puts panels that were dragged in the tree where they were dropped. */
  readonly dropPanels: (ids: readonly string[], targetId: string | undefined) => Promise<void>;
  readonly run: (id: CommandId, args: readonly unknown[]) => Promise<void>;
  /** What a panel's site form works with; `undefined` where there is no such panel. */
  readonly siteFormHost: (panelId: string) => Promise<SiteFormHost | undefined>;
  /** Fills a site form that VS Code has brought back. */
  readonly restoreSiteForm: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  readonly dispose: () => Promise<void>;
}
