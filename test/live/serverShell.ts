import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ServerProcess } from "./server.ts";
import { linesIn, quoted } from "./shellWords.ts";

/** Where a panel is on its server. */
export const PANEL = "/www/server/panel";

/** How long a server or panel may take for an answer. */
export const ANSWER_MS = 60_000;

const LONGEST_ANSWER = 16 * 2 ** 20;

/** The shell of a server, as root. */
export class ServerShell {
  readonly #command: string;

  /** @param command local command line that runs the shell command after it on the server, such as `ssh root@host` */
  constructor(command: string) {
    this.#command = command;
  }

  /** Whether a shell command succeeds. */
  async is(test: string): Promise<boolean> {
    return (await this.ask(`if { ${test}; } >/dev/null 2>&1; then echo yes; else echo no; fi`)).trim() === "yes";
  }

  /**
   * Runs a shell command on the server and returns its output. Rejects if it fails or takes too long.
   * @param input what it reads, in base64
   */
  async ask(command: string, input: Uint8Array = new Uint8Array()): Promise<string> {
    const running = promisify(execFile)("sh", ["-c", `${this.#command} "$1"`, "sh", command], {
      timeout: ANSWER_MS,
      maxBuffer: LONGEST_ANSWER,
    });
    // most commands end without reading it
    running.child.stdin?.on("error", () => undefined).end(Buffer.from(input).toString("base64"));
    return (await running).stdout;
  }

  /** Runs a program with what the panel itself is made of. */
  async python(program: string): Promise<void> {
    const text = `import sys\nsys.path.insert(0, "class")\nimport public\n${program}`;
    await this.ask(`cd ${PANEL} && pyenv/bin/python3 -c ${quoted(text)}`);
  }

  /** The processes that work in a directory with this word in its path, or whose command line has it. */
  async processesOf(word: string): Promise<readonly ServerProcess[]> {
    // in brackets it is not found in the command line of this very search
    const pattern = `[${word.charAt(0)}]${quoted(word.slice(1))}`;
    const found = await this.ask(`for each in /proc/[0-9]*; do
      line=$(tr '\\0\\n' '  ' <$each/cmdline) && in=$(readlink $each/cwd) || continue
      case "$line $in" in *${pattern}*) echo "\${each#/proc/} $line" ;; esac
    done 2>/dev/null`);
    return linesIn(found).map((line) => {
      const [pid = ""] = line.split(" ", 1);
      return { pid: Number(pid), command: line.slice(pid.length + 1) };
    });
  }

  /** Rows of the panel whose name begins like this. */
  async rows(prefix: string): Promise<readonly string[]> {
    return linesIn(await this.ask(`${PANEL}/pyenv/bin/python3 -c ${quoted(rowsWith(prefix))}`));
  }
}

/** A program that prints table, id, name and more of the panel's rows with this prefix, databases before their websites. */
function rowsWith(prefix: string): string {
  return `
import sqlite3
tables = (("crontab", "id, name, echo, status"), ("databases", "id, name"), ("sites", "id, name, project_type"))
for table, columns in tables:
    for file in ("default.db", "db/crontab.db", "db/site.db", "db/database.db"):
        try:
            database = sqlite3.connect("file:${PANEL}/data/" + file + "?mode=ro", uri=True)
            for row in database.execute("select " + columns + " from " + table + " where name like '${prefix}%'"):
                print(table, *row)
        except sqlite3.Error:
            pass
`;
}
