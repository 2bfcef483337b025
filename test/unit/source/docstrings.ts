import type { SourceFile } from "./sourceFile.ts";

/** Where a docstring is followed by another one instead of by what it is about. */
export function tornDocstringsIn({ path, text }: Pick<SourceFile, "path" | "text">): readonly string[] {
  return [...text.matchAll(/^[ \t]*\/\*\*(?:(?!\*\/)[^])*\*\/\s*(?=\/\*\*)/gm)].map(
    ({ index }) => `${path}:${text.slice(0, index).split("\n").length}`,
  );
}
