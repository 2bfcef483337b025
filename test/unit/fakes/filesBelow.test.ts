import { strict as assert } from "node:assert";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesBelow } from "../../fakes/filesBelow.ts";

describe("the files below a directory", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "files-below-"));
    await mkdir(join(root, "inner"));
    await writeFile(join(root, "inner", "kept"), "a text");
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("are found at any depth, and none where the directory is not there", async () => {
    assert.deepEqual(await filesBelow(root), [{ path: join(root, "inner", "kept"), text: "a text" }]);
    assert.deepEqual(await filesBelow(join(root, "none")), []);
  });

  it("are found while others come and go", async () => {
    const lock = join(root, "inner", "lock");
    const comeAndGo = async () => {
      for (let time = 0; time < 200; time++) {
        await writeFile(lock, "");
        await rm(lock);
      }
    };
    const look = async () => {
      for (let time = 0; time < 200; time++) {
        const paths = (await filesBelow(root)).map(({ path }) => path);
        assert.ok(paths.includes(join(root, "inner", "kept")));
      }
    };
    await Promise.all([comeAndGo(), look()]);
  });
});
