import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { packagedFiles } from "../../scripts/packagedFiles.ts";
import { bundleOf, loadedWith, readBuilt, sourcesIn, type Built } from "../../scripts/bundles.ts";
import { projectDir } from "../../scripts/paths.ts";
import { zipEntries } from "../zipEntries.ts";

/** What installing, building and running leaves in the project, or has there for a while. */
const MADE = new Set(["node_modules", ".installing", "dist", "out", "coverage", ".git"]);

/** Pages whose names vsce writes in lower case. */
const PAGES = ["README.md", "CHANGELOG.md"];

/** What a file is called in the archive. */
function packedAs(path: string): string {
  if (path === "LICENSE") return "LICENSE.txt";
  return PAGES.includes(path) ? path.toLowerCase() : path;
}

/** What vsce adds. */
const ADDED = ["[Content_Types].xml", "extension.vsixmanifest"];

/** Paths in a manifest or a script that begin like those of our files. */
const OWN_PATH = /["`]\.?\/?((?:media|dist)\/[^"`#]+)["`]/g;

/** A file that another one loads. */
const REQUIRED = /require\("\.\/([^"]+)"\)/g;

/** The parts of features that nothing needs before they are used. */
const FEATURES =
  /^src\/(?:agents|mcp\/(?:shim|window)|(?:deployments|doctor|tasks)\/window|demoPanel|search|siteForm\/host|terminals)\//;

describe("the package", () => {
  const directory = mkdtempSync(join(tmpdir(), "pack-"));
  let archive: Buffer;
  let entries: ReadonlyMap<string, Buffer>;
  /** What the build says of what it has made. */
  let built: Built;

  /** Packs a clone of the project that lies elsewhere. @param manifest what its package.json has besides */
  function pack(name: string, umask: number, environment: Readonly<Record<string, string>>, manifest?: object): Buffer {
    const clone = join(directory, name);
    cpSync(projectDir, clone, { recursive: true, filter: (path) => !MADE.has(relative(dirname(path), path)) });
    symlinkSync(join(projectDir, "node_modules"), join(clone, "node_modules"));
    if (manifest !== undefined) {
      const own = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as object;
      writeFileSync(join(clone, "package.json"), JSON.stringify({ ...own, ...manifest }));
    }
    const target = join(directory, `${name}.vsix`);
    mkdirSync(dirname(target), { recursive: true });
    const umaskBefore = process.umask(umask);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/packExtension.mjs", target], {
      cwd: clone,
      env: { ...process.env, ...environment },
      encoding: "utf8",
    });
    process.umask(umaskBefore);
    assert.equal(status, 0, `${stdout}${stderr}`);
    return readFileSync(target);
  }

  const textOf = (path: string) => entries.get(`extension/${path}`)?.toString("utf8") ?? "";

  before(() => {
    archive = pack("first", 0o022, {});
    entries = zipEntries(archive);
    built = readBuilt(join(directory, "first"));
  });

  after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

  it("holds what is named in .vscodeignore, and nothing else", () => {
    const named = packagedFiles(join(directory, "first")).map(packedAs);
    assert.deepEqual(
      [...entries.keys()].toSorted(),
      [...ADDED, ...named.map((path) => `extension/${path}`)].toSorted(),
    );
  });

  it("is the same to the byte from another place, by another person, in another time zone", () => {
    const other = pack(join("a longer way", "second"), 0o077, { TZ: "Asia/Shanghai" });
    assert.ok(other.equals(archive));
  });

  it("has every file that its manifest or its code names", () => {
    const scripts = packagedFiles(join(directory, "first")).filter((path) => path.endsWith(".cjs"));
    const sources = ["package.json", ...scripts].map(textOf);
    const required = sources.flatMap((text) => [...text.matchAll(REQUIRED)]);
    const named = sources.flatMap((text) => [...text.matchAll(OWN_PATH)]);
    const paths = [...named.map(([, path = ""]) => path), ...required.map(([, file = ""]) => `dist/${file}`)];
    assert.ok(paths.includes("media/icons/icon.png") && paths.includes(bundleOf(built, "product")));
    const missing = paths.filter((path) => !entries.has(`extension/${path}`) && path !== "dist/extension");
    assert.deepEqual(missing, []);
  });

  it("loads nothing of a feature before it is used", () => {
    const sources = loadedWith(built, bundleOf(built, "product")).flatMap((file) => sourcesIn(built, file));
    assert.ok(sources.includes("src/product.ts"));
    assert.deepEqual(
      sources.filter((path) => FEATURES.test(path)),
      [],
    );
    const atOnce = loadedWith(built, "dist/extension.cjs").flatMap((file) => sourcesIn(built, file));
    assert.ok(atOnce.includes("src/extension.ts") && !atOnce.includes("src/product.ts"));
  });

  it("loads nothing of deployments for an agent that does not deploy", () => {
    const sources = loadedWith(built, bundleOf(built, "agents")).flatMap((file) => sourcesIn(built, file));
    assert.ok(sources.includes("src/agents/window/invokeTool.ts"));
    assert.deepEqual(
      sources.filter((path) => path.startsWith("src/deployments/window/")),
      [],
    );
  });

  it("has a program for agents of at most 320 kB, which is all of it, without the tables that it lists", () => {
    const program = entries.get("extension/dist/mcp.cjs");
    assert.ok(program !== undefined && program.length <= 320_000, String(program?.length));
    const sources = sourcesIn(built, "dist/mcp.cjs");
    assert.ok(sources.includes("src/mcp/shim/main.ts"));
    assert.deepEqual(
      sources.filter((path) => /^src\/(?!mcp\/|agents\/agentPrompts|characters\/)/.test(path)),
      [],
    );
    const required = [...program.toString("utf8").matchAll(/require\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      required.filter((name) => !/^(?:node:)?(?:events|fs|net|path|process)$/.test(name)),
      [],
    );
  });

  it("loads of the door for other programs nothing but what listens before one of them speaks", () => {
    const sources = loadedWith(built, bundleOf(built, "agentDoor")).flatMap((file) => sourcesIn(built, file));
    assert.ok(sources.includes("src/mcp/window/listen.ts"));
    for (const path of ["src/product.ts", "src/agents/agentTools.ts", "src/mcp/window/visit.ts"])
      assert.ok(!sources.includes(path), path);
  });

  it("makes no text before its language is set", () => {
    const first = ["dist/extension.cjs", bundleOf(built, "language")].flatMap((file) => loadedWith(built, file));
    const sources = first.flatMap((file) => sourcesIn(built, file)).filter((path) => path.startsWith("src/"));
    assert.ok(sources.includes("src/texts/language.ts"));
    const texts = sources.filter((path) => /from "@vscode\/l10n"/.test(readFileSync(join(projectDir, path), "utf8")));
    assert.deepEqual(texts, ["src/texts/language.ts"]);
  });

  it("shows no picture and follows no link that its pages lack", () => {
    for (const page of PAGES.map(packedAs)) {
      assert.ok(textOf(page).startsWith("# "), page);
      assert.doesNotMatch(textOf(page), /\]\((?!https:|#|command:)/, page);
    }
  });

  it("links to the repository, at the tag of its version, if the manifest names one", () => {
    const repository = { type: "git", url: "https://github.com/example/panel.git" };
    const page = zipEntries(pack("named", 0o022, {}, { repository, version: "7.8.9" }))
      .get("extension/readme.md")
      ?.toString("utf8");
    const at = (kind: string, path: string) => `](https://github.com/example/panel/${kind}/v7.8.9/${path}`;
    for (const link of [at("blob", "docs/guide.md#deploying)"), at("raw", "docs/pictures/en/overview.png)")])
      assert.ok(page?.includes(link), link);
    assert.doesNotMatch(page ?? "", /\]\((?!https:|#|command:)/);
  });

  it("has an icon of at least 128 pixels, and words by which it is found", () => {
    const icon = entries.get("extension/media/icons/icon.png");
    assert.ok(icon !== undefined && icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
    const { keywords } = JSON.parse(textOf("package.json")) as { readonly keywords: readonly string[] };
    for (const word of ["aaPanel", "BaoTa", "宝塔", "panel", "server", "服务器"])
      assert.ok(keywords.includes(word), word);
  });

  it("has the licences of all that is bundled", () => {
    const packages = new Set(
      Object.keys(built.inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
    );
    for (const name of ["valibot", "p-limit"]) assert.ok(packages.has(name), name);
    const notices = textOf("dist/THIRD_PARTY_NOTICES.txt");
    for (const name of packages) {
      const [licence] = globSync(`node_modules/${name}/{license,LICENSE}*`, { cwd: projectDir });
      const text = readFileSync(join(projectDir, licence ?? "LICENSE"), "utf8").trim();
      // one without a file of its own names the licence that it has
      assert.ok(
        notices.includes(`\n${name} `) && notices.includes(licence === undefined ? text.slice(-600) : text),
        name,
      );
    }
  });

  it("has nothing in it that is of use in a clone alone", () => {
    assert.doesNotMatch(textOf("package.json"), /"(?:scripts|devDependencies|private)":/);
    for (const [path, content] of entries) {
      if (path.startsWith("extension/dist/")) assert.ok(!content.includes("sourceMappingURL"), path);
      assert.ok(!content.includes(projectDir) && !content.includes(directory), path);
    }
  });
});
