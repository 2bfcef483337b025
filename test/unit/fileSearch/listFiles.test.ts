import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { listInputs } from "../../../src/fileSearch/listFiles.ts";
import { MOST_NAMES, NameOutput } from "../../../src/fileSearch/nameOutput.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { SearchedServer, searchShells } from "./searchHere.ts";

for (const shell of searchShells)
  describe(`the list of a directory's files by ${shell}`, () => {
    let server: SearchedServer;

    beforeEach(() => {
      server = new SearchedServer(shell);
    });

    afterEach(() => server.remove());

    const list = async (directory = server.root) => {
      const output = new NameOutput();
      const paths = output.add(await server.run("listFiles.sh", listInputs(directory, ["**/.git"])));
      return { paths: paths.toSorted(), end: output.end };
    };

    it("has the paths of files, whatever is in them, without links and what is excluded", async () => {
      const paths = ["a", "d/new\nline", "d/ $(x) 'q", "end 1"];
      for (const path of [...paths, ".git/config", "d/\u00ff"]) server.put(path, "x");
      symlinkSync(server.root, server.at("d/link"));
      const { paths: listed, end } = await list();
      assert.deepEqual(listed, paths.toSorted());
      assert.ok(end?.kind === "whole" && end.leftOut.unreadableDirectories === 0);
    });

    it("is not whole where find is killed, fails, or has no more memory", async () => {
      for (let file = 0; file < 50; file++) server.put(`d/f${file}`, "x");
      for (const fault of ["kill -KILL $$", "exit 1", "echo 'find: memory exhausted' >&2; exit 1"]) {
        server.tool("find", `${placeOf("find") ?? ""} "$@" | head -c 20; ${fault}`);
        const { end, paths } = await list();
        assert.equal(end?.kind, "partly", fault);
        assert.ok(paths.length < 50);
      }
    });

    it("says that a directory is gone", async () => {
      const { paths, end } = await list(`${server.root}/gone`);
      assert.deepEqual(paths, []);
      assert.ok(end?.kind === "whole" && end.leftOut.unreadableDirectories === 1);
    });
  });

describe("the output of a list", () => {
  it("is read alike in whatever pieces it comes", () => {
    const text = Buffer.from("a\0中/文\0\0end 2 2\n");
    const output = new NameOutput();
    const paths = [...text].flatMap((byte) => output.add(Uint8Array.of(byte)));
    assert.deepEqual(paths, ["a", "中/文"]);
    assert.ok(output.end?.kind === "whole" && output.end.leftOut.unreadableDirectories === 2);
  });

  it("has no end while that has not come, and is damaged without any", () => {
    assert.equal(new NameOutput().end, undefined);
    const output = new NameOutput();
    output.add(Buffer.from("a\0\0end"));
    assert.equal(output.end?.kind, "partly");
    output.add(Buffer.alloc(100_000, "x"));
    assert.deepEqual(output.end, { kind: "damaged" });
  });

  it("is whole only with as many files as were listed", () => {
    const endOf = (text: string) => {
      const output = new NameOutput();
      output.add(Buffer.from(text));
      return output.end;
    };
    assert.equal(endOf("a\0\xff\0\0end 2 0\n")?.kind, "whole");
    const end = endOf("a\0\0end 3 0\n");
    assert.deepEqual([end?.kind, end?.kind === "partly" && end.missing], ["partly", 2]);
    assert.equal(endOf("a\0b\0\0end 1 0\n")?.kind, "partly");
  });

  it("is full with two hundred thousand files", () => {
    const output = new NameOutput();
    assert.equal(output.add(Buffer.from("a\0".repeat(MOST_NAMES + 5))).length, MOST_NAMES);
    assert.ok(output.isFull);
    assert.deepEqual(output.add(Buffer.from("b\0")), []);
  });
});
