import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ClaimFiles } from "../../../src/storage/claimFiles.ts";
import { codeOf } from "../../../src/storage/fileSystem.ts";
import { filesWith, removeTemporaryDirectories, temporaryDirectory } from "../../fakes/storageFixture.ts";

describe("ClaimFiles", () => {
  let directory: string;
  let claims: ClaimFiles;
  beforeEach(async () => {
    directory = join(await temporaryDirectory(), "claims");
    claims = new ClaimFiles({ directory, files: filesWith({}), isLive: (name) => name.startsWith("live") });
  });
  afterEach(removeTemporaryDirectories);

  it("has none before the first is made, and takes none away that is not there", async () => {
    assert.deepEqual(await claims.list(), { live: [], expired: [] });
    await claims.remove("live.1");
  });

  it("makes each once only", async () => {
    await claims.create("live.1");
    await assert.rejects(claims.create("live.1"), (error) => codeOf(error) === "EEXIST");
  });

  it("lists live and expired claims apart, among the chosen ones", async () => {
    for (const name of ["live.1", "old.1", "old.2"]) await claims.create(name);
    const { live, expired } = await claims.list();
    assert.deepEqual([live, expired.toSorted()], [["live.1"], ["old.1", "old.2"]]);
    assert.deepEqual(await claims.list((name) => name.endsWith("2")), { live: [], expired: ["old.2"] });
  });

  it("renames and removes a claim", async () => {
    await claims.create("live.1");
    await claims.rename("live.1", "old.1");
    assert.deepEqual(await claims.list(), { live: [], expired: ["old.1"] });
    await claims.remove("old.1");
    assert.deepEqual(await readdir(directory), []);
  });
});
