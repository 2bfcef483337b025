import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ResultFile, ResultLine, ResultServer } from "../searchResults.ts";
import type { SearchRun } from "./searchRun.ts";
import { problemText } from "./searchTexts.ts";

/** A row of the view. */
export type SearchRow = ResultFile | ResultLine | ProblemRow | MoreRow;

/** A server that was not searched as asked. */
export interface ProblemRow {
  readonly kind: "problem";
  readonly panelId: string;
  /** Absent: nothing was run, because the panel is read only. */
  readonly server?: ResultServer;
}

/** Stands for files, or lines of one file, that are not shown yet. */
export interface MoreRow {
  readonly kind: "more";
  readonly remaining: number;
  /** Absent: they are files. */
  readonly file?: ResultFile;
}

/** VS Code draws all rows of a list in one step, so a list takes no more than this at once. */
export const PAGE = 1_000;

/** Files with more lines are collapsed at first, as in VS Code's own search. */
const MOST_EXPANDED = 10;

/** Files up to this place of the list may be expanded at first: what is expanded is drawn with its list. */
const EXPANDED_FILES = 100;

/** The rows of a search as VS Code asks for them, known by ids that stay the same as long as the search is shown. */
export class SearchRows {
  readonly #run: SearchRun;
  readonly #name: string;
  readonly #dismissed = new Set<string>();
  /** How many pages of a list are shown, by the id of the row above it; 1 where nobody has asked for more. */
  readonly #pages = new Map<string, number>();
  /** Rows that VS Code has asked for, by their ids. */
  readonly #known = new Map<string, SearchRow>();

  /** The files at the top of the list as it was asked for last. */
  #first: ReadonlySet<ResultFile> = new Set();

  /** @param name begins all ids: no other search of the window has it */
  constructor(run: SearchRun, name: string) {
    this.#run = run;
    this.#name = name;
  }

  row(id: string): SearchRow | undefined {
    return this.#known.get(id);
  }

  /** The ids of all rows below one; `undefined`: of the rows at the top. */
  children(id?: string): readonly string[] {
    if (id === undefined) {
      const files = this.#files();
      this.#first = new Set(files.slice(0, EXPANDED_FILES));
      return [...this.#problems(), ...this.#page(files)].map((row) => this.#keep(row));
    }
    const row = this.row(id);
    if (row?.kind !== "file") return [];
    return this.#page(row.lines, row).map((line) => this.#keep(line));
  }

  /** The id of a row, also of one that VS Code has not asked for yet. */
  idOf(row: SearchRow): string {
    switch (row.kind) {
      case "problem":
        return `${this.#name} problem ${row.panelId}`;
      case "more":
        return row.file === undefined ? `${this.#name} more` : `${this.idOf(row.file)} more`;
      case "file":
        return `${this.#name} ${row.server.panelId} ${row.key}`;
      case "line":
        return `${this.idOf(row.file)} ${row.number}`;
      default:
        return row satisfies never;
    }
  }

  parentOf(id: string): string | undefined {
    const row = this.row(id);
    if (row?.kind !== "line" && row?.kind !== "more") return undefined;
    return row.file && this.#keep(row.file);
  }

  /** Whether a line is among the rows, however many pages it takes. */
  isListed(line: ResultLine): boolean {
    return this.#known.has(this.idOf(line));
  }

  /** Makes sure that a line is among the rows, so that it can be revealed; returns its id. */
  show(line: ResultLine): string {
    const { file } = line;
    this.#showUpTo(this.#files().indexOf(file), "");
    this.#showUpTo(file.lines.indexOf(line), this.idOf(file));
    this.#keep(file);
    return this.#keep(line);
  }

  /** Shows the next page of a list. */
  showMore({ file }: MoreRow): void {
    const list = file === undefined ? "" : this.idOf(file);
    this.#pages.set(list, this.#pagesOf(list) + 1);
  }

  dismiss(row: SearchRow): void {
    if (row.kind === "problem") this.#dismissed.add(row.panelId);
    else if (row.kind !== "more") this.#run.results.remove(row);
  }

  /** Whether a file's lines are shown before a person has asked for them. */
  isExpandedAtFirst(file: ResultFile): boolean {
    return file.lines.length <= MOST_EXPANDED && this.#first.has(file);
  }

  #files(): readonly ResultFile[] {
    return this.#run.results.servers.flatMap(({ files }) => files);
  }

  #problems(): readonly ProblemRow[] {
    const readOnly = this.#run.readOnly.map(({ id }: PanelRecord): ProblemRow => ({ kind: "problem", panelId: id }));
    const failed = this.#run.results.servers
      .filter(({ end }) => end !== undefined && problemText(end) !== undefined)
      .map((server): ProblemRow => ({ kind: "problem", panelId: server.panelId, server }));
    return [...readOnly, ...failed].filter(({ panelId }) => !this.#dismissed.has(panelId));
  }

  #page(files: readonly ResultFile[]): readonly SearchRow[];
  #page(lines: readonly ResultLine[], file: ResultFile): readonly SearchRow[];
  #page(rows: readonly (ResultFile | ResultLine)[], file?: ResultFile): readonly SearchRow[] {
    const shown = this.#pagesOf(file === undefined ? "" : this.idOf(file)) * PAGE;
    if (rows.length <= shown) return rows;
    const more: MoreRow = { kind: "more", remaining: rows.length - shown, ...(file !== undefined && { file }) };
    return [...rows.slice(0, shown), more];
  }

  #pagesOf(list: string): number {
    return this.#pages.get(list) ?? 1;
  }

  #showUpTo(index: number, list: string): void {
    this.#pages.set(list, Math.max(this.#pagesOf(list), Math.floor(index / PAGE) + 1));
  }

  #keep(row: SearchRow): string {
    const id = this.idOf(row);
    this.#known.set(id, row);
    return id;
  }
}
