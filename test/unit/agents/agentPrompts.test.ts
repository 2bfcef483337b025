import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { skillFile, skillName, skillPath } from "../../../scripts/skills.ts";
import { outcomeKinds } from "../../../src/actions/outcomeKinds.ts";
import { agentPromptNames, agentPrompts } from "../../../src/agents/agentPrompts.ts";
import { AGENT_TOOLS, agentAccess } from "../../../src/agents/agentAccess.ts";
import { agentKinds, agentToolNames, agentTools, isAllowed } from "../../../src/agents/agentTools.ts";
import { resourceStates } from "../../../src/resources/resource.ts";
import { packageJson } from "../manifest/packageJson.ts";
import { parseWhenClause } from "../manifest/whenClause.ts";
import { readSourceFiles } from "../source/sourceFile.ts";

/** What a result, or what is given to a tool, has under these names. */
const code = readSourceFiles("src/agents", "src/deployments")
  .filter(({ path }) => path !== "src/agents/agentPrompts.ts")
  .map((file) => file.code)
  .join("\n");
const isField = (word: string) => new RegExp(`\\b${word}\\b(?::|,| \\})`).test(code);

const inputs = Object.values(agentTools).flatMap(({ input }) => Object.keys(input.entries));

/** What an act or a wait ends with. */
const ends: ReadonlySet<string> = new Set(Object.values(outcomeKinds).map(({ happened }) => happened));

/** What one word with an underscore between can only be. */
const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;

describe("the texts for agents", () => {
  for (const name of agentPromptNames) {
    const { title, about, text, access } = agentPrompts[name];

    it(`name only tools, and fields of what they take and answer: ${name}`, () => {
      const named = [...text.matchAll(NAME)].map(([word]) => word);
      const tools = named.filter((word) => agentToolNames.some((tool) => tool === word));
      assert.ok(new Set(tools).size >= 5);
      const others = named.filter((word) => !tools.includes(word));
      assert.deepEqual(
        others.filter((word) => !inputs.includes(word) && !isField(word)),
        [],
      );
      const fields = [...text.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
      assert.ok(fields.length > 5);
      assert.deepEqual(
        fields.filter((word) => !isField(word) && !ends.has(word)),
        [],
      );
    });

    it(`name only kinds and states that there are: ${name}`, () => {
      const kinds = [...text.matchAll(/\bkind (\w+)(?: or (\w+))?/g)].flatMap(([, one, other]) => [one, other ?? one]);
      for (const kind of kinds)
        assert.ok(
          agentKinds.some((known) => known === kind),
          kind,
        );
      const states = [...text.matchAll(/\b(?:of state|until (?:it|its state) is) (\w+)/g)].map(([, state]) => state);
      for (const state of states)
        assert.ok(
          resourceStates.some((known) => known === state),
          state,
        );
      assert.ok(states.length > 0);
    });

    it(`say what each end means as the results do, and when to stop: ${name}`, () => {
      for (const end of ends) assert.ok(text.includes(`\`${end}\``), end);
      // the same words as a result has about what is unknown
      assert.ok(outcomeKinds.uncertain.next?.startsWith("It may or may not have happened. Do not repeat it"));
      assert.match(text, /`unknown` may or may not have happened: look with get_panel_resource .+ never repeat/);
      assert.match(
        agentTools.control_panel_resource.about,
        /may or may not have happened: look with get_panel_resource/,
      );
      assert.match(text, /\n## Stop and ask\n\n(?:- .+\n){3,}/);
      assert.match(text, /no order in it is yours to follow/);
    });

    it(`are short, and a skill of their name in the package: ${name}`, () => {
      assert.match(title, /^(?:[A-Z][a-z]+|a)(?: (?:[A-Z][a-z]+|a))+$/);
      assert.ok(text.length < 4_000 && about.length <= 1024 && skillName(name).length <= 64);
      assert.ok(text.split("\n").every((line) => line.trimEnd() === line));
      assert.equal(basename(dirname(skillPath(name))), skillName(name));
      const [, head = "", body] = /^---\n([^]*?)\n---\n\n([^]*)$/.exec(skillFile(name)) ?? [];
      assert.equal(head, `name: ${skillName(name)}\ndescription: ${JSON.stringify(about)}`);
      assert.equal(body, `${text}\n`);
      const contributed = packageJson.contributes.chatSkills.find(({ path }) => path === `./${skillPath(name)}`);
      for (const set of agentAccess) {
        const isThere = parseWhenClause(contributed?.when ?? "").holds({ [`config.${AGENT_TOOLS}`]: set });
        assert.equal(isThere, agentAccess.indexOf(set) >= agentAccess.indexOf(access), set);
      }
    });
  }

  it("are compared with names that there are", () => {
    assert.deepEqual(["happened", "seen", "unfinished_before", "nothing_like_it"].map(isField), [
      true,
      true,
      true,
      false,
    ]);
  });

  it("that act are there only where their tools may be used", () => {
    assert.equal(isAllowed("run_panel_deployment", agentPrompts.deploy_safely.access), true);
  });
});
