import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { jobArchive, readJobEnd, readJobWord, type JobWord, type WrittenEnd } from "../../../src/onServer/jobFiles.ts";
import { eventually } from "../../eventually.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";

const script = readFileSync(join(import.meta.dirname, "../../../src/onServer/job.sh"));

/** A `sleep` whose seconds are short where `job.sh` counts them, of a server with these programs. */
export function quickSecond(path: string): string {
  return `PATH=${path}\n[ "$*" != 1 ] || exec sleep 0.05\nexec sleep "$@"\n`;
}

/** What a job may do. */
interface Limits {
  readonly seconds?: number;
  readonly bytes?: number;
  /** A command line of `sh` before the script. */
  readonly before?: string;
}

/** What a job is and reads. */
interface Put {
  readonly kind?: string;
  readonly inputs?: Readonly<Record<string, string>>;
}

/** A server that has a shell and the tools of this machine, in a temporary directory. */
export class JobServer {
  readonly base = mkdtempSync(join(tmpdir(), "jobs-"));
  /** The directory of all jobs. */
  readonly jobs = join(this.base, "jobs");
  readonly #bin = join(this.base, "bin");
  readonly #shell = join(this.#bin, "sh");

  /** @param shell what is called `sh` */
  constructor(shell: string) {
    mkdirSync(this.jobs);
    mkdirSync(this.#bin);
    symlinkSync(placeOf(shell) ?? shell, this.#shell);
    this.setTool("sleep", quickSecond(process.env["PATH"] ?? ""));
  }

  /** Ends what still runs, and leaves nothing. */
  async remove(): Promise<void> {
    for (const id of this.ids()) await this.#run(["over", id, "0"]);
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Puts a program before all others. */
  setTool(name: string, text: string): void {
    writeFileSync(join(this.#bin, name), `#!${this.#shell}\n${text}`, { mode: 0o755 });
  }

  /** The directories of jobs. */
  ids(): readonly string[] {
    return readdirSync(this.jobs).filter((name) => !name.endsWith(".lock"));
  }

  /** Uploads a job, and says its id. */
  put(work: string, { kind = "search", inputs = {} }: Put = {}): string {
    const id = `${kind}-${randomUUID()}`;
    mkdirSync(join(this.jobs, id));
    writeFileSync(this.at(id, "job.sh"), script);
    const files = new Map(Object.entries(inputs).map(([name, text]) => [name, Buffer.from(text)]));
    writeFileSync(this.at(id, "files.tar"), jobArchive(Buffer.from(work), files));
    return id;
  }

  at(id: string, name: string): string {
    return join(this.jobs, id, name);
  }

  async begin(id: string, { seconds = 600, bytes = 1_000_000, before = ":" }: Limits = {}) {
    return this.#run(["begin", id, randomUUID(), seconds, bytes], before);
  }

  async over(id: string) {
    return this.#run(["over", id, randomUUID()]);
  }

  cancel(id: string): void {
    renameSync(this.at(id, "goes"), this.at(id, "cancel"));
  }

  /** Begins a job, and says how it ends. */
  async end(id: string, limits: Limits = {}): Promise<WrittenEnd | JobWord | undefined> {
    const word = await this.begin(id, limits);
    if (word?.kind !== "begun") return word;
    return this.endOf(id);
  }

  async endOf(id: string): Promise<WrittenEnd | undefined> {
    await this.appears(id, "end");
    return readJobEnd(readFileSync(this.at(id, "end")));
  }

  async appears(id: string, name: string): Promise<void> {
    await eventually(
      () => existsSync(this.at(id, name)),
      (isThere) => isThere,
      30_000,
    );
  }

  /** The text of a file of a job; empty as long as it is not there. */
  read(id: string, name: string): string {
    if (!existsSync(this.at(id, name))) return "";
    return readFileSync(this.at(id, name), "utf8");
  }

  /** The processes of a job that still run. */
  running(id: string): readonly string[] {
    return processes()
      .filter((each) => each.environment.includes(`SERVER_PANEL_JOB=${id}\0`))
      .map(({ pid }) => pid);
  }

  /** The words with which a process was begun; none where it has ended meanwhile. */
  wordsOf(pid: string): readonly string[] {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  }

  /** A directory with these programs alone. */
  only(...names: readonly string[]): string {
    const directory = mkdtempSync(join(this.base, "only-"));
    for (const name of names) symlinkSync(placeOf(name) ?? name, join(directory, name));
    return directory;
  }

  async #run([verb, id, nonce, ...more]: readonly [string, string, string, ...number[]], before = ":") {
    const words = [this.at(id, "job.sh"), verb, id, nonce, ...more];
    const child = spawn(this.#shell, ["-c", `${before}; exec sh ${words.join(" ")}`], {
      env: { PATH: [this.#bin, process.env["PATH"]].join(delimiter) },
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
    await new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      // what it has begun lets go of its output, too
      child.on("close", () => resolve());
    });
    return readJobWord(output, nonce);
  }
}

function processes() {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return { pid, environment: readFileSync(`/proc/${pid}/environ`, "utf8") };
    } catch {
      // it has ended meanwhile
      return [];
    }
  });
}
