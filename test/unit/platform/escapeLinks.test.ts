import assert from "node:assert/strict";
import { escapeLinks } from "../../../src/platform/escapeLinks.ts";

/** How VS Code finds links in a notification. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

const OURS = '[Answer\u2026](command:_serverPanel.answer?1 "Opens the question")';

describe("escaped links", () => {
  for (const name of ["x [", "[", "[[", "a] [b", "[x", "[x](command:y)", "](", "x [y] z", "[a](", "$(x) ["])
    it(`leave one link behind ${name}, which is ours from its beginning on`, () => {
      const links = [...`${escapeLinks(`An agent that calls itself \u201c${name}\u201d asks`)} ${OURS}`.matchAll(LINK)];
      assert.deepEqual(
        links.map(([link]) => link),
        [OURS],
      );
    });

  it("are what they were where nothing is a link", () => {
    for (const text of ["a [b] c", "a (b)", "100 $", ""]) assert.equal(escapeLinks(text), text);
  });
});
