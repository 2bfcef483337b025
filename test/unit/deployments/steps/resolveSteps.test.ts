import assert from "node:assert/strict";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import { resolveSteps } from "../../../../src/deployments/steps/resolveSteps.ts";
import type { StatedStep } from "../../../../src/deployments/steps/stepFields.ts";
import { problemText } from "../../../../src/texts/deploymentTexts.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { DeployFixture } from "../deployFixture.ts";

const stated: StatedStep = {
  name: "migrate",
  run: "true",
  when: "after",
  seconds: 60,
  directory: "",
  alsoBack: false,
};

for (const edition of knownEditions) {
  const test = turnsOf(edition);

  describe(`as whom a step runs on a demo ${edition}`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(async () => used.stop());

    const resolved = async (step: StatedStep) =>
      resolveSteps(used.files, [step], { place: await used.place(), isFile: false, path: [] });

    /** Why no step runs, with its sentence. */
    async function refused(step: StatedStep): Promise<readonly [string, string]> {
      try {
        await resolved(step);
      } catch (error) {
        if (!(error instanceof DeploymentError)) throw error;
        return [error.problem.kind, problemText(error.problem) ?? ""];
      }
      return assert.fail("it would run");
    }

    /** Has the list of users on the server. */
    function hasUsers(): void {
      const bytes = Buffer.from("root:x:0:0:root:/root:/bin/bash\nshop:x:1002:1002::/home/shop:/sbin/nologin\n");
      used.panel.state.files.set("/etc/passwd", { mtime: 1_600_000_000, uid: 0, gid: 0, mode: 0o644, bytes });
    }

    /** Gives the website's root to a user, by number. */
    async function ownedBy(uid: number): Promise<void> {
      const { root } = await used.place();
      const { files } = used.panel.state;
      files.set(root, { ...(files.get(root) ?? assert.fail()), uid, gid: uid });
    }

    test("is the owner of the website", async () => {
      const [step] = await resolved(stated);
      assert.deepEqual([step?.user, step?.uid], ["www", 1001]);
    });

    test("is the user that it names, with the number that the server has for it", async () => {
      hasUsers();
      const [step] = await resolved({ ...stated, user: "shop" });
      assert.deepEqual([step?.user, step?.uid], ["shop", 1002]);
    });

    test("is nobody where the server does not have the user that it names", async () => {
      hasUsers();
      const [kind, text] = await refused({ ...stated, user: "nobody-here" });
      assert.equal(kind, "noUser");
      assert.match(text, /“migrate”.*nobody-here/);
    });

    test("is nobody where the website belongs to a number that has no name", async () => {
      await ownedBy(54_321);
      const [kind, text] = await refused(stated);
      assert.equal(kind, "noOwner");
      assert.match(text, /54321/);
    });

    test("is not root because the website is root's, but because the step says so", async () => {
      await ownedBy(0);
      const [kind, text] = await refused(stated);
      assert.equal(kind, "rootOwned");
      assert.match(text, /"user": "root"/);
      assert.equal((await resolved({ ...stated, user: "root" }))[0]?.uid, 0);
    });
  });
}
