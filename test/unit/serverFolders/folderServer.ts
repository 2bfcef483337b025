import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type Stats,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shortSleep } from "../../fakes/quickSleep.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";

/** Whose the directory is that scripts unpack into. Nobody but root becomes somebody else. */
export const isRoot = process.getuid?.() === 0;

const uidOf = (name: string) => Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));

function contentOf(at: Buffer, facts: Stats): string {
  if (facts.isDirectory()) return "directory";
  if (facts.isSymbolicLink()) return `link to ${readlinkSync(at)}`;
  if (facts.isFile()) return readFileSync(at, "utf8");
  return "other";
}

/** How a script ended, and what it wrote. */
export interface ScriptRun {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

/** A server with a shell, in a temporary directory: a directory of somebody, and jobs beside it. */
export class FolderServer {
  readonly base = mkdtempSync(join(tmpdir(), "folders-"));
  /** The directory that scripts are about; it is not root's where these tests are root's. */
  readonly root = join(this.base, "shop");
  readonly #tools = join(this.base, "bin");
  readonly #shell: string;
  #jobs = 0;
  #running: number | undefined;

  /** @param shell what runs the scripts */
  constructor(shell = "sh") {
    this.#shell = shell;
    for (const directory of [this.root, this.#tools]) mkdirSync(directory);
    chmodSync(this.base, 0o755);
    this.give(this.root);
    this.tool("sleep", shortSleep(process.env["PATH"] ?? ""));
    if (!isRoot) this.tool("runuser", 'shift 3\nexec "$@"\n');
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Puts a program before those of this computer. @param text of `sh` */
  tool(name: string, text: string): void {
    writeFileSync(join(this.#tools, name), `#!/bin/sh\n${text}`, { mode: 0o755 });
  }

  /** Makes something the directory's owner's. */
  give(path: string | Buffer, name = "nobody"): void {
    if (isRoot) chownSync(path, uidOf(name), uidOf(name));
  }

  /** Writes a file of the directory. @param path Latin-1, a sign a byte */
  put(path: string, content: string | Uint8Array): void {
    const at = Buffer.from(`${this.root}/${path}`, "latin1");
    const parts = path.split("/").slice(0, -1);
    for (const [index] of parts.entries()) {
      const directory = Buffer.from(`${this.root}/${parts.slice(0, index + 1).join("/")}`, "latin1");
      mkdirSync(directory, { recursive: true });
      this.give(directory);
    }
    writeFileSync(at, content);
    this.give(at);
  }

  link(path: string, to: string): void {
    symlinkSync(to, join(this.root, path));
  }

  /** Everything below a directory: `directory`, what a file has, `link to …`. Names are Latin-1. */
  tree(directory = this.root): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const visit = (below: string): void => {
      for (const name of readdirSync(Buffer.from(`${directory}/${below}`, "latin1"), { encoding: "latin1" })) {
        const path = below + name;
        const at = Buffer.from(`${directory}/${path}`, "latin1");
        const facts = lstatSync(at);
        if (facts.isDirectory()) visit(`${path}/`);
        found[path] = contentOf(at, facts);
      }
    };
    visit("");
    return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Ends the script that runs, with all of its processes, as a job is ended at first. */
  end(): void {
    if (this.#running !== undefined) process.kill(-this.#running, "SIGTERM");
  }

  /** Runs scripts as the one of a job, whose directory stays. */
  async run(
    scripts: readonly string[],
    inputs: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<ScriptRun & { readonly job: string }> {
    const job = join(this.base, `job${(this.#jobs += 1)}`);
    mkdirSync(job, { mode: 0o700 });
    const texts = await Promise.all(scripts.map(async (name) => shippedScript(name)));
    writeFileSync(join(job, "work.sh"), Buffer.concat(texts));
    writeFileSync(join(job, "goes"), "");
    for (const [name, content] of Object.entries(inputs)) writeFileSync(join(job, name), content);
    const child = spawn(this.#shell, ["work.sh"], {
      cwd: job,
      env: { PATH: `${this.#tools}:${process.env["PATH"] ?? ""}` },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#running = child.pid;
    const output: Buffer[] = [];
    let errors = "";
    child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString()));
    await once(child, "close");
    return { code: child.exitCode, output: Buffer.concat(output), errors, job };
  }
}
