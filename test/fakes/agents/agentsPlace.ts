import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { AgentCall } from "../../../src/agents/agentServices.ts";
import type { AgentToolName } from "../../../src/agents/agentTools.ts";
import { AgentDoor } from "../../../src/mcp/window/agentDoor.ts";
import type { Host } from "../../../src/mcp/window/visit.ts";
import { agentsDirectory } from "../../../src/mcp/wire/agentsDirectory.ts";
import { LineSocket } from "../../../src/mcp/wire/lineSocket.ts";
import { lineOf, type Hello, type Described, type ToldByClient } from "../../../src/mcp/wire/messages.ts";
import { readWindowFiles, type FoundWindow } from "../../../src/mcp/wire/windowFile.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { projectDir } from "../../../scripts/paths.ts";
import type { Clock } from "../../../src/storage/ports.ts";
import { compiledOnce } from "../../keepCompiled.ts";
import { RawAgent } from "./rawAgent.ts";
import { TestLog } from "../storageFixture.ts";

/** The shim as the project's Node runs it. */
export const SHIM = join(projectDir, "src/mcp/shim/main.ts");

/** How a window does what it is called for. */
export type Invoke = (tool: AgentToolName, input: unknown, call: AgentCall) => Promise<string>;

/** A window with a door. */
export interface OpenDoor {
  readonly door: AgentDoor;
  readonly log: TestLog;
  /** What called, in order. */
  readonly calls: { readonly tool: AgentToolName; readonly input: unknown; readonly call: AgentCall }[];
  readonly hellos: ToldByClient[];
}

interface WindowOptions extends Partial<Described> {
  readonly invoke?: Invoke;
  readonly clock?: Clock;
  readonly isAllowed?: () => boolean;
  /** In place of what a window says of itself at once. */
  readonly describe?: Host["describe"];
}

/** What the protocol's own client is started with. */
interface ClientOptions {
  readonly name?: string;
  readonly cwd?: string;
  /** A session is opened first, as clients do that know no newer version. */
  readonly mode?: "auto" | "legacy";
  readonly shim?: readonly string[];
}

/** A computer on which a person has connected an agent's program: windows, and clients on real pipes. */
export class AgentsPlace {
  readonly root: string;
  readonly directory: string;
  readonly #ends: (() => Promise<unknown>)[] = [];

  constructor(root = mkdtempSync(join(tmpdir(), "agents-"))) {
    this.root = root;
    this.directory = agentsDirectory(root);
  }

  /** Opens a window; it answers with what it was called for unless `invoke` is given. */
  async open(options: WindowOptions = {}): Promise<OpenDoor> {
    const { invoke, clock = systemClock, isAllowed = () => true, name = "shop", folders = [], focusedAt = 1 } = options;
    const { describe = async () => ({ name, folders, focusedAt }) } = options;
    const log = new TestLog();
    const calls: OpenDoor["calls"] = [];
    const hellos: ToldByClient[] = [];
    const door = new AgentDoor({
      root: this.root,
      clock,
      log,
      isAllowed,
      describe,
      async invoke(tool, input, call) {
        calls.push({ tool, input, call });
        return invoke?.(tool, input, call) ?? JSON.stringify({ tool, window: name });
      },
    });
    door.onHello((client) => hellos.push(client));
    this.#ends.push(async () => door.dispose());
    await door.connect();
    return { door, log, calls, hellos };
  }

  /** What windows tell of themselves. */
  files(): readonly FoundWindow[] {
    return readWindowFiles(this.directory);
  }

  /** The only window's file. */
  get file(): FoundWindow {
    const [file] = this.files();
    if (file === undefined) throw new Error("no window listens");
    return file;
  }

  /** Connects to a window as anything might. */
  connect(): Visitor {
    const visitor = new Visitor(connect(this.file.socket), this.file);
    this.#ends.push(async () => visitor.socket.destroy());
    return visitor;
  }

  /** Starts the shim with the protocol's own client. */
  async client({ name = "Test Agent", cwd = projectDir, mode = "legacy", shim = [SHIM] }: ClientOptions = {}): Promise<{
    readonly client: Client;
    readonly transport: StdioClientTransport;
  }> {
    const args = [...shim, this.directory];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      cwd,
      env: compiledOnce,
      stderr: "inherit",
    });
    const client = new Client({ name, version: "1.2.3" }, { versionNegotiation: { mode } });
    this.#ends.push(async () => client.close());
    await client.connect(transport);
    return { client, transport };
  }

  /** Starts the shim with an agent that writes what a test wants. */
  agent(cwd = projectDir): RawAgent {
    const agent = new RawAgent([SHIM, this.directory], cwd, compiledOnce);
    this.#ends.push(async () => agent.end());
    return agent;
  }

  async dispose(): Promise<void> {
    for (const end of this.#ends.toReversed()) await end();
    rmSync(this.root, { recursive: true, force: true });
  }
}

const NEVER = new AbortController().signal;

/** Who has connected to a window, and says what a test wants. */
export class Visitor {
  readonly socket: Socket;
  readonly #lines: LineSocket;
  readonly #token: string;

  constructor(socket: Socket, { token }: { readonly token: string }) {
    this.socket = socket;
    this.#lines = new LineSocket(socket);
    this.#token = token;
  }

  /** The hello that the window understands, but for what is given. */
  hello(changes: Partial<Record<keyof Hello, unknown>> = {}): string {
    const hello: Hello = { type: "hello", protocol: 1, token: this.#token, client: { name: "Raw", version: "1" } };
    return lineOf({ ...hello, ...changes } as Hello);
  }

  write(text: string): this {
    this.socket.write(text);
    return this;
  }

  /** The next message; `undefined`: the window has ended the connection. */
  async next(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const line = await this.#lines.next(NEVER);
    return typeof line === "string" ? (JSON.parse(line) as Readonly<Record<string, unknown>>) : undefined;
  }
}
