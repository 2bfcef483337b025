import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";

/** What the shell does itself, or has its end written down. */
const READ = /^(?:.*(?:[ (]|\$\())?(?:printf|echo|first) |echo (?:\$\?|"\$how") >(?:"[^"]*"|&3)(?:; \} )?$/;

/** The lines of a script with a pipeline, and what comes before its last program, without comments and patterns of `case`. */
function pipelinesIn(script: string): readonly { readonly line: string; readonly before: string }[] {
  const lines = script.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const bare = line.replaceAll(/'[^']*'/g, (text) => "_".repeat(text.length));
    // a pattern of `case` has a bracket that closes nothing
    if (line.startsWith("#") || /^[^()]*\|[^()]*\)/.test(bare)) return [];
    const at = `${bare} `.lastIndexOf(" | ");
    if (at < 0) return [];
    // of a group or a loop that ends here, its last line counts
    const own = line.slice(0, at);
    return [{ line, before: own === "}" || own === "done" ? (lines[index - 1] ?? "") : own }];
  });
}

/** A script that runs a pipeline of which nobody reads how a program before the last one has ended may say that something is done which is not. */
describe("a pipeline in a script", () => {
  it("has no program whose end nobody reads", () => {
    const unread: string[] = [];
    for (const file of globSync("src/**/*.sh"))
      for (const { line, before } of pipelinesIn(readFileSync(file, "utf8")))
        if (before.includes(" | ") || !READ.test(before)) unread.push(`${file}: ${line}`);
    assert.deepEqual(unread, []);
  });

  it("is found where there is one", () => {
    const found = (script: string) => pipelinesIn(script).filter(({ before }) => !READ.test(before)).length;
    assert.equal(found("find . | sort -z >there\n"), 1);
    assert.equal(found("{\nsed x\n} | sort\n"), 1);
    assert.equal(found("for x; do\nsed x\ndone | sort\n"), 1);
    assert.equal(found("grep x |\nsort\n"), 1);
    assert.equal(found('{\nfind .\necho $? >"$job/code"\n} | sort\n'), 0);
    assert.equal(found("first find . | sort || exit\n# a | b\nx | y) ;;\ntr 'a | b' c\n"), 0);
  });
});
