import { join } from "node:path";
import * as v from "valibot";
import type { Redact } from "../redaction/redactor.ts";
import { removeLeftovers, replaceFile, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { type ConfiguredService, serviceCalled } from "./configuredServices.ts";
import { brokenSchema } from "./brokenConfiguration.ts";

export interface ConfigurationFilesOptions {
  /** A directory shared by all windows. */
  readonly root: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** Exceeds what a service says, and the processes that it has. */
const LONGEST_TEXT = 100_000;

const LEFTOVER_MS = 60_000;

const stored = v.object({
  /** What the service says of it, while it refuses it or a part of it. */
  broken: v.exactOptional(brokenSchema),
  /** The file whose change has shown that, where the service names none. */
  changed: v.exactOptional(v.string()),
  /** When it was changed, in milliseconds since the epoch, while the service was not seen to load it since. */
  savedAt: v.exactOptional(v.number()),
  /** How the service ran when it was first looked at after that. */
  running: v.exactOptional(v.unknown()),
});
const storedText = v.pipe(v.string(), v.maxLength(LONGEST_TEXT), v.parseJson(), stored);

/** What is known of the configuration of a service. */
export type Configuration = Readonly<v.InferOutput<typeof stored>> & {
  readonly panelId: string;
  readonly service: ConfiguredService;
};

/** What is known of the configurations of services, a file each, for all windows. Methods reject with file errors. */
export class ConfigurationFiles {
  readonly #options: ConfigurationFilesOptions;
  readonly directory: string;

  constructor(options: ConfigurationFilesOptions) {
    this.#options = options;
    this.directory = join(options.root, "configurations");
  }

  /** Makes the directory, which can then be watched, and removes what a window has left there that ended while it wrote. */
  async prepare(): Promise<void> {
    const { files, clock } = this.#options;
    await files.makeDirectory(this.directory);
    await removeLeftovers(files, clock, this.directory, LEFTOVER_MS);
  }

  /** All that is known; what cannot be read is not. */
  async read(): Promise<readonly Configuration[]> {
    const { files } = this.#options;
    const knownConfigurations: Configuration[] = [];
    for (const name of await files.list(this.directory)) {
      const [panelId = "", called = "", end] = name.split(".");
      const service = serviceCalled(called);
      if (service === undefined || end !== "json") continue;
      const parsed = v.safeParse(storedText, await files.read(join(this.directory, name)));
      if (parsed.success) knownConfigurations.push({ panelId, service, ...parsed.output });
    }
    return knownConfigurations;
  }

  async write({ panelId, service, broken, ...rest }: Configuration): Promise<void> {
    const { files, clock, redact } = this.#options;
    const redacted = broken && { ...broken, text: redact(broken.text, broken.place && [broken.place.path]) };
    const text = JSON.stringify({ ...rest, ...(redacted && { broken: redacted }) });
    await replaceFile(files, clock, this.#path({ panelId, service }), text);
  }

  async remove(of: Configuration): Promise<void> {
    await this.#options.files.remove(this.#path(of));
  }

  #path({ panelId, service }: Configuration): string {
    return join(this.directory, `${panelId}.${service}.json`);
  }
}
