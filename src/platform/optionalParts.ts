import * as vscode from "vscode";
import { optionalApis, type OptionalPart } from "./optionalApis.ts";

/** VS Code's API where this editor has what a part needs; else that part is left out. */
export function apiFor(part: OptionalPart): typeof vscode | undefined {
  if (missingFor(part) === undefined) return vscode;
  return undefined;
}

/** The first that a part needs and this editor lacks. */
function missingFor(part: OptionalPart): string | undefined {
  return optionalApis[part].needs.find((name) => valueOf(name) === undefined);
}

/** What stands in VS Code's API under a name; `undefined` also where a part of its path is missing. */
function valueOf(name: string): unknown {
  return name.split(".").reduce<unknown>((found, step) => {
    if (found === undefined || found === null) return undefined;
    return (found as Readonly<Record<string, unknown>>)[step];
  }, vscode);
}

/** Registers the parts of the extension that an editor may have no API for: whatever one of them meets, the others are there. */
export class OptionalParts {
  readonly #failed = new Map<OptionalPart, unknown>();

  /** Registers a part, unless its API is missing. A stub that a fork has in its place may throw. */
  register(part: OptionalPart, register: (api: typeof vscode) => readonly vscode.Disposable[]): vscode.Disposable {
    const api = apiFor(part);
    if (api === undefined) return vscode.Disposable.from();
    try {
      return vscode.Disposable.from(...register(api));
    } catch (error) {
      this.#failed.set(part, error);
      return vscode.Disposable.from();
    }
  }

  /** A line for the log about each part that is left out. */
  get lines(): readonly string[] {
    const parts = Object.keys(optionalApis) as readonly OptionalPart[];
    return parts.flatMap((part) => {
      const { without } = optionalApis[part];
      const missing = missingFor(part);
      if (missing !== undefined) return `This editor has no vscode.${missing}. ${without}`;
      if (this.#failed.has(part))
        return `This editor's API for ${part} failed (${String(this.#failed.get(part))}). ${without}`;
      return [];
    });
  }
}
