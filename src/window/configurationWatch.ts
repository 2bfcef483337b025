import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { Redact } from "../redaction/redactor.ts";
import type { Call } from "../resources/resource.ts";
import { groupKindOf } from "../resources/resources.ts";
import { BrokenConfigurations } from "../serverFiles/brokenConfigurations.ts";
import type { WebServer } from "../serverFiles/riskyPaths.ts";
import { checkWebServer } from "../serverFiles/webServerCheck.ts";
import { ConfigurationProblems } from "../serverFiles/window/configurationProblems.ts";
import type { Clock } from "../storage/ports.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId, itemNodeId } from "../tree/treeNodes.ts";

export interface ConfigurationWatchOptions {
  readonly clock: Pick<Clock, "monotonic">;
  readonly redact: Redact;
  readonly tree: () => Pick<PanelTree, "isLoaded" | "node" | "rebuild" | "reload">;
  /** `undefined`: the panel is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined;
}

/**
 * Keeps configurations that web servers refuse in sight, in their rows and in the Problems view, and has them checked again
 * whenever their rows are.
 */
export class ConfigurationWatch {
  readonly configurations: BrokenConfigurations;
  readonly #options: ConfigurationWatchOptions;
  readonly #problems: ConfigurationProblems;
  readonly #disposed = new AbortController();

  constructor(options: ConfigurationWatchOptions) {
    this.#options = options;
    this.#problems = new ConfigurationProblems(options.redact);
    this.configurations = new BrokenConfigurations(options.clock, (panelId) => this.#show(panelId));
  }

  /** Takes that a group of the tree was read again. */
  groupRead(id: string): void {
    const node = this.#options.tree().node(id);
    if (node?.type !== "group" || node.kind !== groupKindOf("service")) return;
    const { panelId } = node;
    const call = this.#options.callFor(panelId, this.#disposed.signal, "automatic");
    if (call === undefined) return;
    // a check starts nginx of a BaoTa where it is stopped and its configuration is right
    const isRunning = (server: WebServer) => {
      const item = this.#options.tree().node(itemNodeId(panelId, "service", server));
      return item?.type === "item" && item.state === "running" && item.inHand === undefined;
    };
    for (const server of this.configurations.toCheck(panelId).filter(isRunning))
      void checkWebServer(call, server).then((check) => this.configurations.saw(panelId, server, check));
  }

  dispose(): void {
    this.#disposed.abort();
    this.#problems.dispose();
  }

  #show(panelId: string): void {
    this.#problems.show(this.configurations.all);
    const tree = this.#options.tree();
    const group = groupNodeId(panelId, groupKindOf("service"));
    if (tree.isLoaded(group)) tree.rebuild(group);
    else if (tree.node(group) !== undefined) void tree.reload(group, "automatic");
  }
}
