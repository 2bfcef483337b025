import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { usualShell } from "../deployments/exchange/exchangeServer.ts";
import { failEach, type Verdict } from "../faults/failEach.ts";
import { FolderServer } from "./folderServer.ts";

/** The programs of unpacking by the archive. Of a zip these are the others, and the one that links to it. */
const UNPACKING = {
  "new.tar": "cat chmod cmp du find grep id ln mkdir mv rm runuser sed sh sha256sum sort stat tar uniq xargs",
  "new.zip": "ln unzip",
};
const PACKING = "awk cat df find gzip sha256sum tail tar wc".split(" ");
const COMPARING = "cat find sed sha1sum sort uniq wc xargs".split(" ");

const list = (records: readonly string[]) => Buffer.from(records.map((record) => `${record}\0`).join(""));

/** A server on which anybody may count the calls of a program. */
function begin(): FolderServer {
  const server = new FolderServer(usualShell);
  chmodSync(server.base, 0o777);
  return server;
}

const NEW = ["sub/old.txt", "sub/more.txt", "made/a.txt"];

/** An archive with two directories and a file more than the server has. */
function archiveOf(name: string): Buffer {
  const base = mkdtempSync(join(tmpdir(), "archive-"));
  try {
    const source = join(base, "source");
    for (const directory of ["sub", "made"]) mkdirSync(join(source, directory), { recursive: true });
    for (const path of NEW) writeFileSync(join(source, path), "new");
    const at = join(base, name);
    if (name.endsWith(".zip")) execFileSync("zip", ["-qr", at, "."], { cwd: source });
    else execFileSync("tar", ["-cf", at, "-C", source, "."]);
    return readFileSync(at);
  } finally {
    rmSync(base, { recursive: true });
  }
}

const recordsOf = (output: Buffer) => output.toString("latin1").split("\0").slice(0, -1);

describe("programs that fail while a script works on directories", () => {
  const scripts = ["folder.sh", "unpack.sh"];

  for (const [name, programs] of Object.entries(UNPACKING)) {
    const archive = archiveOf(name);
    let inputs: Readonly<Record<string, string | Uint8Array>>;
    /** What the server has shown: nothing fails in that look. */
    let seen: readonly string[];
    failEach({
      what: `a ${name} is unpacked only where all is in place, and changes nothing else`,
      programs: programs.split(" "),
      async begin() {
        const server = begin();
        server.put("sub/old.txt", "old");
        server.put(name, archive);
        const owner = await shippedScript("unpack-as-owner.sh");
        inputs = { directory: server.root, archive: name, "unpack-as-owner.sh": owner };
        seen = recordsOf((await server.run(scripts, { ...inputs, task: "look" })).output);
        return server;
      },
      async run(server): Promise<Verdict> {
        const { output } = await server.run(scripts, {
          ...inputs,
          task: "unpack",
          stage: ".server-panel-test",
          into: "new",
          shown: `${(seen[0] ?? "").replace(/^shown /, "")}\n`,
          comes: list(["d 0 sub", "d 0 made", "f 3 sub/old.txt", "f 3 sub/more.txt", "f 3 made/a.txt"]),
          most: "1000 1000\n",
        });
        const tree = server.tree();
        const isWhole = NEW.every((path) => tree[`new/${path}`] === "new");
        if (tree["sub/old.txt"] !== "old") return "lie";
        if (recordsOf(output).at(-1) !== "end done 3 2") return "not done";
        return isWhole ? "done" : "lie";
      },
    });
  }

  failEach({
    what: "a directory is packed only where it is whole",
    programs: PACKING,
    begin,
    async run(server): Promise<Verdict> {
      for (const path of ["a.txt", "sub/b.txt", "sub/c.txt"]) server.put(path, "text");
      const { output, code, job } = await server.run(["folder.sh", "pack.sh"], {
        directory: server.root,
        task: "pack",
      });
      const records = recordsOf(output);
      const valueOf = (name: string) => records.find((record) => record.startsWith(`${name} `))?.slice(name.length + 1);
      const isPacked = code === 0 && valueOf("code") === "0" && valueOf("entries") === valueOf("packed");
      if (!isPacked || records.some((record) => record.startsWith("end ")) || valueOf("unlisted") !== "0")
        return "not done";
      const archive = join(job, "archive.tar.gz");
      const bytes = readFileSync(archive);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      if (valueOf("sha256") !== sha256 || valueOf("size") !== String(bytes.length)) return "not done";
      const names = execFileSync("tar", ["-tzf", archive], { encoding: "latin1" }).split("\n").length - 1;
      return names === 5 && valueOf("files") === "3" ? "done" : "lie";
    },
  });

  failEach({
    what: "a directory is compared only where it is listed whole",
    programs: COMPARING,
    begin,
    async run(server): Promise<Verdict> {
      for (const path of ["a.txt", "sub/b.txt", "sub/c.txt"]) server.put(path, "text");
      const local = list(["f 4 a.txt", "f 4 sub/b.txt"]);
      const { output, code } = await server.run(["folder.sh", "compare.sh"], { directory: server.root, local });
      const records = recordsOf(output);
      if (code !== 0 || !records.includes("! 0")) return "not done";
      return records.indexOf("! 0") === 4 ? "done" : "lie";
    },
  });
});
