import { TargetClaims } from "./actions/targetClaims.ts";
import { changesOn, type Changing } from "./commands/context/hasFeature.ts";
import type { Connections } from "./connection/connections.ts";
import { readSetting } from "./platform/readSetting.ts";
import type { Redact } from "./redaction/redactor.ts";
import type { Clock, Log } from "./storage/ports.ts";
import { PanelTree } from "./tree/panelTree.ts";
import type { PanelTreeOptions } from "./tree/panelTreeOptions.ts";
import type { OpenNodes } from "./tree/openNodes.ts";
import { RefreshPolicy } from "./tree/refreshPolicy.ts";
import { panelNodeId, type TreeNode } from "./tree/treeNodes.ts";
import { RowRenderer, type Limits } from "./views/rowRenderer.ts";
import type { PanelsView } from "./views/panelsView.ts";
import { groupsAt, showInHand } from "./window/showInHand.ts";

/** What the tree of a window is made with. */
export interface TreeParts
  extends Omit<Changing, "tree">, Pick<Required<PanelTreeOptions>, "isTroubleFirst" | "lastSeenOf" | "onDefect"> {
  /** The global storage, which all windows share. */
  readonly root: string;
  readonly view: Pick<PanelsView, "changed" | "showBadge">;
  readonly connections: Connections;
  readonly redact: Redact;
  readonly log: Pick<Log, "warn">;
  readonly clock: Clock;
  /** Another window may have died while it changed something. */
  readonly onMayBeAbandoned: () => void;
  /** What was open in the tree when the window was last here, and where that is kept. */
  readonly opened: OpenNodes;
  readonly onOpened: (nodes: OpenNodes) => void;
}

/** The tree of a window as data, as rows, and what keeps both up to date; the caller disposes `claims`, `tree` and `refresh`. */
export function composeTree(parts: TreeParts) {
  const { root, view, panels, connections, redact, log, clock, onDefect } = parts;
  const now = () => clock.wallTime();
  const callFor: PanelTreeOptions["callFor"] = (panel, signal, by) => connections.of(panel).callFor(signal, by);
  const claims = new TargetClaims({
    root,
    clock,
    onChange: (places) => showInHand({ tree, panels }, places),
    // only the window that acted has looked how it ended
    onOthersDone(places) {
      for (const id of groupsAt(panels(), places)) refresh.outdated(id);
    },
    onMayBeAbandoned: parts.onMayBeAbandoned,
    onFailure: onDefect,
  });
  let known: Limits | undefined;
  // VS Code takes its time over a setting, and each row needs them
  const limits = () =>
    (known ??= {
      warningDays: readSetting("serverPanel.certificates.warningDays"),
      urgentDays: readSetting("serverPanel.certificates.urgentDays"),
      diskPercent: readSetting("serverPanel.disks.warningPercent"),
    });
  const tree = new PanelTree({
    panels,
    callFor,
    onChange(id) {
      if (id === undefined) refresh.rootsChanged();
      view.changed(rows.changedWith(id));
      view.showBadge(rows.badge());
    },
    onDetails(id) {
      const shown = rows.changedWith(id);
      if (shown !== id || rows.isOutdated(id)) view.changed(shown);
      view.showBadge(rows.badge());
    },
    onUnreadable: ({ name }, kind, fields) =>
      log.warn(`${name}: an entry of ${kind} is unreadable; fields at fault: ${fields.join(", ")}`),
    onDefect,
    editionOf: (panel) => connections.of(panel).edition,
    learnEdition: (panel, signal, by) => connections.of(panel).learnEdition(signal, by),
    lastSeenOf: parts.lastSeenOf,
    inHandAt: (panel, kind) => claims.inHandAt(panel, kind),
    certificateLimits: limits,
    isTroubleFirst: parts.isTroubleFirst,
    now,
  });
  const changesAt = (node: TreeNode) => changesOn({ ...parts, tree }, node);
  const rows = new RowRenderer({ tree, panels, redact, changesAt, limits, now });
  const refresh = new RefreshPolicy({
    tree,
    clock,
    panels: () => panels().map(({ id }) => panelNodeId(id)),
    opened: parts.opened,
    onOpened: parts.onOpened,
    intervalMs: () => readSetting("serverPanel.refresh.intervalSeconds") * 1000,
    updateAges() {
      for (const id of rows.outdated()) view.changed(id);
      view.showBadge(rows.badge());
    },
  });
  /** Settings of limits were changed; the caller shows the rows again. */
  const limitsChanged = () => (known = undefined);
  return { claims, tree, rows, refresh, limitsChanged };
}
