import type { FoundFile, FoundLine } from "./foundFile.ts";
import { placeIn } from "./placeIn.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** A result as it stands in the list. */
export interface ResultLine extends FoundLine {
  readonly kind: "line";
  readonly file: ResultFile;
}

/** A file of the list, with its lines in order. */
export interface ResultFile extends Omit<FoundFile, "lines"> {
  readonly kind: "file";
  readonly server: ResultServer;
  readonly lines: readonly ResultLine[];
}

/** A server of the list, with its files in the order of their paths. */
export interface ResultServer {
  readonly kind: "server";
  readonly panelId: string;
  readonly files: readonly ResultFile[];
  readonly lineCount: number;
  /** `undefined` while it is searched. */
  readonly end: SearchEnd | undefined;
}

/** Anything in the list. */
export type Result = ResultServer | ResultFile | ResultLine;

interface OwnFile extends ResultFile {
  /** Sorts it among the files of its server. */
  readonly order: string;
  readonly server: OwnServer;
  readonly lines: ResultLine[];
}

interface OwnServer extends ResultServer {
  readonly files: OwnFile[];
  lineCount: number;
  end: SearchEnd | undefined;
}

/** The results of a search on one or several servers, as they come. */
export class SearchResults {
  readonly #servers: readonly OwnServer[];

  /** @param panelIds of the servers that are searched, in the order of the list */
  constructor(panelIds: readonly string[]) {
    this.#servers = panelIds.map((panelId) => ({ kind: "server", panelId, files: [], lineCount: 0, end: undefined }));
  }

  get servers(): readonly ResultServer[] {
    return this.#servers;
  }

  get lineCount(): number {
    return this.#servers.reduce((sum, { lineCount }) => sum + lineCount, 0);
  }

  get fileCount(): number {
    return this.#servers.reduce((sum, { files }) => sum + files.length, 0);
  }

  /** Adds what was found on a server; returns what is new. */
  add(panelId: string, files: readonly FoundFile[]): readonly ResultFile[] {
    const server = this.#server(panelId);
    return files.map((found) => addFile(server, found));
  }

  /** Says how the search of a server has ended. */
  end(panelId: string, end: SearchEnd): void {
    this.#server(panelId).end = end;
  }

  /** Takes a line, a file or all files of a server from the list; a file without lines goes, too. Whatever is gone already is passed over. */
  remove(result: Result): void {
    const server = this.#serverOf(result);
    if (result.kind === "server") for (const file of server.files.toReversed()) removeFile(file);
    const file = server.files.find((each) => each === result || (result.kind === "line" && each === result.file));
    if (file === undefined) return;
    if (result.kind === "line") removeLine(file, result);
    if (result.kind === "file" || file.lines.length === 0) removeFile(file);
  }

  /** The line after or before a result, around the end: of a file or server its first one, or the last one before it. */
  step(from: Result | undefined, by: 1 | -1): ResultLine | undefined {
    if (from === undefined) return by === 1 ? this.#lineAfter(0, 0, 0) : this.#lineBefore(0, 0, 0);
    const server = this.#serverOf(from);
    const serverIndex = this.#servers.indexOf(server);
    if (from.kind === "server") return this.#line(by, serverIndex, 0, 0);
    const { key } = from.kind === "file" ? from : from.file;
    const fileIndex = placeOf(server, orderOf(key));
    const file = server.files[fileIndex];
    if (from.kind === "file" || file?.key !== key) return this.#line(by, serverIndex, fileIndex, 0);
    const lineIndex = placeIn(file.lines, (line) => line.number - from.number);
    const isThere = file.lines[lineIndex]?.number === from.number;
    return this.#line(by, serverIndex, fileIndex, lineIndex + (by === 1 && isThere ? 1 : 0));
  }

  /** The results as text, file by file. @param within one result alone */
  *text(within?: Result): Generator<string> {
    if (within?.kind === "line") yield within.text;
    else if (within?.kind === "file") yield textOf(within);
    // a copy, because the list may change meanwhile
    else for (const file of (within ? [within] : this.#servers).flatMap(({ files }) => files)) yield textOf(file);
  }

  #line(by: 1 | -1, server: number, file: number, line: number): ResultLine | undefined {
    return by === 1 ? this.#lineAfter(server, file, line) : this.#lineBefore(server, file, line);
  }

  /** The line at a place, or the first one after it. */
  #lineAfter(server: number, file: number, line: number): ResultLine | undefined {
    const { files = [] } = this.#servers[server] ?? {};
    const inFile = files[file]?.lines[line] ?? files[file + 1]?.lines[0];
    if (inFile !== undefined) return inFile;
    return this.#inTurn(server + 1).find(({ files: others }) => others.length > 0)?.files[0]?.lines[0];
  }

  /** The last line before a place. */
  #lineBefore(server: number, file: number, line: number): ResultLine | undefined {
    const { files = [] } = this.#servers[server] ?? {};
    const inFile = files[file]?.lines[line - 1] ?? files[file - 1]?.lines.at(-1);
    if (inFile !== undefined) return inFile;
    const before = this.#inTurn(server).toReversed();
    return before
      .find(({ files: others }) => others.length > 0)
      ?.files.at(-1)
      ?.lines.at(-1);
  }

  /** All servers, from one of them around the end. */
  #inTurn(first: number): readonly ResultServer[] {
    return [...this.#servers.slice(first), ...this.#servers.slice(0, first)];
  }

  #server(panelId: string): OwnServer {
    const server = this.#servers.find((each) => each.panelId === panelId);
    if (server === undefined) throw new Error("not a server of this search");
    return server;
  }

  #serverOf(result: Result): OwnServer {
    const { panelId } = result.kind === "server" ? result : (result.kind === "file" ? result : result.file).server;
    return this.#server(panelId);
  }
}

/** Most lines of a server come in few files or many: each is put into its place by halving. */
function addFile(server: OwnServer, found: FoundFile): OwnFile {
  const order = orderOf(found.key);
  const lines: ResultLine[] = [];
  const file: OwnFile = { ...found, kind: "file", server, lines, order };
  lines.push(...found.lines.map((line): ResultLine => ({ ...line, kind: "line", file })));
  server.files.splice(placeOf(server, order), 0, file);
  server.lineCount += lines.length;
  return file;
}

function removeFile(file: OwnFile): void {
  const { server } = file;
  server.files.splice(server.files.indexOf(file), 1);
  server.lineCount -= file.lines.length;
}

function removeLine(file: OwnFile, line: ResultLine): void {
  const index = file.lines.indexOf(line);
  if (index < 0) return;
  file.lines.splice(index, 1);
  file.server.lineCount -= 1;
}

function placeOf({ files }: OwnServer, order: string): number {
  return placeIn(files, (file) => (file.order < order ? -1 : 0));
}

/** Files of a directory stand together: a slash comes before any other sign. */
function orderOf(key: string): string {
  return key.replaceAll("/", "\0");
}

function textOf({ path, lines }: ResultFile): string {
  return `${path}\n${lines.map(({ number, text }) => `  ${number}: ${text}\n`).join("")}`;
}
