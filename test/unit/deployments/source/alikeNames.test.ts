import assert from "node:assert/strict";
import { alikeRemarks, sourceRemarks } from "../../../../src/texts/sourceRemarkTexts.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { DeployFixture } from "../deployFixture.ts";

const COMPOSED = "img/r\u00e9sum\u00e9.jpg";
const DECOMPOSED = "img/re\u0301sume\u0301.jpg";

for (const edition of knownEditions)
  describe(`names that are almost alike, of a deployment to ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    const alikeTo = async (files: readonly string[], there: readonly string[]) => {
      used.put(Object.fromEntries(there.map((path) => [path, "theirs"])));
      await used.source(Object.fromEntries(files.map((path) => [path, "ours"])));
      return (await used.plan()).alike.map(({ path, other }) => [path, other]);
    };

    it("are found on the server, in how they are composed and in case", async () => {
      assert.deepEqual(await alikeTo([DECOMPOSED, "index.html"], [COMPOSED]), [[DECOMPOSED, COMPOSED]]);
      assert.deepEqual(await alikeTo([COMPOSED], ["a.html"]), []);
      assert.deepEqual(await alikeTo(["Logo.PNG", "Docs/Read.txt"], ["logo.png", "Docs/read.txt"]), [
        ["Docs/Read.txt", "Docs/read.txt"],
        ["Logo.PNG", "logo.png"],
      ]);
    });

    it("are found among what earlier deployments have placed, and not where that goes", async () => {
      await used.source({ "readme.txt": "one", "index.html": "one" });
      await used.deploy();
      assert.deepEqual(await alikeTo(["README.txt"], []), [], "the other one is removed");
      assert.deepEqual(
        await alikeTo(["README.TXT"], ["readme.txt"]),
        [["README.TXT", "readme.txt"]],
        "somebody keeps it",
      );
    });

    it("are said, and those of one folder, too", async () => {
      await used.source({ [DECOMPOSED]: "1", [COMPOSED]: "2", "A.html": "1", "a.html": "2" });
      const { source } = await used.plan();
      const said = sourceRemarks(source).map(({ label, description }) => `${label}: ${description}`);
      assert.deepEqual(said, [
        `Names whose letters are decomposed, as macOS writes them: pages ask for the composed ones: ${DECOMPOSED}`,
        `Names that differ only in case or composition: a.html (there is A.html), ${COMPOSED} (there is img/re\\u0301sume\\u0301.jpg)`,
      ]);
      assert.deepEqual(
        alikeRemarks([{ path: DECOMPOSED, other: COMPOSED }]).map(({ description }) => description),
        [`img/re\\u0301sume\\u0301.jpg (there is ${COMPOSED})`],
      );
      assert.deepEqual(alikeRemarks([]), []);
    });
  });
