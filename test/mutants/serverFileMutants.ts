/** Defects of what reads and writes a server's files, each as `[defect, file, find, replace]`. */
export const serverFileMutants: readonly (readonly [defect: string, file: string, find: string, replace: string])[] = [
  [
    "a save replaces what nobody has seen",
    "src/serverFiles/saveFile.ts",
    `if (place.sha1 !== opened.sha1)`,
    `if (place.sha1 === undefined)`,
  ],
  [
    "a change during a save is replaced",
    "src/serverFiles/saveFile.ts",
    `if (currentHash !== sha1 || now.isLink !== false)`,
    `if (now.isLink !== false)`,
  ],
  [
    "new bytes are moved before they have an owner",
    "src/serverFiles/saveFile.ts",
    `await applyOwnership(files, stage, place);`,
    ``,
  ],
  ["a stage is left behind", "src/serverFiles/saveFile.ts", `await discard(files, stage);`, `{}`],
  [
    "new bytes are removed while they may be the only ones",
    "src/serverFiles/saveFile.ts",
    `if (!isMoving || isRefused) `,
    ``,
  ],
  [
    "a saved file is not looked at again",
    "src/serverFiles/saveFile.ts",
    `if ((placed.sha1 ?? sha1) !== sha1)`,
    `if (placed.sha1 === "")`,
  ],
  [
    "owner and mode are not compared after they were set",
    "src/serverFiles/remoteFiles.ts",
    `return now.user === user && now.mode === mode;`,
    `return now.user !== "";`,
  ],
  [
    "an owner that was not set counts",
    "src/serverFiles/remoteFiles.ts",
    `return now.user === user && now.mode === mode;`,
    `return now.mode === mode;`,
  ],
  [
    "a mode that was not set counts",
    "src/serverFiles/remoteFiles.ts",
    `return now.user === user && now.mode === mode;`,
    `return now.user === user;`,
  ],
  [
    "a saved file has another owner or mode",
    "src/serverFiles/saveFile.ts",
    `now.uid === uid && now.mode === mode && (`,
    `(`,
  ],
  [
    "parts of saves stay beside files",
    "src/serverFiles/saveFile.ts",
    `if (!(await isNearBackups(files, device)))`,
    `if (false)`,
  ],
  [
    "other people's files are swept",
    "src/serverFiles/saveFile.ts",
    `if (!isOurs(name) || !isAbandoned)`,
    `if (!isAbandoned)`,
  ],
  [
    "parts of saves fill the recycle bin",
    "src/serverFiles/saveFile.ts",
    `async () => files.remote.removeForGood(stage)`,
    `async () => files.remote.remove(stage)`,
  ],
  ["other names keep the old bytes", "src/serverFiles/saveFile.ts", `if (links > 1)`, `if (links > 2)`],
  [
    "signs for what was not understood are saved",
    "src/serverFiles/saveFile.ts",
    `if (!isText(openedBytes, "utf-8") && count`,
    `if (isText(openedBytes, "utf-8") && count`,
  ],
  [
    "another directory is shown",
    "src/serverFiles/serverFiles.ts",
    `if (answer.path !== path) {`,
    `if (answer.path === "") {`,
  ],
  [
    "what a link leads to is deleted",
    "src/serverFiles/serverFiles.ts",
    `    if (linkTo !== undefined) return this.remote.removeLink(path, stillMeant);
`,
    ``,
  ],
  [
    "a risky path is not always asked about",
    "src/serverFiles/riskyPaths.ts",
    `if (isAtRisk) return "each";`,
    `if (isAtRisk && level !== "trusted") return "each";`,
  ],
  [
    "a link hides a risky path",
    "src/serverFiles/window/changeFiles.ts",
    `const allPaths = [...pathsOf(change), ...realPaths];`,
    `const allPaths = pathsOf(change);`,
  ],
  [
    "where a path led to is kept for ever",
    "src/serverFiles/realPaths.ts",
    `now - knownPath.at < KNOWN_MS`,
    `knownPath.at <= now`,
  ],
  [
    "a crawler gets more calls",
    "src/serverFiles/window/callBudget.ts",
    `this.#calls.length >= this.#perMinute`,
    `this.#calls.length > this.#perMinute`,
  ],
  [
    "an editor's changes count as made on what was read last",
    "src/serverFiles/window/openedFiles.ts",
    `else if (shown.base !== sha1) remember(shown.since, sha1);
    }
  }`,
    `else shown.base = sha1;
    }
  }`,
  ],
  [
    "one look that VS Code took for a conflict is enough to overwrite",
    "src/serverFiles/window/openedFiles.ts",
    `[...attempt.looks].every(isConflict)`,
    `[...attempt.looks].some(isConflict)`,
  ],
  [
    "what a custom editor shows is taken for what was read first",
    "src/serverFiles/window/openedFiles.ts",
    `if (kind === "text" || since.size === 0) return base;`,
    `if (kind === "text" || since.size < MOST) return base;`,
  ],
];
