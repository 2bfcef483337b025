/** Two names that people, or pages, take for the same: they differ in case, or in how letters with accents are composed. */
export interface AlikeNames {
  readonly path: string;
  readonly other: string;
}

interface Named {
  readonly path: string;
}

/** The paths of a source folder with decomposed letters, as macOS writes names: pages ask for the composed name. */
export function decomposedPaths(files: readonly Named[]): readonly string[] {
  return files.map(({ path }) => path).filter((path) => path !== path.normalize("NFC"));
}

/** The paths of a source folder that differ in case alone, or in how they are composed. */
export function alikeIn(files: readonly Named[]): readonly AlikeNames[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const other = first.get(folded(path));
    first.set(folded(path), other ?? path);
    return other === undefined ? [] : [{ path, other }];
  });
}

/**
 * Other names under which the server may have a path, of those that panels can be asked for: composed and decomposed, and in small letters
 * in all of it or in its name alone.
 */
export function otherNamesOf(path: string): readonly string[] {
  const [, above = "", name = ""] = /^(.*\/)?([^/]*)$/s.exec(path) ?? [];
  const cased = [path, path.toLowerCase(), above + name.toLowerCase()];
  const others = cased.flatMap((each) => [each, each.normalize("NFC"), each.normalize("NFD")]);
  return [...new Set(others)].filter((other) => other !== path);
}

/** What two names that people take for the same have in common. */
export function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
