import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packagedFiles } from "../../../scripts/packagedFiles.ts";
import { commandIds } from "../../../src/manifest/commands.ts";
import { contextKeys, FIRST_STEPS } from "../../../src/manifest/manifest.ts";
import { firstSteps } from "../../../src/ports/workbench.ts";
import { doneClauses, linksIn, nls, packageJson, root } from "./packageJson.ts";
import { parseWhenClause, type Context } from "./whenClause.ts";

const MOST_BYTES = 2048;

/** Matches colours that do not depend on the theme. */
const FIXED_COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|color|url)\(|(?:fill|stroke|color)\s*[=:]\s*"?(?!"?(?:none|var\())\w/i;

const [walkthrough, ...others] = packageJson.contributes.walkthroughs;
const steps = walkthrough?.steps ?? [];
const pictures = steps.map(({ media }) => ({ path: media.svg, svg: readFileSync(join(root, media.svg), "utf8") }));

describe("The walkthrough", () => {
  it("has the id and the steps that commands open", () => {
    assert.deepEqual(others, []);
    assert.equal(walkthrough?.id, FIRST_STEPS);
    assert.deepEqual(
      steps.map(({ id }) => id),
      firstSteps,
    );
  });

  it("leads to a command from each step, with no arguments and a button of its own", () => {
    for (const { id, description } of steps) {
      const text = nls[description.slice(1, -1)] ?? "";
      const links = linksIn(text);
      assert.ok(links.length > 0, id);
      for (const { command, args } of links) {
        assert.ok(
          commandIds.some((known) => known === command),
          command,
        );
        assert.deepEqual(args, []);
      }
      // VS Code shows a link that is alone in its line as a button
      const buttons = text.split("\n").filter((line) => /^\[[^\]]+\]\(command:[\w.]+\)$/.test(line));
      assert.equal(buttons.length, links.length, id);
    }
  });

  it("completes a step by a verified result, not by a click", () => {
    const done = (context: Context) => doneClauses().map((clause) => parseWhenClause(clause).holds(context));
    assert.equal(doneClauses().length, steps.length);
    assert.deepEqual(done({}), [false, false, false, false, false, false]);
    assert.deepEqual(done({ [contextKeys.apiOn]: true }), [true, false, false, false, false, false]);
    assert.deepEqual(done({ [contextKeys.addressAllowed]: true }), [false, true, false, false, false, false]);
    assert.deepEqual(done({ [contextKeys.storedPanels]: 1 }), [false, false, true, false, false, false]);
    assert.deepEqual(done({ [contextKeys.restarted]: true }), [false, false, false, true, false, false]);
    assert.deepEqual(done({ [contextKeys.followedLogs]: 1 }), [false, false, false, false, true, false]);
    assert.deepEqual(done({ [contextKeys.deployed]: true }), [false, false, false, false, false, true]);
    assert.deepEqual(done({ [contextKeys.storedPanels]: 0, [contextKeys.followedLogs]: 0 }), done({}));
  });

  it("has a small picture for each step, in the colours of the theme and without words", () => {
    for (const { path, svg } of pictures) {
      assert.ok(Buffer.byteLength(svg) <= MOST_BYTES, path);
      assert.doesNotMatch(svg, FIXED_COLOUR, path);
      assert.match(svg, /var\(--vscode-/, path);
      assert.doesNotMatch(svg, /<(?:text|image|style|script)/, path);
    }
    assert.equal(new Set(pictures.map(({ svg }) => svg)).size, firstSteps.length);
    const packed = packagedFiles(root);
    assert.deepEqual(
      pictures.map(({ path }) => path).filter((path) => !packed.includes(path)),
      [],
    );
  });
});
