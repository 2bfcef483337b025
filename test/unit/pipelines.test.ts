import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";

/**
 * Pipelines of which the end of a program before the last one is read by nobody, with the reason. A script that runs none of these cannot say
 * that something is done which a program has not done.
 */
const KNOWN: Readonly<Record<string, string>> = {
  'src/deployments/exchange/exchange.sh: [ -L "$name" ] && says=$(readlink -n "$name" | sha1sum) && [ "${says%% *}" = "${there#link:}" ] || {':
    "no link has the hash of nothing: that counts as changed",
  'src/deployments/exchange/exchange.sh: says=$(readlink -n "$name" | sha1sum)':
    "no link has the hash of nothing: that counts as changed",
  "src/deployments/exchange/exchange.sh: done | xargs -0 -r rm -rf": "names come from the shell itself",
};

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
    // of a group that ends here, its last line counts
    const own = line.slice(0, at);
    return [{ line, before: own === "}" ? (lines[index - 1] ?? "") : own }];
  });
}

describe("a pipeline in a script", () => {
  it("has no program whose end nobody reads", () => {
    const unread: string[] = [];
    for (const file of globSync("src/**/*.sh"))
      for (const { line, before } of pipelinesIn(readFileSync(file, "utf8")))
        if (before.includes(" | ") || !READ.test(before)) unread.push(`${file}: ${line}`);
    assert.deepEqual(unread.toSorted(), Object.keys(KNOWN).toSorted());
  });

  it("is found where there is one", () => {
    const found = (script: string) => pipelinesIn(script).filter(({ before }) => !READ.test(before)).length;
    assert.equal(found("find . | sort -z >there\n"), 1);
    assert.equal(found("{\nsed x\n} | sort\n"), 1);
    assert.equal(found("grep x |\nsort\n"), 1);
    assert.equal(found('{\nfind .\necho $? >"$job/code"\n} | sort\n'), 0);
    assert.equal(found("first find . | sort || exit\n# a | b\nx | y) ;;\ntr 'a | b' c\n"), 0);
  });
});
