import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CheckEnd, markOf, readMark } from "../../../src/configurations/readCheck.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../../src/configurations/check.sh"), "utf8");

/** A server with services in a temporary directory instead of `/www/server`. */
export class CheckedServer {
  readonly base = mkdtempSync(join(tmpdir(), "checks-"));
  readonly #path = `${join(this.base, "bin")}:${process.env["PATH"] ?? ""}`;

  /** @param shell what is called `sh` */
  constructor(shell: string) {
    mkdirSync(join(this.base, "bin"));
    symlinkSync(placeOf(shell) ?? "", join(this.base, "bin", "sh"));
    writeFileSync(join(this.base, "check.sh"), SCRIPT.replaceAll("/www/server", this.base));
  }

  remove(): void {
    rmSync(this.base, { recursive: true });
  }

  tool(name: string, text: string): void {
    this.#program(join("bin", name), text);
  }

  /** Has MySQL be there, which says this where it checks, and ends with an error. */
  hasMysql(words: string): void {
    writeFileSync(join(this.base, "said"), words);
    const says = `cat ${join(this.base, "said")} >&2; exit 1`;
    this.#program("mysql/bin/mysqld", `case $2 in --version) echo 8.0 ;; *) ${says} ;; esac`);
  }

  /** Has a PHP be there, which says this where it checks, and ends with a code. */
  hasPhp(words: string, code = 0): void {
    this.#program("php/82/sbin/php-fpm", `echo '${words}' >&2; exit ${code}`);
  }

  /** Where the programs of services are, before others. */
  path(): string {
    return `${this.base}/mysql/bin:${this.base}/php/82/sbin:${process.env["PATH"] ?? ""}`;
  }

  check(what: "php 82" | "mysql -"): CheckEnd | undefined {
    const line = `exec sh ${join(this.base, "check.sh")} ${what} n1`;
    const { stdout } = spawnSync(placeOf("sh") ?? "", ["-c", line], { env: { PATH: this.#path }, encoding: "utf8" });
    return readMark(markOf(stdout, "n1") ?? "");
  }

  #program(name: string, text: string): void {
    const at = join(this.base, name);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
}
