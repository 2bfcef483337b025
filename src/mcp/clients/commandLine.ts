/** A kind of shell, by how it quotes. */
export type ShellKind = "posix" | "powershell" | "cmd";

/** What a shell takes as it is, whatever its kind; an option's dashes are no end of options to PowerShell. */
const PLAIN = /^(?!--$)[\w./:=@-]+$/;

/** The kind of a shell, by the path of its program. */
export function shellKind(path: string): ShellKind {
  const program = path
    .toLowerCase()
    .replace(/^.*[\\/]/, "")
    .replace(/\.exe$/, "");
  if (program === "cmd") return "cmd";
  if (["pwsh", "powershell", "pwsh-preview"].includes(program)) return "powershell";
  return "posix";
}

/** A command as it is typed into a shell of this kind, which takes each word as it is. */
export function commandLine(words: readonly string[], kind: ShellKind, platform: NodeJS.Platform): string {
  return words.map((word) => quoted(word, kind, platform)).join(" ");
}

function quoted(word: string, kind: ShellKind, platform: NodeJS.Platform): string {
  switch (kind) {
    case "posix":
      return quotedForPosix(word, platform);
    case "powershell":
      // a bare -- never reaches the scripts that npm puts in front of programs
      return PLAIN.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
    case "cmd":
      return PLAIN.test(word) || word === "--" ? word : `"${word}"`;
    default:
      return kind satisfies never;
  }
}

function quotedForPosix(word: string, platform: NodeJS.Platform): string {
  // Git Bash takes an option of a Windows program for a path, unless its slash is there twice
  const own = platform === "win32" && /^\/\w$/.test(word) ? `/${word}` : word;
  if (PLAIN.test(own) || own === "--") return own;
  return `'${own.replaceAll("'", String.raw`'\''`)}'`;
}
