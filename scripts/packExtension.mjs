/**
 * Builds the extension and packs it into `out/server-panel.vsix`, or the file that is named: the same bytes wherever and
 * whenever that is done. `node scripts/node.mjs scripts/packExtension.mjs [file]`
 */
import { spawnSync } from "node:child_process";
import { globSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { packagedFiles } from "./packagedFiles.ts";

/** The earliest time in a zip archive; with it, vsce dates and sorts the entries. */
const MOMENT = Date.UTC(1980, 0, 2) / 1000;

const root = resolve(import.meta.dirname, "..");
const target = resolve(process.argv[2] ?? join(root, "out/server-panel.vsix"));
const staged = join(root, "out/package");
process.chdir(root);
if (spawnSync(process.execPath, ["esbuild.mjs", "--production"], { stdio: "inherit" }).status !== 0)
  throw new Error("The build failed");

const { repository, version } = JSON.parse(readFileSync("package.json", "utf8"));
const files = packagedFiles(root);
const unnamed = globSync("dist/**/*.*").filter(
  (path) => !files.includes(path.replaceAll("\\", "/")) && !isForTests(path),
);
if (unnamed.length > 0) throw new Error(`.vscodeignore does not name ${unnamed.join(", ")}`);

rmSync(staged, { recursive: true, force: true });
for (const file of files) {
  const copy = join(staged, file);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, contentOf(file));
  // an archive has each file's mode, which differs between clones
  chmodSync(copy, 0o644);
}
// vsce warns if nothing is left out
writeFileSync(join(staged, ".vscodeignore"), "");
mkdirSync(dirname(target), { recursive: true });
Object.assign(process.env, { SOURCE_DATE_EPOCH: String(MOMENT), TZ: "UTC" });
await createVSIX({
  cwd: staged,
  packagePath: target,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: repository !== undefined,
  githubBranch: `v${version}`,
});

function isForTests(path) {
  return path.endsWith("meta.json");
}

/** Shortens a file for the package, without parts that only a clone needs. */
function contentOf(file) {
  const content = readFileSync(file);
  if (file === "package.json") {
    const manifest = JSON.parse(content);
    for (const key of ["scripts", "devDependencies", "private"]) delete manifest[key];
    return JSON.stringify(manifest);
  }
  if (file.endsWith(".json")) return JSON.stringify(JSON.parse(content));
  // links of a page with a repository lead there, at the tag of the version
  if (file.endsWith(".md") && repository === undefined) return withoutNeighbours(content.toString("utf8"));
  return content;
}

/** Makes a page stand alone: removes local pictures and lists of local links, and keeps only the text of other local links. */
function withoutNeighbours(markdown) {
  return markdown
    .replaceAll(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, "")
    .replaceAll(/^(?:\[[^\]]*\]\((?!https:|#)[^)]*\)(?: ·\s)?){2,}\n+/gm, "")
    .replaceAll(/!?\[([^\]]*)\]\((?!https:|#|command:)[^)]*\)/g, "$1");
}
