import { join } from "node:path";
import * as v from "valibot";
import { replaceFile, type FileSystem } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";
import { agentClientIds, type AgentClientId } from "./agentClients.ts";

/** How a person has connected a client. `copied`: a text that they were given to put where it belongs. */
const ways = ["editor", "program", "file", "copied"] as const;

export type ConnectedBy = (typeof ways)[number];

const record = v.object({
  by: v.picklist(ways),
  connectedAt: v.number(),
  hello: v.exactOptional(v.object({ name: v.string(), version: v.string(), at: v.number() })),
});

/** A client that a person has connected, with what it last said of itself. Times are those of the wall clock: people read them. */
export type ConnectedClient = v.InferOutput<typeof record> & { readonly id: AgentClientId };

interface ConnectedClientsOptions {
  /** The directory that server and windows share. */
  readonly directory: string;
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** The clients that a person has connected, in files that all windows share: one a client, so that none undoes what another writes. */
export class ConnectedClients {
  readonly #options: ConnectedClientsOptions;

  constructor(options: ConnectedClientsOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly ConnectedClient[]> {
    const names = await this.#options.files.list(this.#directory);
    const ids = agentClientIds.filter((id) => names.includes(`${id}.json`));
    return (await Promise.all(ids.map(async (id) => this.#read(id)))).flatMap((found) => found ?? []);
  }

  async connected(id: AgentClientId, by: ConnectedBy): Promise<void> {
    const { hello } = (await this.#read(id)) ?? {};
    // by the wall clock: read by people
    await this.#write(id, { by, connectedAt: this.#options.clock.wallTime(), ...(hello !== undefined && { hello }) });
  }

  /** Keeps the hello of a client, unless it is no longer connected. */
  async greeted(
    id: AgentClientId,
    { name, version }: { readonly name: string; readonly version: string },
  ): Promise<void> {
    const found = await this.#read(id);
    if (found === undefined) return;
    const { by, connectedAt } = found;
    // by the wall clock: read by people
    await this.#write(id, { by, connectedAt, hello: { name, version, at: this.#options.clock.wallTime() } });
  }

  async disconnected(id: AgentClientId): Promise<void> {
    await this.#options.files.remove(this.#path(id));
  }

  get #directory(): string {
    return join(this.#options.directory, "clients");
  }

  #path(id: AgentClientId): string {
    return join(this.#directory, `${id}.json`);
  }

  async #read(id: AgentClientId): Promise<ConnectedClient | undefined> {
    const text = await this.#options.files.read(this.#path(id));
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), record), text);
    return parsed.success ? { id, ...parsed.output } : undefined;
  }

  async #write(id: AgentClientId, client: v.InferOutput<typeof record>): Promise<void> {
    const { files, clock } = this.#options;
    await replaceFile(files, clock, this.#path(id), JSON.stringify(client));
  }
}
