/**
 * Words with which build tools mark what lies beside a program: Maven's and Gradle's classifiers, and `-plain` of Spring Boot for the jar
 * that lacks what it needs.
 */
const BESIDE_WORDS = [
  "plain",
  "sources",
  "javadoc",
  "tests",
  "test-sources",
  "test-javadoc",
  "test-fixtures",
  "original",
];

/** Endings of what lies beside a program that is no jar: sums, signatures, symbols and libraries, and programs of other systems. */
const BESIDE_ENDINGS =
  /\.(?:sha\d*|sha256sum|sha512sum|md5|asc|sig|sbom|txt|md|json|map|d|rlib|a|so|pdb|debug|dwp|dsym|exe|dll|dylib|original)$/i;

/** Other systems that programs are built for. */
const OTHER_SYSTEM = /(?:^|[-_.])(?:darwin|macos|windows|win32|win64|freebsd|openbsd|netbsd)(?=[-_.]|$)/i;

/** Words with which build tools mark the jar that has all it needs: of Spring Boot, Maven's assembly and shade plugins, Shadow and Quarkus. */
const WHOLE = /[-_.](?:exec|all|shaded|fat|uber|runner|boot|jar-with-dependencies)(?=\.jar$)/i;

/** What tells one build of a file from another: a version, a time or a commit. */
const VERSION = /[-_.]v?(?:\d[\w.+-]*?|[\da-f]{7,40}|snapshot)(?=[-_](?!rc|snapshot|alpha|beta|m\d)[a-z]|\.jar$|$)/gi;

/** The file that is meant where several match. */
export interface LikeliestFile {
  /** All, the likeliest first, and of those that are as likely the latest. */
  readonly ranked: readonly [string, ...string[]];
  /** Whether build tools leave no doubt that the first is meant. */
  readonly isSure: boolean;
}

/**
 * Ranks the files that match a glob by what build tools mean by their names.
 * @param files the latest first
 * @param glob a word that it names itself is meant
 */
export function likeliest(files: readonly [string, ...string[]], glob: string): LikeliestFile {
  const ranked = files.toSorted((one, other) => rankOf(one, glob) - rankOf(other, glob)) as [string, ...string[]];
  const [first] = ranked;
  const candidates = files.filter((file) => !liesBeside(file, glob));
  const asLikely = candidates.filter((file) => rankOf(file, glob) === rankOf(first, glob));
  const isOne = (names: readonly string[]) => new Set(names).size === 1;
  return {
    ranked,
    // builds of one program differ in their versions alone
    isSure:
      isOne(candidates.map((file) => stemOf(nameOf(file).replace(WHOLE, "")))) &&
      isOne(asLikely.map((file) => stemOf(nameOf(file)))),
  };
}

/** Whether a file is usually not the program, but lies beside it. */
export function liesBeside(file: string, glob: string): boolean {
  const name = nameOf(file);
  const pattern = glob.toLowerCase();
  const isWord = BESIDE_WORDS.some(
    (word) => (name.endsWith(`-${word}.jar`) || name.startsWith(`${word}-`)) && !pattern.includes(word),
  );
  const [ending] = BESIDE_ENDINGS.exec(name) ?? [];
  const [system] = OTHER_SYSTEM.exec(name) ?? [];
  return isWord || isUnnamed(ending, pattern) || isUnnamed(system, pattern);
}

function isUnnamed(part: string | undefined, pattern: string): boolean {
  return part !== undefined && !pattern.includes(part.replace(/^[-_.]/, ""));
}

function rankOf(file: string, glob: string): number {
  if (liesBeside(file, glob)) return 2;
  return WHOLE.test(nameOf(file)) ? 0 : 1;
}

function stemOf(name: string): string {
  return name.replaceAll(VERSION, "");
}

/** The name of a file of this computer, with the separators of any system. */
function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, "").toLowerCase();
}
