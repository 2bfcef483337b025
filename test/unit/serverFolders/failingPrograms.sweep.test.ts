import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failingProgram, FAULTS } from "../faults/failingProgram.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { FolderServer } from "./folderServer.ts";

const PATH = process.env["PATH"] ?? "";

/** Calls of each program that fail, one at a time. */
const CALLS = 3;

const UNPACKING =
  "cat chmod cmp comm cp df du find id ln mkdir mv rm runuser sed sh sha256sum sort stat tail tar tr uniq wc xargs unzip".split(
    " ",
  );
const PACKING = "awk cat df find gzip sha256sum tail tar wc".split(" ");
const COMPARING = "cat find sed sha1sum sort uniq wc xargs".split(" ");

type Verdict = "lie" | "done" | "not done";

const list = (records: readonly string[]) => Buffer.from(records.map((record) => `${record}\0`).join(""));

/** Tests that fail each program of a script, one call at a time, in each way; prints how often what was told. */
function failEach(what: string, programs: readonly string[], run: (server: FolderServer) => Promise<Verdict>): void {
  const counts = { lie: 0, done: 0, "not done": 0 };
  for (const program of programs)
    it(`${program} fails: ${what}`, async () => {
      const lies: string[] = [];
      for (const fault of FAULTS)
        for (const isLasting of [false, true])
          for (let call = 1; call <= (isLasting ? 1 : CALLS); call++) {
            const server = new FolderServer("dash");
            try {
              chmodSync(server.base, 0o777);
              const real = placeOf(program) ?? assert.fail(program);
              const calls = join(server.base, "calls");
              const failing = failingProgram({ real, path: PATH, calls }, { fault, call, isLasting });
              server.tool(program, `${failing}exec ${real} "$@"\n`);
              const verdict = await run(server);
              counts[verdict] += 1;
              if (verdict === "lie") lies.push(`${fault} at ${call}${isLasting ? " and later" : ""}`);
              if (!existsSync(calls)) break;
            } finally {
              server.remove();
            }
          }
      assert.deepEqual(lies, []);
    });
  after(() => {
    console.log(`      ${what}: lies ${counts.lie}, done ${counts.done}, not done ${counts["not done"]}`);
  });
}

const recordsOf = (output: Buffer) => output.toString("latin1").split("\0").slice(0, -1);

describe("programs that fail while a script works on directories", () => {
  for (const name of ["new.tar", "new.zip"])
    failEach(`a ${name} is unpacked only where all is in place, and nothing is lost`, UNPACKING, async (server) => {
      server.put("sub/old.txt", "old");
      const source = join(server.base, "source");
      mkdirSync(join(source, "sub"), { recursive: true });
      mkdirSync(join(source, "made"));
      for (const path of ["sub/old.txt", "sub/more.txt", "made/a.txt"]) writeFileSync(join(source, path), "new");
      const at = join(server.root, name);
      if (name.endsWith(".zip")) execFileSync("zip", ["-qr", at, "."], { cwd: source });
      else execFileSync("tar", ["-cf", at, "-C", source, "."]);
      rmSync(source, { recursive: true });
      server.give(at);
      const owner = await shippedScript("unpack-as-owner.sh");
      const inputs = { directory: server.root, archive: name, "unpack-as-owner.sh": owner };
      const scripts = ["folder.sh", "unpack.sh"];
      const seen = recordsOf((await server.run(scripts, { ...inputs, task: "look" })).output);
      const replaced = seen.filter((record) => record.endsWith(" sub/old.txt"));
      const { output } = await server.run(scripts, {
        ...inputs,
        task: "unpack",
        stage: ".server-panel-test",
        shown: `${(seen[0] ?? "").replace(/^shown /, "")}\n`,
        comes: list(["d 0 sub", "d 0 made", "f 3 sub/old.txt", "f 3 sub/more.txt", "f 3 made/a.txt"]),
        replaces: list(replaced),
        most: "1000 1000\n",
      });
      const tree = server.tree();
      const isWhole = ["sub/old.txt", "sub/more.txt", "made/a.txt"].every((path) => tree[path] === "new");
      if (tree["sub/old.txt"] !== "old" && tree["sub/old.txt"] !== "new") return "lie";
      if (recordsOf(output).at(-1) !== "end done 3 2") return "not done";
      return isWhole ? "done" : "lie";
    });

  failEach("a directory is packed only where it is whole", PACKING, async (server) => {
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
  });

  failEach("a directory is compared only where it is listed whole", COMPARING, async (server) => {
    for (const path of ["a.txt", "sub/b.txt", "sub/c.txt"]) server.put(path, "text");
    const local = list(["f 4 a.txt", "f 4 sub/b.txt"]);
    const { output, code } = await server.run(["folder.sh", "compare.sh"], { directory: server.root, local });
    const records = recordsOf(output);
    if (code !== 0 || !records.includes("! 0")) return "not done";
    return records.indexOf("! 0") === 4 ? "done" : "lie";
  });
});
