import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { basename, delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import { END_OF_TAR, tarHeader, tarPadding } from "../../../../src/onServer/tarHeader.ts";
import { quickSleep } from "../../../fakes/quickSleep.ts";
import { exchangesBelow } from "./stepProcesses.ts";

/** So many looks in a row find nobody at work on a step that nobody works on. */
const NOBODY_LOOKS = 25;

/** The time of the files in an archive. */
export const archiveTime = new Date("2026-01-02T03:04:05Z");

const scripts = join(import.meta.dirname, "../../../../src/deployments/exchange");
const script = join(scripts, "exchange.sh");
/** What runs a step, beside the exchange's own script. */
const stepScripts = [join(scripts, "step.sh"), join(scripts, "../../onServer/job.sh")];

const toolsIn = (name: string) =>
  (new RegExp(`^${name}='([^']+)'$`, "m").exec(readFileSync(script, "utf8"))?.[1] ?? "").split(" ");

/** What `exchange.sh` needs of a server, as it says itself. */
export const tools: readonly string[] = [...toolsIn("TOOLS"), "cp"];

/** What it needs beside these to run steps. */
export const stepTools: readonly string[] = toolsIn("STEP_TOOLS");

/** What it uses where it is there. */
const usefulTools = ["lsattr"];

/** What a busybox need not have, or in a lesser form; Debian's lacks the others. */
const withoutApplet = ["cp", "flock", "lsattr", "bash", "getent", "runuser"];

const places = (process.env["PATH"] ?? "").split(delimiter);

/** Where a tool of this machine is. */
export function placeOf(tool: string): string | undefined {
  return places.map((place) => join(place, tool)).find((path) => existsSync(path));
}

/** The different shells of this machine; each of them has to be called `sh` for the script. */
export const shells: readonly string[] = ["sh", "dash", "bash", "busybox"].filter((shell, index, all) => {
  const real = (name: string) => realpathSync(placeOf(name) ?? "/");
  return placeOf(shell) !== undefined && all.slice(0, index).every((other) => real(other) !== real(shell));
});

/** The shell of everyday tests; the others have them in `otherShells.long.test.ts`. */
export const [usualShell = "sh", ...otherShells] = shells;

export const sha1 = (content: string | Buffer) => createHash("sha1").update(content).digest("hex");

/** A path with bytes that need not be UTF-8, as Latin-1. */
const raw = (text: string) => Buffer.from(text, "latin1");

/** A record of the list, written out; `path` is Latin-1, one sign a byte. */
export interface RawRecord {
  readonly there: string;
  readonly comes: string;
  readonly mode?: string;
  readonly path: string;
  /** Bytes of what comes. */
  readonly content?: string | Buffer;
}

/** The records of everyday changes. */
export const record = {
  add: (path: string, content: string | Buffer, there = "none"): RawRecord => ({
    there,
    comes: sha1(content),
    path,
    content,
  }),
  replace: (path: string, old: string, content: string | Buffer): RawRecord => ({
    there: sha1(old),
    comes: sha1(content),
    path,
    content,
  }),
  remove: (path: string, old: string): RawRecord => ({ there: sha1(old), comes: "none", path }),
  link: (path: string, says: string, there = "none"): RawRecord => ({
    there,
    comes: `link:${sha1(says)}`,
    mode: "777",
    path,
    content: says,
  }),
  removeLink: (path: string, said: string): RawRecord => ({ there: `link:${sha1(said)}`, comes: "none", path }),
  makeDirectory: (path: string, there = "none"): RawRecord => ({ there, comes: "dir", mode: "755", path }),
  removeDirectory: (path: string, entries: number): RawRecord => ({ there: `dir:${entries}`, comes: "none", path }),
};

/** Where the copy of each record lies in `new` and `old`: a file's with those of its directory, by the number of the first of them. */
export function copiesOf(records: readonly RawRecord[]): readonly string[] {
  const isFile = ({ there, comes }: RawRecord) => comes !== "dir" && !there.startsWith("dir:");
  const directoryOf = ({ path }: RawRecord) => path.slice(0, path.lastIndexOf("/") + 1);
  return records.map((each, number) => {
    if (!isFile(each)) return `${number}`;
    const first = records.findIndex((other) => isFile(other) && directoryOf(other) === directoryOf(each));
    return `${first}/${each.path.slice(directoryOf(each).length)}`;
  });
}

/** The list of an exchange. */
export function listOf(records: readonly RawRecord[]): Buffer {
  const shelves = copiesOf(records).map((copy) => copy.split("/", 1).join(""));
  const texts = records.map(
    ({ there, comes, mode = "644", path }, number) =>
      `${number} ${shelves[number] ?? ""} ${there} ${comes} ${mode} ${path}\0`,
  );
  return raw(texts.join(""));
}

/** The result of a run, as the last line of its output says. */
export interface RunResult {
  readonly end: string;
  readonly detail: string;
  readonly trouble: readonly (readonly [number, string])[];
  readonly kept: readonly (readonly [number, string])[];
  readonly removed: number;
  readonly freed: number;
  readonly [more: string]: unknown;
}

/** A step as a test has it run. */
export interface StepOptions {
  readonly step?: string;
  readonly seconds?: number;
  readonly directory?: string;
  readonly target?: string;
  /** Lines of `how` instead of the usual ones. */
  readonly how?: Readonly<Record<string, string>>;
}

/** Whom the steps of these tests are of. */
export const stepUser: { readonly name: string; readonly uid: number } =
  process.getuid?.() === 0
    ? { name: "nobody", uid: uidOf("nobody") }
    : { name: userInfo().username, uid: userInfo().uid };

function uidOf(name: string): number {
  return Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));
}

interface ArchiveOptions {
  readonly target?: string;
  readonly root?: string;
  /** Instead of the records' own. */
  readonly list?: Buffer;
  /** The exchange that it was made for as the last one; none if empty. */
  readonly after?: string;
  /** The installation that has to settle it. */
  readonly hold?: string;
  /** More lines of `about`. */
  readonly about?: Readonly<Record<string, string>>;
}

/** How a test has the script run. */
export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nonce?: string;
  /** In whose directory the script lies; the exchange's own unless said. */
  readonly run?: string;
  /** How many exchanges of each target are kept. */
  readonly kept?: number;
  readonly step?: string;
  /** Who asks. */
  readonly owner?: string;
  /** A command line of sh before the script, such as `ulimit -f 8`. */
  readonly before?: string;
}

/** What is at the paths of a website: a file's content, `directory`, or `link to …`. */
export type Tree = Readonly<Record<string, string>>;

/** A website on a server that has a shell and its tools, in a temporary directory. */
export class ExchangeServer {
  readonly base = mkdtempSync(join(tmpdir(), "exchange-"));
  /** The directory of the website's exchanges. */
  readonly site = join(this.base, "ours", "shop");
  readonly root = join(this.base, "wwwroot", "shop");
  /** All that the script works on. */
  readonly disk: readonly string[] = [join(this.base, "ours"), join(this.base, "wwwroot")];
  /** The path of `sh`. */
  readonly shell = join(this.base, "bin", "sh");
  readonly #path = join(this.base, "bin");

  /** @param shell what is called `sh`; with `busybox` it is all other tools, too, but for what a busybox need not have */
  constructor(shell: string) {
    mkdirSync(this.site, { recursive: true, mode: 0o700 });
    mkdirSync(this.root, { recursive: true });
    mkdirSync(this.#path);
    for (const tool of ["sh", ...tools, ...stepTools, ...usefulTools]) {
      const place = placeOf(shell === "busybox" && !withoutApplet.includes(tool) ? "busybox" : tool);
      const own = tool === "sh" ? placeOf(shell) : place;
      if (own !== undefined) symlinkSync(own, join(this.#path, tool));
    }
    this.pauseBy(quickSleep);
    // nobody but root becomes somebody else: then all steps are of whoever runs these tests
    if (process.getuid?.() !== 0) {
      rmSync(join(this.#path, "runuser"), { force: true });
      writeFileSync(join(this.#path, "runuser"), `#!${this.shell}\nshift 3\nexec "$@"\n`, { mode: 0o755 });
    }
  }

  /** Has the scripts pause by this: most tests do not need the time that passes. */
  pauseBy(sleep: (path: string) => string): void {
    const place = join(this.#path, "sleep");
    rmSync(place, { force: true });
    writeFileSync(place, `#!${this.shell}\n${sleep(process.env["PATH"] ?? "")}`, { mode: 0o755 });
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Copies the disk, and says where to. */
  keep(): string {
    const kept = mkdtempSync(join(this.base, "kept-"));
    execFileSync("cp", ["-a", ...this.disk, kept]);
    return kept;
  }

  /** Has the disk be what was kept of it. */
  restore(kept: string): void {
    for (const place of this.disk) rmSync(place, { recursive: true });
    execFileSync("cp", ["-a", ...this.disk.map((place) => join(kept, basename(place))), this.base]);
  }

  /** Where a path of the website is, which is Latin-1. */
  at(path: string): Buffer {
    return raw(`${this.root}/${path}`);
  }

  put(path: string, content: string, mode = 0o644): void {
    const at = this.at(path);
    mkdirSync(at.subarray(0, at.lastIndexOf("/")), { recursive: true });
    writeFileSync(at, content);
    chmodSync(at, mode);
  }

  /** The content of a file of the website. */
  read(path: string): string {
    return readFileSync(this.at(path), "utf8");
  }

  /** The text of any other file. */
  readText(path: string): string {
    return readFileSync(path, "latin1");
  }

  /** Everything in the website: directories, files with content, links with what they say. Names are Latin-1. */
  tree(): Tree {
    const found: Record<string, string> = {};
    const visit = (below: string): void => {
      for (const name of readdirSync(this.at(below), { encoding: "latin1" }).toSorted()) {
        const path = below === "" ? name : `${below}/${name}`;
        const facts = lstatSync(this.at(path));
        if (facts.isDirectory()) {
          found[path] = "directory";
          visit(path);
        } else if (facts.isSymbolicLink())
          found[path] = `link to ${readlinkSync(this.at(path), { encoding: "latin1" })}`;
        else found[path] = readFileSync(this.at(path), "utf8");
      }
    };
    visit("");
    return found;
  }

  /** Paths of the website whose file has another name anywhere, which none may have when all is over. */
  severalNames(): readonly string[] {
    return Object.entries(this.tree()).flatMap(([path, content]) =>
      content === "directory" || lstatSync(this.at(path)).nlink === 1 ? [] : [path],
    );
  }

  /** Uploads an exchange, and says its id. */
  async upload(records: readonly RawRecord[], options: ArchiveOptions = {}): Promise<string> {
    const id = randomUUID();
    this.makeRun(id);
    await this.uploadArchive(id, records, options);
    return id;
  }

  /** Makes a directory with the script alone, as a panel does. */
  makeRun(id: string): string {
    const work = join(this.site, id);
    mkdirSync(work, { mode: 0o700 });
    copyFileSync(script, join(work, "exchange.sh"));
    return work;
  }

  /** Uploads the archive of an exchange into its directory. */
  async uploadArchive(
    id: string,
    records: readonly RawRecord[],
    { target = "root", root = this.root, list = listOf(records), after, hold, about = {} }: ArchiveOptions = {},
  ): Promise<void> {
    const copies = copiesOf(records);
    const lines = {
      layout: "2",
      root,
      target,
      ...(after !== undefined && { after }),
      ...(hold !== undefined && { hold }),
      ...about,
    };
    const files = [
      {
        name: "about",
        body: Object.entries(lines)
          .map(([key, value]) => `${key}=${value}\n`)
          .join(""),
      },
      { name: "list", body: list },
      { name: "record.json", body: JSON.stringify({ id }) },
      ...records.flatMap(({ content }, number) =>
        content === undefined ? [] : [{ name: `new/${copies[number] ?? ""}`, body: content }],
      ),
    ];
    const members = files.flatMap(({ name, body }) => {
      const bytes = Buffer.from(body);
      return [tarHeader(raw(name), bytes.length, archiveTime.getTime() / 1_000), bytes, tarPadding(bytes.length)];
    });
    const archive = gzipSync(Buffer.concat([...members, END_OF_TAR]));
    await writeFile(join(this.site, id, "files.tar.gz"), archive);
  }

  /** Puts what a step needs into its exchange, as an upload does. */
  putStep(
    id: string,
    text: string | Buffer,
    { step = "0", seconds = 60, directory = "", target = "", how = {} }: StepOptions = {},
  ): string {
    const at = join(this.site, id, "steps", step);
    mkdirSync(at, { recursive: true, mode: 0o700 });
    for (const path of stepScripts) copyFileSync(path, join(this.site, id, basename(path)));
    writeFileSync(join(at, "run"), text);
    writeFileSync(join(at, "goes"), "");
    const lines = {
      nonce: randomUUID(),
      sha1: sha1(text),
      script: sha1(Buffer.concat(stepScripts.map((path) => readFileSync(path)))),
      user: stepUser.name,
      uid: String(stepUser.uid),
      seconds: String(seconds),
      target,
      directory,
      path: "",
      ...how,
    };
    writeFileSync(
      join(at, "how"),
      Object.entries(lines)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(""),
    );
    return at;
  }

  /** Runs the script in a process group of its own, and a step that it begins to its end; `undefined` if it ended without its mark. */
  async run(verb: string, id: string, options: RunOptions = {}): Promise<RunResult | undefined> {
    const step = join(this.site, id, "steps", options.step ?? "none");
    const hasBegun = existsSync(join(step, "begun"));
    const result = await this.#result(verb, id, options);
    if (verb !== "step" || hasBegun || result?.end !== "running") return result;
    const detail = await this.#endOf(step);
    return detail === undefined ? undefined : { ...result, end: "step", detail };
  }

  /** How a step has ended, once nobody works on it; `undefined`: it was killed. */
  async #endOf(step: string): Promise<string | undefined> {
    const end = join(step, "rc");
    // a process that begins another program in its place is not seen for a moment
    for (let unseen = 0; unseen < NOBODY_LOOKS && !existsSync(end); await setTimeout(20))
      unseen = exchangesBelow(this.base).length > 0 ? 0 : unseen + 1;
    return existsSync(end) ? readFileSync(end, "utf8").trim() : undefined;
  }

  async #result(verb: string, id: string, options: RunOptions): Promise<RunResult | undefined> {
    const { nonce = randomUUID(), run = id } = options;
    const output = await this.#output(verb, id, { ...options, nonce, run });
    const mark = new RegExp(`^server-panel ${nonce} ([0-9a-f]{40}) (.*)$`, "m").exec(output);
    if (mark === null) return undefined;
    const [, hash, printed = ""] = mark;
    const text = printed === "file" ? readFileSync(join(this.site, run, "result"), "utf8") : printed;
    assert.equal(sha1(text), hash);
    return JSON.parse(text) as RunResult;
  }

  /** Runs the script, and says the tools that it misses. */
  async missing(verb: string, id: string, environment = {}, step?: string): Promise<readonly string[]> {
    const nonce = randomUUID();
    const output = await this.#output(verb, id, { nonce, run: id, environment, ...(step !== undefined && { step }) });
    return new RegExp(`^server-panel ${nonce} missing (.+)$`, "m").exec(output)?.[1]?.split(" ") ?? [];
  }

  async #output(verb: string, id: string, options: RunOptions & { nonce: string; run: string }): Promise<string> {
    const { environment = {}, nonce, run, kept = 3, before = ":", owner = "installation", step } = options;
    const words = [
      join(this.site, run, "exchange.sh"),
      verb,
      id,
      nonce,
      owner,
      kept,
      ...(step === undefined ? [] : [step]),
    ];
    return this.shellOutput(`${before}; exec sh ${words.join(" ")}`, environment);
  }

  /** Runs a line in the shell, in a process group of its own, and says what it writes. */
  async shellOutput(line: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const child = spawn(this.shell, ["-c", line], {
      env: { PATH: this.#path, ...environment },
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (piece: Buffer) => (output += piece.toString("latin1")));
    await new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", () => resolve());
    });
    return output;
  }

  /** Where a tool of the server is, if it has it. */
  toolAt(tool: string): string | undefined {
    const place = join(this.#path, tool);
    return existsSync(place) ? place : undefined;
  }

  /** Removes one of the server's tools. */
  removeTool(tool: string): void {
    rmSync(join(this.#path, tool));
  }

  /** What the tools of the runs of an exchange have complained about. */
  errors(id: string): string {
    return readFileSync(join(this.site, id, "errors"), "utf8");
  }

  /** Gives the website's tools a program of that name in place of the real one, which is at `$REAL`. */
  withTool(name: string, program: string): Readonly<Record<string, string>> {
    return this.wrapTools(join(this.base, "wrapped"), (tool, place) =>
      tool === name ? `#!${this.shell}\nREAL=${place}\n${program}\n` : `#!${this.shell}\nexec ${place} "$@"\n`,
    );
  }

  /** Puts a program before each tool, which runs instead of it. */
  wrapTools(directory: string, programFor: (tool: string, place: string) => string): Readonly<Record<string, string>> {
    mkdirSync(directory);
    for (const tool of readdirSync(this.#path)) {
      const place = join(this.#path, tool);
      const program = join(directory, tool);
      if (tool === "sh") symlinkSync(place, program);
      else writeFileSync(program, programFor(tool, place), { mode: 0o755 });
    }
    return { PATH: directory };
  }
}
