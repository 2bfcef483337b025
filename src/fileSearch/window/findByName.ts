import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { nodeArgument } from "../../commands/context/choose.ts";
import type { RunningJobs } from "../../onServer/shippedScripts.ts";
import type { LiveBox, LiveRow, LiveSource } from "../../ports/liveList.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { GoingTo } from "../../search/goToResource.ts";
import { directoryOf, nameOf, pathIn } from "../../serverFiles/filePlace.ts";
import { openPlace, type OpeningFiles } from "../../serverFiles/window/fileCommands.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { failureOrLogged, traceOf } from "../../wire/answers/failure.ts";
import { listFiles } from "../listFiles.ts";
import { FileRanking, type RankedFile } from "../rankFiles.ts";
import type { SearchEnd } from "../searchEnd.ts";
import { jobContext } from "./jobContext.ts";
import { pickPlace } from "./pickPlace.ts";
import { assertSearchable, placesAt, type SearchedPlace } from "./searchedPlaces.ts";
import { listEndText, placesText } from "./searchTexts.ts";

/** Finding a file by its name. */
interface FindingFiles extends GoingTo, InWorkspace, OpeningFiles, RunningJobs {}

/** More rows than anybody looks through. */
const MOST_ROWS = 200;

/** Files that arrive within this time are shown together. */
const REDRAW_MS = 100;

/** Longest name, and longest path, in a row. */
const LONGEST_NAME = 260;

/** *Find File by Name…* in a website, project or directory: its files are listed once, and found here as a person types. */
export const findFileByName: Handler<FindingFiles> = async (services, args) => {
  const title = l10n.t("Find File by Name");
  const isOnRow = nodeArgument(services, args) !== undefined;
  const place = isOnRow ? placesAt(services, args)[0] : await pickPlace(services, title);
  if (place === undefined) return;
  assertSearchable([place]);
  const path = await services.dialogs.live<string>({
    title,
    placeholder: l10n.t("Type a part of the name or path of a file in {0}", placesText([place])),
    open: (box) => new FileNameList(services, place, box),
  });
  if (path !== undefined) await openPlace(services, { panelId: place.panel.id, path });
};

/** The list of the files of a directory that fit what is typed. */
class FileNameList implements LiveSource<string> {
  readonly #services: FindingFiles;
  readonly #place: SearchedPlace;
  readonly #box: LiveBox<string>;
  readonly #ranking = new FileRanking();
  readonly #closed = new AbortController();
  #typed = "";
  #looking = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: SearchEnd | undefined;

  constructor(services: FindingFiles, place: SearchedPlace, box: LiveBox<string>) {
    this.#services = services;
    this.#place = place;
    this.#box = box;
    void this.#list();
  }

  typed(text: string): void {
    this.#typed = text;
    this.#lookAgain();
  }

  taken(): boolean {
    return true;
  }

  closed(): void {
    clearTimeout(this.#timer);
    this.#looking.abort();
    this.#closed.abort();
  }

  async #list(): Promise<void> {
    const { panel, directory } = this.#place;
    const excluded = this.#services.workspace.usuallyExcluded();
    try {
      const context = await jobContext(this.#services, panel, this.#closed.signal);
      const listScript = await this.#services.shippedScript("listFiles.sh");
      this.#end = await listFiles(directory, excluded, { ...context, listScript }, (paths) => {
        this.#ranking.add(paths);
        this.#timer ??= setTimeout(() => this.#lookAgain(), REDRAW_MS);
      });
    } catch (error) {
      this.#end = { kind: "failed", failure: failureOrLogged(error, this.#services.log) };
    }
    if (!this.#closed.signal.aborted) this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#looking.abort();
    this.#looking = new AbortController();
    void this.#look(this.#looking.signal);
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      const found = await this.#ranking.find(this.#typed, MOST_ROWS, signal);
      if (!signal.aborted) this.#box.show({ rows: this.#rows(found), isBusy: this.#end === undefined });
    } catch (error) {
      // something else is typed by then
      if (!signal.aborted) this.#services.log.error(traceOf(error));
    }
  }

  #rows(found: readonly RankedFile[]): readonly LiveRow<string>[] {
    return [...found.map(({ path }) => this.#row(path)), ...this.#notices(found.length)];
  }

  /** VS Code would not find a file by letters that are apart, so each row is always shown. */
  #row(path: string): LiveRow<string> {
    const above = directoryOf(`/${path}`).slice(1);
    return {
      id: path,
      icon: "file",
      label: visibleText(nameOf(path), LONGEST_NAME),
      description: visibleText(above, LONGEST_NAME),
      isAlwaysShown: true,
      value: pathIn(this.#place.directory, path),
    };
  }

  #notices(listed: number): readonly LiveRow<string>[] {
    const notice = (id: string, icon: string, label: string) => ({ id, icon, label, isAlwaysShown: true }) as const;
    const { count } = this.#ranking;
    const said: LiveRow<string>[] = [];
    if (this.#end === undefined && listed === 0) said.push(notice("wait", "loading~spin", l10n.t("Listing files…")));
    else if (listed === 0) said.push(notice("none", "info", noneText(count)));
    const problem = this.#end && listEndText(this.#end, count, this.#place.panel.address);
    if (problem !== undefined) said.push(notice("end", "warning", problem));
    return said;
  }
}

function noneText(count: number): string {
  if (count === 0) return l10n.t("No files were found.");
  return l10n.t("No match among {0} files.", numberText(count));
}
