import {
  type BigIntStats,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { guardsOf } from "./limits.ts";
import { ROOT, type ServerFile, type ServerFiles } from "./serverFiles.ts";

/** A file, and its inode's times and size: while they are the same, so are the bytes. A script may set the first time back. */
interface Known {
  readonly file: ServerFile;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly size: bigint;
}

/** The files of a demo's server as real ones in a temporary directory, on which programs of this computer work. */
export class ServerDirectory {
  readonly #files: ServerFiles;
  readonly #base = mkdtempSync(join(realpathSync(tmpdir()), "server-panel-demo-"));
  /** What is `/` of the server. */
  readonly root = join(this.#base, "root");
  /** What files of our own cannot have without root's rights, such as another owner than root: a file for each inode and kind. */
  readonly notes = join(this.#base, "notes");
  /** What attributes and mounts forbid. */
  readonly guards = join(this.#base, "guards");
  /** A place for programs of the demo's own. */
  readonly tools = join(this.#base, "tools");
  #programs: ReadonlyMap<string, string> = new Map();
  /** What is there by path, as both had it when they were last made alike. */
  #there = new Map<string, ServerFile>();
  #known = new Map<string, Known>();
  #writtenGuards = "";

  constructor(files: ServerFiles) {
    this.#files = files;
    for (const directory of [this.notes, this.tools]) mkdirSync(directory);
    writeFileSync(this.guards, this.#writtenGuards);
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  /** Makes these the only programs of the demo's own, by name. */
  setTools(programs: ReadonlyMap<string, string>): void {
    for (const name of this.#programs.keys()) if (!programs.has(name)) rmSync(join(this.tools, name));
    for (const [name, text] of programs)
      if (this.#programs.get(name) !== text) writeFileSync(join(this.tools, name), text, { mode: 0o755 });
    this.#programs = programs;
  }

  /** Makes both alike: what programs have changed since, and then what calls of the panel have, which win. */
  synchronise(): void {
    this.#takeBack();
    this.#layOut();
  }

  /** Has programs see what calls of the panel have changed since, if they have changed anything: to look at each file takes long. */
  showChanges(): void {
    const isAsShown = ([path, file]: readonly [string, ServerFile]) =>
      this.#there.get(path) === file || file.isSocket === true;
    const isAllThere = [...this.#there.keys()].every((path) => this.#files.has(path));
    if (!isAllThere || ![...this.#files].every(isAsShown)) this.synchronise();
  }

  #takeBack(): void {
    const [files, before] = [this.#files, this.#there];
    this.#there = this.#look();
    for (const [path, file] of this.#there) {
      const isIn = path === "/" || files.has(posix.dirname(path));
      const isOurs = file !== before.get(path) && files.get(path) === before.get(path);
      if (isOurs && isIn) files.set(path, file);
    }
    for (const [path, file] of before) if (!this.#there.has(path) && files.get(path) === file) files.delete(path);
  }

  /** Finds what is there now, directories before what is in them. What has not changed is the very same object. */
  #look(): Map<string, ServerFile> {
    const existing = new Map<string, ServerFile>();
    const knownFiles = new Map<string, Known>();
    const notes = new Set(readdirSync(this.notes));
    const visit = (path: string): void => {
      const place = this.#placeOf(path);
      const facts = lstatSync(place, { bigint: true });
      // a pipe is there as long as something of a step runs, and no call of a panel asks for it
      if (facts.isFIFO()) return;
      const inode = inodeOf(facts);
      const file = this.#fileAt(place, facts, notes, knownFiles.get(inode) ?? this.#known.get(inode));
      knownFiles.set(inode, { ...timesOf(facts), file });
      existing.set(path, file);
      if (facts.isDirectory()) for (const name of readdirSync(place)) ifThere(() => visit(posix.join(path, name)));
    };
    if (this.#there.size > 0) visit("/");
    this.#known = knownFiles;
    return existing;
  }

  #fileAt(place: string, facts: BigIntStats, notes: ReadonlySet<string>, knownFile: Known | undefined): ServerFile {
    const fileBefore = knownFile?.file;
    const mode = Number(facts.mode & 0o7777n);
    const wasLaidOut = facts.isDirectory() && fileBefore !== undefined && mode === modeOnDisk(fileBefore);
    const acl = this.#noted(facts, "acl", notes);
    const now = {
      mtime: Number(facts.mtimeNs / 1_000_000_000n),
      ...this.#ownerOf(facts, notes),
      mode: wasLaidOut ? fileBefore.mode : mode,
      ...(acl !== undefined && { acl }),
      ...(facts.isSymbolicLink() && { linkTo: this.#linkAt(place) }),
      ...(facts.isFile() && { bytes: bytesAt(place, facts, knownFile) }),
    };
    const isSame =
      fileBefore !== undefined &&
      Object.entries(now).every(([key, value]) => fileBefore[key as keyof ServerFile] === value);
    if (isSame) return fileBefore;
    return { ...fileBefore, ...now };
  }

  #linkAt(place: string): string {
    const linkTo = readlinkSync(place);
    if (linkTo.startsWith(`${this.root}/`)) return linkTo.slice(this.root.length);
    return linkTo;
  }

  #ownerOf(facts: BigIntStats, notes: ReadonlySet<string>): Pick<ServerFile, "uid" | "gid"> {
    const owner = this.#noted(facts, "owner", notes);
    if (owner === undefined) return ROOT;
    const [uid = 0, gid = 0] = owner.split(":").map(Number);
    return { uid, gid };
  }

  /** What was noted for an inode, unless it was for an earlier file. */
  #noted({ ino, birthtimeNs }: BigIntStats, kind: "owner" | "acl", notes: ReadonlySet<string>): string | undefined {
    const name = `${ino}.${kind}`;
    if (!notes.has(name)) return undefined;
    const place = join(this.notes, name);
    const written = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    const isOfThis = written !== undefined && written.mtimeNs >= birthtimeNs;
    if (isOfThis) return readFileSync(place, "utf8").trimEnd();
    return undefined;
  }

  #layOut(): void {
    const changed = new Set<string>();
    const existing = new Set(this.#there.values());
    for (const [path, file] of [...this.#there].toReversed()) {
      const wantedFile = this.#files.get(path);
      if (isKept(file, wantedFile) || isWrittenInto(file, wantedFile, existing)) continue;
      rmSync(this.#placeOf(path), { recursive: true, force: true });
      this.#there.delete(path);
      changed.add(posix.dirname(path));
    }
    const twins = new Map([...this.#there].map(([path, file]) => [file, path]));
    const coming = [...this.#files].filter(([path, file]) => this.#there.get(path) !== file && file.isSocket !== true);
    for (const [path, file] of coming.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const fileBefore = this.#there.get(path);
      if (fileBefore === undefined) this.#create(path, file, twins.get(file));
      else if (file.bytes !== undefined && file.bytes !== fileBefore.bytes) writeInto(this.#placeOf(path), file.bytes);
      this.#there.set(path, file);
      twins.set(file, path);
      changed.add(path).add(posix.dirname(path));
    }
    const guards = guardsOf(this.#files).join("");
    if (guards !== this.#writtenGuards) writeFileSync(this.guards, guards);
    this.#writtenGuards = guards;
    // what is made in a directory changes its time
    for (const path of changed) if (this.#there.has(path)) this.#setFacts(path);
  }

  #create(path: string, file: ServerFile, twin: string | undefined): void {
    const place = this.#placeOf(path);
    const { bytes, linkTo } = file;
    if (bytes === undefined && linkTo === undefined) mkdirSync(place);
    else if (twin !== undefined) linkSync(this.#placeOf(twin), place);
    else if (linkTo === undefined) writeFileSync(place, bytes ?? "");
    else if (linkTo.startsWith("/")) symlinkSync(this.root + linkTo, place);
    else symlinkSync(linkTo, place);
  }

  #setFacts(path: string): void {
    const place = this.#placeOf(path);
    const file = this.#there.get(path);
    if (file === undefined) return;
    if (file.linkTo === undefined) {
      chmodSync(place, modeOnDisk(file));
      utimesSync(place, file.mtime, file.mtime);
    }
    const facts = lstatSync(place, { bigint: true });
    const owner = join(this.notes, `${facts.ino}.owner`);
    if (file.uid === ROOT.uid && file.gid === ROOT.gid) rmSync(owner, { force: true });
    else writeFileSync(owner, `${file.uid}:${file.gid}\n`);
    if (file.acl !== undefined) writeFileSync(join(this.notes, `${facts.ino}.acl`), `${file.acl}\n`);
    this.#known.set(inodeOf(facts), { ...timesOf(facts), file });
  }

  #placeOf(path: string): string {
    if (path === "/") return this.root;
    return this.root + path;
  }
}

/** What no other file has, also where the number of one that is gone was given to another. */
function inodeOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}

function timesOf({ mtimeNs, ctimeNs, size }: BigIntStats): Omit<Known, "file"> {
  return { mtimeNs, ctimeNs, size };
}

/** The bytes of a file: those that are known of its inode, as long as nobody has written others into it. */
function bytesAt(place: string, facts: BigIntStats, knownFile: Known | undefined): Buffer {
  const known = knownFile?.file.bytes;
  const { mtimeNs, ctimeNs, size } = facts;
  const isUntouched = knownFile?.mtimeNs === mtimeNs && knownFile.ctimeNs === ctimeNs && knownFile.size === size;
  if (known !== undefined && isUntouched) return known;
  const bytes = readFileSync(place);
  if (known?.equals(bytes) === true) return known;
  return bytes;
}

/** Whether what is there can become what is wanted without being made anew. */
function isKept(existing: ServerFile, wantedFile: ServerFile | undefined): boolean {
  if (existing === wantedFile) return true;
  return (
    wantedFile !== undefined &&
    existing.linkTo === undefined &&
    wantedFile.linkTo === undefined &&
    existing.bytes === wantedFile.bytes
  );
}

/** Whether a call has written other bytes into a file. One that was moved there is another file. */
function isWrittenInto(
  existing: ServerFile,
  wantedFile: ServerFile | undefined,
  allExisting: ReadonlySet<ServerFile>,
): boolean {
  return existing.bytes !== undefined && wantedFile?.bytes !== undefined && !allExisting.has(wantedFile);
}

/** Writes into a file as panels do: it stays the same file by each of its names. */
function writeInto(place: string, bytes: Uint8Array): void {
  // root may write into any; its mode is set with the rest
  chmodSync(place, 0o600);
  writeFileSync(place, bytes);
}

/** We have to get into every directory, which root can. */
function modeOnDisk(file: ServerFile): number {
  if (file.bytes === undefined && file.linkTo === undefined) return file.mode | 0o700;
  return file.mode;
}

/** Does something with what may be gone by now. */
function ifThere(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
