import * as vscode from "vscode";
import { firstMissing, optionalApis, type OptionalPart } from "./optionalApis.ts";

/** What the context has in which VS Code activates the extension, as far as an editor may lack it. */
type Context = Pick<vscode.ExtensionContext, "secrets">;

/** VS Code's API where this editor has what a part needs of it; else that part is left out. */
export function apiFor(part: OptionalPart): typeof vscode | undefined {
  if (missingFor(part) === undefined) return vscode;
  return undefined;
}

/** The first that a part needs and this editor lacks. What is needed of the context is missing without one. */
export function missingFor(part: OptionalPart, context?: Context): string | undefined {
  return firstMissing(part, { vscode, context });
}

/** Registers the parts of the extension that an editor may have no API for: whatever one of them meets, the others are there. */
export class OptionalParts {
  readonly #context: Context;
  readonly #failed = new Map<OptionalPart, unknown>();

  constructor(context: Context) {
    this.#context = context;
  }

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
      const missing = missingFor(part, this.#context);
      if (missing !== undefined) return `This editor has no ${missing}. ${without}`;
      if (!this.#failed.has(part)) return [];
      return `This editor's API for ${part} failed (${String(this.#failed.get(part))}). ${without}`;
    });
  }
}
