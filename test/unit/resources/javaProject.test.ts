import assert from "node:assert/strict";
import { compare } from "../../../src/resources/resource.ts";
import { javaProject } from "../../../src/resources/javaProject.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";

describe("a Java project", () => {
  for (const edition of knownEditions)
    it(`is another one where it was made anew under the same name: ${edition}`, async () => {
      const used = new FaultyPanel(edition, await startDemoPanel({ edition }));
      try {
        const { signal } = new AbortController();
        const read = async () => (await javaProject.list(used.callFor(signal), 1)).rows[0] ?? assert.fail("no project");
        const before = await read();
        assert.equal(compare(javaProject.identity(before), javaProject.identity(await read())), "same");
        const projects = used.panel.state.javaProjects;
        for (const [index, project] of projects.entries()) projects[index] = { ...project, id: project.id + 1_000 };
        const after = await read();
        assert.equal(after.name, before.name);
        assert.equal(compare(javaProject.identity(before), javaProject.identity(after)), "another");
      } finally {
        await used.stop();
      }
    });
});
