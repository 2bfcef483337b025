import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOCK_POLL_MS = 200;
const LOCK_DEADLINE_MS = 15 * 60_000;
/** Age after which a lock without a process id is abandoned; a younger one is just being written. */
const UNNAMED_LOCK_MS = 5_000;

/**
 * Runs `install` unless it has already completed in `directory` for the present lockfile and `recipe` (a string that changes when the
 * installation steps do). Of several processes one installs and the others wait.
 */
export async function installOnce(directory, recipe, install) {
  const stamp = join(directory, "node_modules", ".installed");
  const lockfile = readFileSync(join(directory, "package-lock.json"));
  const wanted = createHash("sha256")
    .update(lockfile)
    .update(`${process.platform} ${process.arch} ${recipe}`)
    .digest("hex");
  if (readOr(stamp, "") === wanted) return;
  const lock = join(directory, ".installing");
  await takeLock(lock);
  try {
    if (readOr(stamp, "") === wanted) return;
    await install();
    writeFileSync(stamp, wanted);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** `npm ci` in `directory`, with no install scripts. Output goes to stderr; throws when npm fails. */
export async function npmCi(directory, args = []) {
  const all = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...args];
  const npm = process.env.npm_execpath ?? "";
  const [command, prefix] = basename(npm) === "npm-cli.js" ? [process.execPath, [npm]] : ["npm", []];
  const child = spawn(command, [...prefix, ...all], {
    cwd: directory,
    env: withoutProject(process.env),
    stdio: ["ignore", 2, 2],
    shell: command === "npm" && process.platform === "win32",
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  const failure = await new Promise((resolve) => {
    child.on("error", (error) => resolve(String(error)));
    child.on("exit", (code, signal) => resolve(code === 0 ? undefined : String(signal ?? `exit code ${code}`)));
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  if (failure !== undefined) throw new Error(`npm ci failed in ${directory}: ${failure}`);
}

/** Returns the environment without npm's variables about the running package; the user's npm settings stay. */
export function withoutProject(environment) {
  const own = /^npm_(package_|lifecycle_|command$|config_(local_prefix|global_prefix|prefix|global|location)$)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.test(name)));
}

async function takeLock(lock) {
  const deadline = Date.now() + LOCK_DEADLINE_MS;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (Date.now() > deadline)
      throw new Error(`Another process has been installing for too long; if there is none, delete ${lock}`);
    else await sleep(LOCK_POLL_MS);
  }
}

function isAbandoned(lock) {
  const owner = Number(readOr(lock, ""));
  if (owner === 0) return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > UNNAMED_LOCK_MS;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
