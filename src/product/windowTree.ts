import { placeOf, TargetClaims } from "../actions/targetClaims.ts";
import { changesOn } from "../commands/context/hasFeature.ts";
import { withOneDeadline } from "../connection/callDeadline.ts";
import type { Connections } from "../connection/connections.ts";
import { readSetting } from "../platform/readSetting.ts";
import type { Redact } from "../redaction/redactor.ts";
import { groupKindOf, resourceKinds } from "../resources/resources.ts";
import type { Clock, Log } from "../storage/ports.ts";
import type { OpenNodes } from "../tree/openNodes.ts";
import type { Limits } from "../tree/panelStates.ts";
import { PanelTree } from "../tree/panelTree.ts";
import type { PanelTreeOptions } from "../tree/panelTreeOptions.ts";
import { RefreshPolicy } from "../tree/refreshPolicy.ts";
import { groupNodeId, panelNodeId } from "../tree/treeNodes.ts";
import type { PanelsView } from "../views/panelsView.ts";
import { RowRenderer } from "../views/rowRenderer.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import { windowLanguage } from "../texts/language.ts";

export interface WindowTreeOptions
  extends
    Omit<KnownPanels, "tree">,
    Pick<Required<PanelTreeOptions>, "configurationAt" | "isTroubleFirst" | "lastSeenOf" | "onDefect" | "onRead"> {
  /** The global storage, which all windows share. */
  readonly root: string;
  readonly view: Pick<PanelsView, "changed" | "showBadge">;
  readonly connections: Connections;
  readonly redact: Redact;
  readonly log: Pick<Log, "warn">;
  readonly clock: Clock;
  /** Called when another window may have died during a change. */
  readonly onMayBeAbandoned: () => void;
  /** Rows that were open when the window was closed. */
  readonly opened: OpenNodes;
  readonly onOpened: (nodes: OpenNodes) => void;
}

/** The tree of a window as data and as rows, with everything that keeps both up to date. */
export class WindowTree {
  readonly claims: TargetClaims;
  readonly tree: PanelTree;
  readonly rows: RowRenderer;
  readonly refresh: RefreshPolicy;
  readonly #options: WindowTreeOptions;
  #limits: Limits | undefined;

  constructor(options: WindowTreeOptions) {
    this.#options = options;
    const { root, view, panels, connections, redact, log, clock, onDefect } = options;
    // by the wall clock: read by people
    const now = () => clock.wallTime();
    this.claims = new TargetClaims({
      root,
      clock,
      onChange: (places) => {
        for (const id of this.#groupsAt(places)) this.tree.rebuild(id);
      },
      // only the window that acted has looked at the result
      onOthersDone: (places) => {
        for (const id of this.#groupsAt(places)) this.refresh.outdated(id);
      },
      onMayBeAbandoned: options.onMayBeAbandoned,
      onFailure: onDefect,
    });
    this.tree = new PanelTree({
      panels,
      callFor: (panel, signal, by) => withOneDeadline(connections.of(panel).callFor(signal, by), clock),
      async listFiles(panel, path, signal, by) {
        const { ServerFiles } = await import("../serverFiles/serverFiles.ts");
        return new ServerFiles(connections.of(panel).callFor(signal, by), clock, signal).list(path);
      },
      language: windowLanguage,
      onChange: (id) => {
        if (id === undefined) this.refresh.rootsChanged();
        view.changed(this.rows.changedWith(id));
        view.showBadge(this.rows.badge());
      },
      onRead: options.onRead,
      onDetails: (id) => {
        const shown = this.rows.changedWith(id);
        if (shown !== id || this.rows.isOutdated(id)) view.changed(shown);
        view.showBadge(this.rows.badge());
      },
      onUnreadable: ({ name }, kind, fields) =>
        log.warn(`${name}: an entry of ${kind} is unreadable; fields at fault: ${fields.join(", ")}`),
      onDefect,
      editionOf: (panel) => connections.of(panel).edition,
      learnEdition: (panel, signal, by) => connections.of(panel).learnEdition(signal, by),
      lastSeenOf: options.lastSeenOf,
      configurationAt: options.configurationAt,
      pendingVerbAt: (panel, kind) => this.claims.pendingVerbAt(panel, kind),
      certificateLimits: () => this.#readLimits(),
      isTroubleFirst: options.isTroubleFirst,
      now,
    });
    this.rows = new RowRenderer({
      tree: this.tree,
      panels,
      redact,
      changesAt: (node) => changesOn({ ...options, tree: this.tree }, node),
      limits: () => this.#readLimits(),
      now,
    });
    this.refresh = new RefreshPolicy({
      tree: this.tree,
      clock,
      panels: () => panels().map(({ id }) => panelNodeId(id)),
      opened: options.opened,
      onOpened: options.onOpened,
      intervalMs: () => readSetting("serverPanel.refresh.intervalSeconds") * 1000,
      updateAges: () => {
        for (const id of this.rows.outdated()) view.changed(id);
        view.showBadge(this.rows.badge());
      },
    });
  }

  setVisible(isVisible: boolean): void {
    this.refresh.setVisible(isVisible);
    this.claims.setVisible(isVisible);
  }

  /** Reads the settings of limits again; the caller redraws the rows. */
  limitsChanged(): void {
    this.#limits = undefined;
  }

  dispose(): void {
    this.refresh.dispose();
    this.claims.dispose();
    this.tree.dispose();
  }

  /** Limits from which on something needs attention. */
  readonly limits = (): Limits => this.#readLimits();

  /** Reads the limits once: VS Code reads settings slowly, and each row needs them. */
  #readLimits(): Limits {
    return (this.#limits ??= {
      warningDays: readSetting("serverPanel.certificates.warningDays"),
      urgentDays: readSetting("serverPanel.certificates.urgentDays"),
      diskPercent: readSetting("serverPanel.disks.warningPercent"),
    });
  }

  /** The ids of the groups in which actions are in progress. */
  #groupsAt(places: ReadonlySet<string>): readonly string[] {
    return this.#options
      .panels()
      .flatMap((panel) =>
        resourceKinds
          .filter((kind) => places.has(placeOf(panel, kind)))
          .map((kind) => groupNodeId(panel.id, groupKindOf(kind))),
      );
  }
}
