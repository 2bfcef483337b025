import { readFile } from "node:fs/promises";
import type { Page, ServedSite, Visit } from "../server.ts";
import { PANEL, type ServerShell } from "../serverShell.ts";
import { linesIn, quoted } from "../shellWords.ts";

/** Asks a website for its first page. */
export async function visitOnce(shell: ServerShell, { name, port }: Pick<ServedSite, "name" | "port">): Promise<void> {
  await shell.ask(`curl -s -m 10 -o /dev/null -H ${quoted(`Host: ${name}`)} 127.0.0.1:${port}/index.php; true`);
}

/** What a visitor gets of a page; the status 0 where nothing listens. */
export async function pageOf(
  shell: ServerShell,
  { name, port }: Pick<ServedSite, "name" | "port">,
  path: string,
): Promise<Page> {
  const to = quoted(`http://127.0.0.1:${port}${path}`);
  const answer = await shell.ask(`curl -s -m 10 -w '\\n%{http_code}' -H ${quoted(`Host: ${name}`)} ${to}; true`);
  const end = answer.lastIndexOf("\n");
  return { status: Number(answer.slice(end + 1)), text: answer.slice(0, end) };
}

/** Has visitors of a website of the run ask for a page and an asset, until that is ended; `visitors.py` says how. */
export async function beginVisits(shell: ServerShell, { name, port }: ServedSite) {
  const [program, stop, out] = ["py", "stop", "out"].map((end) => quoted(`/tmp/${name}.${end}`));
  const source = await readFile(new URL("visitors.py", import.meta.url), "base64");
  const words = `${program} ${quoted(name)} ${port} ${stop} ${out}`;
  await shell.ask(`rm -f ${stop} ${out}; echo ${source} | base64 -d >${program}
    setsid ${PANEL}/pyenv/bin/python3 ${words} >/dev/null 2>&1 </dev/null &`);
  return {
    async end(): Promise<readonly Visit[]> {
      const told = await shell.ask(`touch ${stop}
        for each in $(seq 50); do [ -e ${out} ] && break; sleep 1; done
        cat ${out}; rm -f ${program} ${stop} ${out}`);
      return linesIn(told).map(visitOf);
    },
  };
}

/** Reads a line of `visitors.py`. */
function visitOf(line: string): Visit {
  const [at, pageStatus, page = "", assetStatus, asset = ""] = line.split(" ");
  return {
    at: Number(at) * 1_000,
    page: { status: Number(pageStatus), text: page },
    asset: { status: Number(assetStatus), text: asset },
  };
}
