import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";

for (const edition of knownEditions)
  describe(`empty directories of a source folder that is deployed to ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    const directories = () => {
      used.panel.shell.synchronise();
      return [...used.panel.state.files]
        .flatMap(([path, { bytes, linkTo }]) =>
          path.startsWith(`${ROOT}/`) && bytes === undefined && linkTo === undefined
            ? [path.slice(ROOT.length + 1)]
            : [],
        )
        .toSorted();
    };

    const source = async (...paths: readonly string[]) => {
      await used.source({ "index.php": "<?php", "public/index.php": "<?php" });
      for (const path of paths) await mkdir(join(used.folder, path), { recursive: true });
    };

    it("are made, and go back with the deployment", async () => {
      await source("public/uploads", "runtime/cache/deep", "runtime/log");
      assert.equal((await used.deploy()).end.state, "wanted");
      const all = ["public", "public/uploads", "runtime", "runtime/cache", "runtime/cache/deep", "runtime/log"];
      assert.deepEqual(directories(), all);
      used.put({ "runtime/log/today.log": "theirs" });
      assert.deepEqual((await used.plan()).directories, []);
      await used.rollBack();
      assert.deepEqual(directories(), ["runtime", "runtime/log"]);
      assert.equal(used.server["runtime/log/today.log"], "theirs");
    });

    it("are not made behind a link, or where a file is", async () => {
      used.put({ "data/a": "a", log: "a file" });
      used.link("data");
      await source("data/cache", "log", "log/deep", "tmp");
      const { directories: planned } = await used.plan();
      assert.deepEqual(
        planned.map(({ path }) => path),
        ["public", "tmp"],
      );
      assert.equal((await used.deploy()).end.state, "wanted");
    });
  });
