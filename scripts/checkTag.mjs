/**
 * Fails unless a tag is `v` and the version of the manifest in the working directory, and the changelog beside it has a
 * heading for that version: `node scripts/checkTag.mjs v1.2.3`
 */
import { readFileSync } from "node:fs";

const [tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const headings = readFileSync("CHANGELOG.md", "utf8").match(/^## .*$/gm) ?? [];
if (tag !== `v${version}`) fail(`The tag is ${tag} and the version ${version}`);
else if (!headings.some((heading) => /\d+\.\d+\.\d+[^\s\]]*/.exec(heading)?.[0] === version))
  fail(`CHANGELOG.md does not say what is in ${version}`);

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
