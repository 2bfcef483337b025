import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import { chooseLocal } from "./pages/chooseLocal.ts";
import type { Workbench } from "./pages/workbench.ts";

export const SITE = "blog.example.com";
const ROOT = `/www/wwwroot/${SITE}`;
const OWNED = { mtime: 1_700_000_000, uid: 1001, gid: 1001 };

/** Fills a website of a demo panel's server and a folder of this computer, which it says: they differ, and an archive is there. */
export async function differingFolder({ state: { files } }: DemoPanel): Promise<string> {
  const base = await temporaryDirectory();
  const [folder, source] = [join(base, "shop"), join(base, "source")];
  for (const directory of [join(folder, "css"), join(source, "theme")]) await mkdir(directory, { recursive: true });
  for (const [path, text] of [
    ["shop/index.html", "<h1>Our shop</h1>\n"],
    ["shop/css/style.css", "body { color: black }\n"],
    ["shop/about.html", "<h1>About us</h1>\n"],
    ["source/index.html", "<h1>New shop</h1>\n"],
    ["source/theme/dark.css", "body { color: white }\n"],
  ] as const)
    await writeFile(join(base, path), text);
  execFileSync("tar", ["-czf", join(base, "theme.tar.gz"), "-C", source, "."]);
  for (const path of files.keys()) if (path.startsWith(`${ROOT}/`)) files.delete(path);
  makeDirectory(files, `${ROOT}/css`, OWNED.mtime);
  for (const path of [ROOT, `${ROOT}/css`]) files.set(path, { ...OWNED, mode: 0o755 });
  for (const [path, content] of [
    ["index.html", "<h1>Our blog</h1>\n"],
    ["css/style.css", "body { color: black }\n"],
    ["robots.txt", "User-agent: *\n"],
    ["theme.tar.gz", await readFile(join(base, "theme.tar.gz"))],
  ] as const)
    files.set(`${ROOT}/${path}`, { ...OWNED, mode: 0o644, bytes: Buffer.from(content) });
  return folder;
}

/** Answers VS Code's own question for the folder that differs. */
export async function chooseFolder(window: Workbench, title: string, folder: string): Promise<void> {
  await chooseLocal(window, title, `${folder}/`, "css");
}
