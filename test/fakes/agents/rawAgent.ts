import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eventually } from "../../eventually.ts";

/** A message of the shim. */
export interface FromShim {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly progress?: number; readonly message?: string };
  readonly result?: {
    readonly protocolVersion?: string;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** An agent's program that writes what a test wants to the shim, and keeps all that it answers. */
export class RawAgent {
  readonly shim: ChildProcessWithoutNullStreams;
  readonly received: FromShim[] = [];
  #id = 0;

  /**
   * @param args the shim's file and its directory
   * @param more variables beside those of the tests
   */
  constructor(args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) {
    // desktop VS Code's own program is a Node only then
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1", ...more };
    this.shim = spawn(process.execPath, args, { cwd, env, stdio: "pipe" });
    this.shim.stdin.on("error", () => undefined);
    // the library writes there what a client has done wrong
    this.shim.stderr.resume();
    createInterface(this.shim.stdout).on("line", (line) => this.received.push(JSON.parse(line) as FromShim));
  }

  write(text: Buffer | string): void {
    this.shim.stdin.write(text);
  }

  /** Sends a request without waiting; its id. */
  send(method: string, params: object = {}, id: number | string = (this.#id += 1)): number | string {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return id;
  }

  notify(method: string, params: object = {}): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
  }

  /** The answer to a request. */
  async answer(id: number | string): Promise<FromShim> {
    const find = () => this.received.find((message) => message.id === id && message.method === undefined);
    return (await eventually(find, (found) => found !== undefined)) as FromShim;
  }

  async request(method: string, params: object = {}): Promise<FromShim> {
    return this.answer(this.send(method, params));
  }

  /** Opens a session. */
  async initialize(protocolVersion = "2025-11-25", name = "Raw Agent"): Promise<FromShim> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name, version: "1" },
    });
    this.notify("notifications/initialized");
    return answer;
  }

  /** Resolves to the exit code once the shim has ended; `null`: a signal has ended it. */
  async ended(): Promise<number | null> {
    if (this.shim.exitCode === null && this.shim.signalCode === null) await once(this.shim, "exit");
    return this.shim.exitCode;
  }

  /** Goes away as a program that dies does: its pipes close. */
  async end(): Promise<number | null> {
    this.shim.stdin.destroy();
    return this.ended();
  }
}
