import assert from "node:assert/strict";
import { startDemoPanel, type DemoPanel } from "../../../src/demoPanel/startDemoPanel.ts";
import { demoWords, wordDemo } from "../../../src/platform/wordDemo.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";

/** What somebody has typed into it. */
const typedInto = ({ sites, javaProjects, terminal }: DemoPanel["state"]) => [
  ...[...sites, ...javaProjects, ...terminal.hosts].map(({ note }) => note),
  ...terminal.commands.map(({ title }) => title),
];

describe("The words of demo panels", () => {
  it("are theirs, and unchanged in English", async () => {
    const all = new Set<string>();
    for (const edition of knownEditions) {
      const panel = await startDemoPanel({ edition });
      try {
        const seeded = typedInto(panel.state);
        wordDemo(panel.state);
        assert.deepEqual(typedInto(panel.state), seeded, edition);
        for (const text of seeded) all.add(text);
      } finally {
        await panel.close();
      }
    }
    assert.deepEqual(
      [...demoWords().keys()].filter((text) => !all.has(text)),
      [],
    );
  });
});
