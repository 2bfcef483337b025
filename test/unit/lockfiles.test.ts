import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./manifest/packageJson.ts";

interface LockEntry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockfiles = globSync("**/package-lock.json", { cwd: root, exclude: (name) => name === "node_modules" });

/** What a lockfile installs, by its place. */
function entriesOf(lockfile: string): readonly (readonly [place: string, entry: LockEntry])[] {
  const { packages } = JSON.parse(readFileSync(join(root, lockfile), "utf8")) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(packages).filter(([place]) => place !== "");
}

describe("lockfiles", () => {
  it("are those of the project, of its Node, of the release and of VS Code", () => {
    assert.deepEqual(lockfiles.toSorted(), [
      "package-lock.json",
      join("scripts", "package-lock.json"),
      join("scripts", "release", "package-lock.json"),
      join("scripts", "server", "package-lock.json"),
    ]);
  });

  it("leave the project without scripts that npm does not run where it runs none of packages", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
    const names = Object.keys(scripts);
    const hooks = names.filter((name) => names.includes(name.replace(/^(pre|post)/, "")) && /^(pre|post)/.test(name));
    assert.deepEqual(hooks, []);
  });

  for (const lockfile of lockfiles) {
    it(`${lockfile} is installed without running anything of what is installed`, () => {
      const settings = readFileSync(join(root, dirname(lockfile), ".npmrc"), "utf8");
      assert.match(settings, /^ignore-scripts=true$/m);
    });

    it(`${lockfile} knows the content of everything that is installed, and no registry`, () => {
      const entries = entriesOf(lockfile);
      assert.ok(entries.length > 0);
      const unknown = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z\d+/]{86}==$/.test(integrity ?? ""));
      assert.deepEqual(
        unknown.map(([place]) => place),
        [],
      );
      assert.deepEqual(
        entries.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place),
        [],
      );
    });

    // npm leaves out without a word what a registry does not have, and another platform then lacks it
    it(`${lockfile} has what every platform needs`, () => {
      const entries = entriesOf(lockfile);
      const places = new Set(entries.map(([place]) => place));
      const missing = entries.flatMap(([place, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
          .filter((name) => !places.has(`${place}/node_modules/${name}`) && !places.has(`node_modules/${name}`))
          .map((name) => `${name} of ${place}`),
      );
      assert.deepEqual(missing, []);
    });
  }
});
