import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSource } from "../../../../src/deployments/sourceFiles.ts";

describe("scripts with Windows line ends", () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "scripts-")));
    const files = {
      "deploy.sh": "set -e\r\ncomposer install\r\n",
      "fine.sh": "set -e\ncomposer install\n",
      "bin/tool": "#!/usr/bin/env python3\r\nprint(1)\r\n",
      "bin/php": "#!/usr/bin/env php\n<?php\r\necho 1;\r\n",
      "bin/run": "#!/bin/bash\necho\r\n",
      artisan: "#!/usr/bin/env php\r\n<?php\r\n",
      "ops/steps/migrate": "migrate\r\n",
      "notes.txt": "a\r\nb\r\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), text);
    }
  });
  afterEach(() => rm(workspace, { recursive: true, force: true }));

  const found = async (run: string, directory = "") => {
    const { signal } = new AbortController();
    return (await readSource({ workspace, folder: "", exclude: [], steps: [{ run, directory }], signal }))
      .windowsScripts;
  };

  const cases: readonly (readonly [run: string, named: readonly string[], directory?: string])[] = [
    ["bash deploy.sh", ["deploy.sh"]],
    ["set -e\nsh -eu ./deploy.sh --force && echo done", ["deploy.sh"]],
    [". ./deploy.sh", ["deploy.sh"]],
    ["source deploy.sh", ["deploy.sh"]],
    ["./deploy.sh", ["deploy.sh"]],
    ['"./deploy.sh"', ["deploy.sh"]],
    ["bash /www/wwwroot/shop/deploy.sh", ["deploy.sh"]],
    ["cd ops && sh steps/migrate", ["ops/steps/migrate"]],
    ["sh ../deploy.sh", ["deploy.sh"], "ops"],
    ["sh steps/migrate", ["ops/steps/migrate"], "ops"],
    ["bin/tool", ["bin/tool"]],
    ["bin/run", ["bin/run"]],
    ["bin/php", []],
    ["bash fine.sh", []],
    ["php artisan migrate --force", []],
    ["cat notes.txt", []],
    ["sh < deploy.sh", ["deploy.sh"]],
    ['bash "$PWD/deploy.sh"', ["deploy.sh"]],
    ['sh -x "$PWD"/deploy.sh', ["deploy.sh"]],
    ["bash -c './deploy.sh'", ["deploy.sh"]],
    ["composer install", []],
  ];
  for (const [run, named, directory] of cases)
    it(`are found in ${JSON.stringify(run)}`, async () => assert.deepEqual(await found(run, directory), named));
});
