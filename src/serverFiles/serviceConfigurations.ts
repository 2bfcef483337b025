import { isDeepStrictEqual } from "node:util";
import { isDemo } from "../panels/isDemo.ts";
import { codeOf } from "../storage/fileSystem.ts";
import type { Clock, Log } from "../storage/ports.ts";
import type { Configuration, ConfigurationFiles } from "./configurationFiles.ts";
import type { ConfiguredService } from "./configuredServices.ts";
import type { ConfigurationCheck } from "./brokenConfiguration.ts";

/** Where something was found out: no panel is called because of what other windows did. */
export type ChangedBy = "thisWindow" | "others";

export interface ServiceConfigurationsOptions {
  readonly clock: Pick<Clock, "monotonic" | "wallTime">;
  /** What all windows of this computer know. */
  readonly files: Pick<ConfigurationFiles, "read" | "write" | "remove">;
  readonly log: Pick<Log, "warn">;
  readonly onChange: (panelId: string, changedBy: ChangedBy) => void;
}

/** A person may mend or load it elsewhere, so it is looked at again, but not more often than this. */
const CHECKED_AGAIN_MS = 20_000;

/**
 * The configurations that services refuse, until a check accepts them, and those that were saved, until the services
 * are seen to load them: as far as the windows of this computer have seen.
 */
export class ServiceConfigurations {
  readonly #known = new Map<string, Configuration>();
  readonly #checkedAt = new Map<string, number>();
  readonly #options: ServiceConfigurationsOptions;
  #inTurn: Promise<void> = Promise.resolve();
  /** Changes of this window that the files do not have yet. */
  #unwritten = 0;

  constructor(options: ServiceConfigurationsOptions) {
    this.#options = options;
  }

  /** Notes what a check has shown. @param changed the file that was changed before it; absent: it stays the earlier one */
  saw(panelId: string, service: ConfiguredService, check: ConfigurationCheck, changed?: string): void {
    this.#checkedAt.set(keyOf(panelId, service), this.#options.clock.monotonic());
    const { broken, changed: earlier, ...rest } = this.#of(panelId, service);
    const isFineAsBefore = check === "fine" && broken === undefined;
    if (check === "unknown" || isFineAsBefore) return;
    const shownBy = changed ?? earlier;
    if (check === "fine") this.#set(rest);
    else this.#set({ ...rest, broken: check, ...(shownBy !== undefined && { changed: shownBy }) });
  }

  /** Notes that a configuration was changed, which the service does not use before it loads it. */
  saved(panelId: string, service: ConfiguredService): void {
    const { running: _running, ...rest } = this.#of(panelId, service);
    // somebody else may have it loaded at any moment
    this.#checkedAt.delete(keyOf(panelId, service));
    // by the wall clock: stored, and read by people
    this.#set({ ...rest, savedAt: this.#options.clock.wallTime() });
  }

  /** Notes that a service has loaded its configuration. @param since the earliest time at which that may have been */
  loaded(panelId: string, service: ConfiguredService, since = Infinity): void {
    const { savedAt, running: _running, ...rest } = this.#of(panelId, service);
    if (savedAt === undefined || savedAt > since) return;
    this.#set(rest);
  }

  /** Notes how a service runs, to know later that it has loaded its configuration since. */
  runs(panelId: string, service: ConfiguredService, running: unknown): void {
    const configuration = this.#of(panelId, service);
    if (configuration.savedAt !== undefined) this.#set({ ...configuration, running });
  }

  /** What is known of the configuration of a service; `undefined`: nothing that is not as it should be. */
  of(panelId: string, service: string): Configuration | undefined {
    return this.#known.get(keyOf(panelId, service));
  }

  get all(): readonly Configuration[] {
    return [...this.#known.values()];
  }

  /** The configurations of a panel that were not looked at since a while. */
  toCheck(panelId: string): readonly Configuration[] {
    const now = this.#options.clock.monotonic();
    const isDue = ({ service }: Configuration) =>
      now - (this.#checkedAt.get(keyOf(panelId, service)) ?? -Infinity) >= CHECKED_AGAIN_MS;
    const due = this.all.filter((configuration) => configuration.panelId === panelId && isDue(configuration));
    // at once, so that nobody else begins
    for (const { service } of due) this.#checkedAt.set(keyOf(panelId, service), now);
    return due;
  }

  /** Forgets removed panels. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const { panelId, service } of this.all) if (!ids.has(panelId)) this.#set({ panelId, service });
  }

  /** Takes what other windows know. Never rejects. */
  async readAgain(): Promise<void> {
    const { files } = this.#options;
    return this.#afterOthers(async () => {
      const stored = await files.read();
      // what this window is about to write is newer, and comes back from there
      if (this.#unwritten > 0) return;
      const configurationsBefore = new Map([...this.#known].filter(([, { panelId }]) => !isDemo({ id: panelId })));
      const now = new Map(
        stored.map((configuration) => [keyOf(configuration.panelId, configuration.service), configuration]),
      );
      for (const [key, known] of new Map([...configurationsBefore, ...now])) {
        const readConfiguration = now.get(key);
        if (!isDeepStrictEqual(configurationsBefore.get(key), readConfiguration))
          this.#show(readConfiguration ?? bare(known), "others");
      }
    });
  }

  #of(panelId: string, service: ConfiguredService): Configuration {
    return this.of(panelId, service) ?? { panelId, service };
  }

  #set(configuration: Configuration): void {
    this.#show(configuration, "thisWindow");
    const { panelId, service } = configuration;
    // a demo panel ends with its window
    if (isDemo({ id: panelId })) return;
    this.#unwritten += 1;
    void this.#afterOthers(async () => {
      this.#unwritten -= 1;
      const latest = this.of(panelId, service);
      if (latest === undefined) await this.#options.files.remove(configuration);
      else await this.#options.files.write(latest);
    });
  }

  #show(configuration: Configuration, changedBy: ChangedBy): void {
    const key = keyOf(configuration.panelId, configuration.service);
    if (configuration.broken === undefined && configuration.savedAt === undefined) this.#known.delete(key);
    else this.#known.set(key, configuration);
    this.#options.onChange(configuration.panelId, changedBy);
  }

  /** Works on the files after whatever was begun before. */
  async #afterOthers(work: () => Promise<void>): Promise<void> {
    this.#inTurn = this.#inTurn.then(work).catch((error: unknown) => {
      this.#options.log.warn(`Other windows may not know of all configurations (${codeOf(error)})`);
    });
    return this.#inTurn;
  }
}

function bare({ panelId, service }: Configuration): Configuration {
  return { panelId, service };
}

const keyOf = (panelId: string, service: string): string => `${panelId} ${service}`;

/** Knowing what services think of their configurations. */
export interface KnownConfigurations {
  readonly configurations: ServiceConfigurations;
}
