import { defectsIn } from "./defectsIn.ts";

/** A defect for what a release, several servers and projects must never do or say. */
export const deploymentMutants = defectsIn([
  [
    "src/deployments/releases/switchRelease.ts",
    [
      "a release that is not there is served",
      "if (!(await areThere(reading, needed))) return {",
      "if (needed.length === 0) return {",
    ],
    ["old workers have loaded it", `if (isLoaded) return { kind: "served"`, `if (!from) return { kind: "served"`],
    [
      "somebody else's run path is overruled",
      `if (now.root !== from.root) return { kind: "before", problem: changedTo(now.root) };`,
      "",
    ],
    ["an answer that is lost was not carried out", "mayHaveHappened(failure) && !hasPanelEnded(failure)", "false"],
    [
      "what nginx refuses stays in its configuration",
      "const failure = await setRunPath(callFor(signal), site, from.runPath, failureIn);",
      "const failure = undefined;",
    ],
  ],
  [
    "src/deployments/releases/switchStage.ts",
    [
      "a release is removed before nginx was seen to leave it",
      `if (ended.kind === "sent") return { kind: "unseen", ended };`,
      `if (ended.kind === "sent") return { kind: "left", ended };`,
    ],
    ["what nobody saw left has gone back", `...(isKept && { state: "unknown"`, `...(!isKept && { state: "unknown"`],
    ["what is only sent was seen", `isSeen: ended.kind === "served"`, "isSeen: true"],
  ],
  [
    "src/deployments/releases/endRelease.ts",
    [
      "what nginx does not load is kept",
      `if (ended.kind !== "served" && ended.kind !== "sent") return`,
      `if (ended.kind === "before" || ended.kind === "unknown") return`,
    ],
    ["what is given up is complete", `...(end.state === "finished" && { state: "left" })`, ""],
    ["another computer's release is ended", `if (held.kind === "no") return held.result;`, ""],
  ],
  [
    "src/deployments/releases/pastReleases.ts",
    [
      "a run path that the panel has lost was given up",
      "isOfReleases(served.runPath) ? undefined : kept.find(",
      "true ? undefined : kept.find(",
    ],
    ["files go where nobody sees them", "if (isOfReleases(runPath)) throw", "if (runPath === root) throw"],
  ],
  [
    "src/deployments/releases/userIni.ts",
    ["whoever has gone back has lost the run path", "[root, ...others].map", "[...others, root].map"],
  ],
  [
    "src/deployments/releases/servedDirectory.ts",
    ["a directory in a comment is none", "const count = countRoots(text);", "const count = countRoots(statements);"],
    ["visitors are shown all releases", "if (AUTOINDEX.test(statements))", "if (AUTOINDEX.test(path))"],
    ["a stopped website serves its stop page", `if (STOPPED.test(statements)) throw refused({ why: "stopped" });`, ""],
  ],
  [
    "src/deployments/releases/planRelease.ts",
    [
      "an edit of the same length is taken over as it was",
      "there.size === size && there.mtime === mtime",
      "there.size === size",
    ],
    [
      "visitors see a directory that is not there",
      `if (served !== "" && !directories`,
      `if (served === "" && !directories`,
    ],
    [
      "a file of the source stands where the panel's goes",
      "if (files.some(({ path }) => path === ini))",
      "if (ini === served)",
    ],
  ],
  [
    "src/deployments/releases/sharedPaths.ts",
    ["visitors see what is shared", "if (isIn(served, path))", "if (served === path)"],
    ["a link out of the website is any directory", `return "link";`, `return "there";`],
  ],
  [
    "src/deployments/releases/addedFiles.ts",
    ["what was not read has nothing added", "mayBeMore: mayBeMore || waiting.length > 0", "mayBeMore"],
    [
      "what the panel has of its own was added",
      "known.has(path) || OF_PANELS.has(posix.basename(path))",
      "known.has(path)",
    ],
  ],
  [
    "src/deployments/abandonedDeployment.ts",
    ["nobody's way back is somebody's", "if (runPath !== before) return", "if (runPath !== root) return"],
    [
      "a failed step of a release is none",
      "const served = hasFailedStep ? withFailedStep : kept;",
      "const served = kept;",
    ],
  ],
  [
    "src/deployments/exchange/exchange.sh",
    ["a release that the configuration names is removed", "|| is_configured; }", "; }"],
    [
      "a release goes under requests that still run in it",
      `! is_served && { [ -e "$work/visited" ] || remove_release; }; } || {`,
      "! is_served && remove_release; } || {",
    ],
    ["what the panel serves after the next start is removed", `spared="$spared$line "`, ""],
    [
      "the end of a step is said while its lock is held",
      `  # whoever reads it may begin the next run at once\n  exec 9>&-\n`,
      "",
    ],
    ["a step that nobody watches goes on against a wish", `[ ! -e "$steps/cancel" ] || asked=end`, ":"],
  ],
  [
    "src/deployments/several/runInOrder.ts",
    ["servers go on after the first has failed", "if (!hasEndedWell(begun.ended))", "if (!begun.ended)"],
    ["servers go on after a cancel", "if (isStopped()) return [begun, ...others.map(notBegun)];", ""],
    [
      "all servers have their turn at once",
      "const begun = await begin(first);",
      "if (others.length > 0) return Promise.all(servers.map(begin));\n  const begun = await begin(first);",
    ],
    ["the first server goes back first", ".toReversed();", ";"],
  ],
  [
    "src/deployments/several/severalTargets.ts",
    ["two servers have one role", "new Set(roles).size < roles.length", "roles.length < 1"],
  ],
  [
    "src/deployments/neededStage.ts",
    [
      "a project stops without what it needs",
      "found.has(where) && !found.has(path)",
      "!found.has(where) && !found.has(path)",
    ],
  ],
  [
    "src/deployments/targetNow.ts",
    [
      "a project that is being prepared is deployed to",
      "if (kind.process?.isPreparing?.(row) === true)",
      "if (row === place)",
    ],
    ["files go where the project was", "|| !isAt(kind, row, place))", ")"],
  ],
  [
    "src/deployments/restartTarget.ts",
    [
      "a project that stays stopped is started",
      `if (context.isStopped() && !context.startsStopped)
    return {`,
      `if (!context.isStopped() && context.startsStopped)
    return {`,
    ],
  ],
  [
    "src/deployments/sourceFiles.ts",
    ["a link to what is left out comes", "rules.ruleFor(`${path}/`) ??", "false ||"],
    ["bytes that are no UTF-8 are a name", 'isReplaced ? "encoding" :', "isReplaced ? undefined :"],
  ],
  [
    "src/deployments/deploymentPlan.ts",
    [
      "a link replaces a directory of people",
      "file.says !== undefined && !isEmptied(",
      "file.says === undefined && !isEmptied(",
    ],
    [
      "a link that somebody leads elsewhere is ours",
      "kindOf(placed) === there.kind && placed.sha1 === there.sha1",
      "kindOf(placed) === there.kind",
    ],
    [
      "a link by its whole path is another one",
      "there.sha1 === sha1Of(posix.join(",
      "false && there.sha1 === sha1Of(posix.join(",
    ],
  ],
  [
    "src/deployments/preparedDeployment.ts",
    [
      "an empty directory is made behind a link",
      `(looked.get(path)?.kind ?? "nothing") === "nothing"`,
      "looked !== undefined",
    ],
    ["a name of the server that differs in case is not said", "asked.size === 0 ?", "asked.size >= 0 ?"],
  ],
  [
    "src/deployments/window/sources/readFolder.ts",
    ["a project is sent without its modules", "if (modules.length > 0) throw", "if (modules.length < 0) throw"],
  ],
  [
    "src/deployments/source/builtFiles.ts",
    ["sources are the program", "if (liesBeside(file, glob)) return 2;", ""],
    ["a task takes one program for another", "new Set(names).size === 1", "names.length > 0"],
  ],
  [
    "src/deployments/leftOut/leftOut.ts",
    ["a pattern of Windows means nothing", `escaped === undefined ? "/" : written`, "written"],
    [
      "a pattern that matches nothing is not named",
      "(mark) => !isInLeftOut(mark)",
      "(mark) => mark.length < 0 && !isInLeftOut(mark)",
    ],
    [
      "a person's directory is a tool's",
      "IN_OWN_CASE.has(pattern) ? pattern : inAnyCase(pattern)",
      "inAnyCase(pattern)",
    ],
  ],
  [
    "src/actions/deploymentEnd.ts",
    [
      "an address that was never well takes a deployment back",
      "before !== undefined && isWell(before) && !isWell(answer)",
      "!isWell(answer)",
    ],
    ["a website with a password is broken", "turnsAway(answer) && turnsAway(before)", "false"],
  ],
  [
    "src/actions/deploymentEnds.ts",
    [
      "a way back that had not begun is one",
      `rollBack: "untouched", recover: "finished"`,
      `rollBack: "wanted", recover: "finished"`,
    ],
    [
      "files that stay are a whole way back",
      `deploy: "notDone", rollBack: "partly"`,
      `deploy: "notDone", rollBack: "done"`,
    ],
    ["what a step works on can be kept", `["lookAgain", "stopStep"]`, `["recover", "keep"]`],
  ],
  [
    "src/deployments/deploymentResult.ts",
    [
      "a failed call is forgotten",
      "if (failure !== undefined) return { kind:",
      "if (evidence !== undefined && failure !== undefined) return { kind:",
    ],
    ["files that nobody names are told", "if (files.length === 0) return undefined;", ""],
    ["a step that may still run is over", "steps.some(isOpen)", "steps.every(isOpen)"],
  ],
  [
    "src/deployments/watching/watchStage.ts",
    ["one bad answer takes a deployment back", "badAnswers === BAD_ANSWERS", "badAnswers > 0"],
    ["a log takes a deployment back", "seen.checked !== undefined && isWorse(seen.checked)", "true"],
  ],
  [
    "src/deployments/watching/gainedLog.ts",
    ["what a log had before is new", "      this.#hasBegun = true;\n      return;", "      this.#hasBegun = true;"],
    ["the last line of a log is not shown", "if (this.#last !== undefined) this.#show([this.#last], context);", ""],
    ["a log that cannot be read has nothing new", "this.#lines === 0 && this.#isUnread", "false"],
  ],
  [
    "src/deployments/runDeployment.ts",
    ["the log of a project that does not run is not told", "      isLogShown = true;\n", ""],
  ],
]);
