import type { Clock } from "../storage/ports.ts";
import { directoryOf, nameOf, pathIn } from "./filePlace.ts";
import type { ServerFiles } from "./serverFiles.ts";

/** How long a directory is taken for what it was: links on a server are rarely changed. */
const KNOWN_MS = 600_000;

/** Where paths of panels' servers lead to. Each part of a path is asked about once in ten minutes. */
export class RealPaths {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #known = new Map<string, { readonly at: number; readonly real: string }>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** The path without any link. Throws `PanelError` and `FileError`, `special` where a link's target cannot be found out. */
  async of(panelId: string, files: Pick<ServerFiles, "real">, path: string): Promise<string> {
    if (path === "/") return path;
    const key = `${panelId}\n${path}`;
    const knownPath = this.#known.get(key);
    const now = this.#clock.monotonic();
    if (knownPath !== undefined && now - knownPath.at < KNOWN_MS) return knownPath.real;
    const place = await this.#inRealDirectory(panelId, files, path);
    let { path: real } = await files.real(place);
    if (real !== place) real = await this.#inRealDirectory(panelId, files, real);
    this.#known.set(key, { at: now, real });
    return real;
  }

  /** Has all of them asked about again. */
  forget(): void {
    this.#known.clear();
  }

  async #inRealDirectory(panelId: string, files: Pick<ServerFiles, "real">, path: string): Promise<string> {
    return pathIn(await this.of(panelId, files, directoryOf(path)), nameOf(path));
  }
}
