import assert from "node:assert/strict";
import { restartAfter } from "../../../src/deployments/restartTarget.ts";
import { endUnfinished } from "../../../src/deployments/rollBack.ts";
import { readState } from "../../../src/deployments/siteState.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { JarProject } from "./jarProject.ts";

/** Each call, or some of them: each takes several runs of the script. The editions differ in their answers alone. */
const STEP = process.env["FUZZ"] === "full" ? { baota: 1, aapanel: 1 } : { baota: 2, aapanel: 7 };

for (const edition of knownEditions)
  describe(`the calls of a deployment of a jar to ${edition}`, () => {
    let project: JarProject;
    beforeEach(async () => (project = await JarProject.start(edition)));
    afterEach(() => project.stop());

    it("is the old or the new one where the connection ends at any call, and the new one after a second run", async () => {
      for (let at = 1, isWhole = false; !isWhole; at += STEP[edition]) {
        project.used.put({ "app.jar": "old" });
        project.used.calls = 0;
        project.used.fault = deadFrom(at);
        const result = await project.deploy().catch((error: unknown) => {
          assert.ok(error instanceof PanelError, String(error));
          return undefined;
        });
        project.used.fault = () => undefined;
        await project.used.panel.shell.over();
        isWhole = result?.end.state === "wanted" && project.used.calls < at;
        const content = project.used.server["app.jar"];
        if (result?.end.state === "before" || result === undefined) assert.equal(content, "old", `call ${at}`);
        assert.ok(content === "old" || content === "new", `call ${at}: ${content}`);
        const { unfinished } = await readState(project.used.files, await project.place());
        if (unfinished !== undefined) {
          project.done = [];
          const ended = await endUnfinished(await project.place(), unfinished, "recover", project.used.context());
          await restartAfter(ended, project.context());
          assert.deepEqual(project.done, [project.used.server["app.jar"]], `call ${at}: it runs what is there`);
        }
        assert.equal((await project.deploy()).end.state, "wanted", `after call ${at}`);
        assert.equal(project.used.server["app.jar"], "new", `after call ${at}`);
      }
    });
  });
