import { judge } from "../actions/judge.ts";
import type { CheckingConfigurations } from "../configurations/checkConfiguration.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { Redact } from "../redaction/redactor.ts";
import type { Call } from "../resources/resource.ts";
import { groupKindOf } from "../resources/resources.ts";
import { hasServerRestarted } from "../resources/serverProcesses.ts";
import { service } from "../resources/service.ts";
import { ConfigurationFiles, type Configuration } from "../serverFiles/configurationFiles.ts";
import { type ConfiguredService, traitsOf, webServerCalled } from "../serverFiles/configuredServices.ts";
import type { ConfigurationCheck } from "../serverFiles/brokenConfiguration.ts";
import { checkWebServer } from "../serverFiles/webServerCheck.ts";
import { ServiceConfigurations, type ChangedBy } from "../serverFiles/serviceConfigurations.ts";
import { ConfigurationProblems } from "../serverFiles/window/configurationProblems.ts";
import { createFileSystem } from "../storage/fileSystem.ts";
import type { Clock, Disposable, Log } from "../storage/ports.ts";
import { watchDirectory } from "../storage/watchDirectory.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId, itemNodeId } from "../tree/treeNodes.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";

export interface ConfigurationWatchOptions extends CheckingConfigurations {
  /** The global storage, which all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly redact: Redact;
  readonly tree: () => Pick<PanelTree, "isLoaded" | "node" | "rebuild" | "reload">;
  /** `undefined`: the panel is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Keeps configurations in sight that services refuse, or that were saved and are not in use yet: in their rows, refused ones in
 * the Problems view, too. Looks at them again whenever their rows are read, and shares them with the other windows.
 */
export class ConfigurationWatch {
  readonly configurations: ServiceConfigurations;
  readonly #options: ConfigurationWatchOptions;
  readonly #files: ConfigurationFiles;
  readonly #problems: ConfigurationProblems;
  readonly #disposed = new AbortController();
  #others: Disposable | undefined;

  constructor(options: ConfigurationWatchOptions) {
    const { root, clock, log, redact } = options;
    this.#options = options;
    this.#files = new ConfigurationFiles({ root, files: createFileSystem(clock), clock, redact });
    this.#problems = new ConfigurationProblems(redact);
    this.configurations = new ServiceConfigurations({
      clock,
      log,
      files: this.#files,
      onChange: (panelId, by) => {
        this.#show(panelId, by);
        if (by === "thisWindow") this.#look(panelId);
      },
    });
  }

  /** Takes what other windows, and this one before a reload, know of these panels, and watches them. Rejects with file errors. */
  async begin(panelIds: () => readonly string[]): Promise<void> {
    await this.#files.prepare();
    if (this.#disposed.signal.aborted) return;
    const { directory } = this.#files;
    const { clock } = this.#options;
    this.#others = watchDirectory({
      directory,
      clock,
      onChange: () => void this.configurations.readAgain(),
      // it is then read at intervals
      onFailure: () => undefined,
    });
    await this.configurations.readAgain();
    this.configurations.keepOnly(new Set(panelIds()));
  }

  /** Takes that a group of the tree was read again. */
  groupRead(id: string): void {
    const node = this.#options.tree().node(id);
    if (node?.type !== "group" || node.kind !== groupKindOf("service")) return;
    this.#look(node.panelId);
  }

  /** After a service was started, or should have been: checks what a mistake is known of, or may explain the failure. */
  started(panelId: string, key: ConfiguredService, isFailed: boolean): void {
    // web servers are checked by their panel before they start, and whenever their rows are read
    if (traitsOf(key).checkedBy !== "server") return;
    const isKnown = this.configurations.of(panelId, key)?.broken !== undefined;
    if (isKnown || isFailed)
      void this.checkAgain(panelId, key).catch((error: unknown) => {
        if (!this.#disposed.signal.aborted) this.#options.onDefect(error);
      });
  }

  /** Has a configuration checked again, for a person. */
  async checkAgain(panelId: string, key: ConfiguredService): Promise<ConfigurationCheck> {
    const { callFor, checkScript, clock, log } = this.#options;
    const { signal } = this.#disposed;
    const call = callFor(panelId, signal, "user");
    if (call === undefined) return "unknown";
    const leftTasks = new Set<string>();
    const { checkConfiguration } = await import("../configurations/checkConfiguration.ts");
    const check = await checkConfiguration(key, { callFor: () => call, checkScript, clock, signal, leftTasks });
    this.configurations.saw(panelId, key, check);
    for (const task of leftTasks) log.warn(`A task of a check may be left: ${task}`);
    return check;
  }

  dispose(): void {
    this.#disposed.abort();
    this.#others?.dispose();
    this.#problems.dispose();
  }

  /** Looks again at the configurations of a panel, but not all the time. */
  #look(panelId: string): void {
    const call = this.#options.callFor(panelId, this.#disposed.signal, "automatic");
    if (call === undefined) return;
    // a check starts nginx of a BaoTa where it is stopped and its configuration is right
    const isRunning = ({ service: key }: Configuration) => {
      const item = this.#options.tree().node(itemNodeId(panelId, "service", key));
      return item?.type === "item" && item.state === "running" && item.pendingVerb === undefined;
    };
    for (const known of this.configurations.toCheck(panelId).filter(isRunning))
      void this.#lookAgain(call, known).catch((error: unknown) => {
        if (!this.#disposed.signal.aborted) this.#options.onDefect(error);
      });
  }

  async #lookAgain(call: Call, known: Configuration): Promise<void> {
    const { panelId, service: key, broken, savedAt, running: before } = known;
    const webServer = webServerCalled(key);
    // the others would have to run a command on the server, which nobody has asked for
    if (broken !== undefined && webServer !== undefined)
      this.configurations.saw(panelId, key, await checkWebServer(call, webServer));
    const { verification } = service.actions[traitsOf(key).loadedBy] ?? {};
    if (savedAt === undefined || verification === undefined) return;
    // what began since is told by the clock of the first look
    const last = before as Awaited<ReturnType<typeof verification.observe>>;
    const seen = await verification.observe(call, { key, label: key }, last).catch((error: unknown) => {
      // the row says why
      panelFailureOf(error);
      return undefined;
    });
    if (seen?.running !== true) return;
    if (before === undefined) {
      this.configurations.runs(panelId, key, seen);
      return;
    }
    const looks = { before: last, since: [{ atMs: 0, seen }] as const, input: {} };
    // whether it stays up is another question
    const isLoaded = ["done", "settling"].includes(judge({ proofs: verification.proofs }, looks));
    if (isLoaded || (await hasServerRestarted(call, seen.begun ?? { at: {} })))
      this.configurations.loaded(panelId, key);
  }

  #show(panelId: string, by: ChangedBy): void {
    this.#problems.show(this.configurations.all);
    const tree = this.#options.tree();
    const group = groupNodeId(panelId, groupKindOf("service"));
    if (tree.isLoaded(group)) tree.rebuild(group);
    else if (by === "thisWindow" && tree.node(group) !== undefined) void tree.reload(group, "automatic");
  }
}
