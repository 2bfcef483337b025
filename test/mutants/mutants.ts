import { certificateMutants } from "./certificateMutants.ts";
import { deploymentMutants } from "./deploymentMutants.ts";
import { directoryMutants } from "./directoryMutants.ts";
import { faultMutants } from "./faultMutants.ts";
import { jobMutants } from "./jobMutants.ts";
import { questionMutants } from "./questionMutants.ts";
import { searchMutants } from "./searchMutants.ts";
import { serverFileMutants } from "./serverFileMutants.ts";
import { settingMutants } from "./settingMutants.ts";
import { strangerMutants } from "./strangerMutants.ts";

/** A defect to plant: `find` occurs exactly once in `file`, and `replace` replaces it. */
export interface Mutant {
  readonly layer: string;
  /** The defect in a few words. */
  readonly defect: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A layer's defects, each as `[defect, file, find, replace]`. */
type Defects = readonly (readonly [defect: string, file: string, find: string, replace: string])[];

const LAYERS: Readonly<Record<string, Defects>> = {
  wire: [
    [
      "0 counts as a failure",
      "src/wire/answers/envelope.ts",
      `body["status"] === status &&`,
      `body["status"] === status + 1 &&`,
    ],
    [
      "a message that says false is a success",
      "src/wire/answers/envelope.ts",
      `message["status"] === false) return { kind: "failure"`,
      `message["status"] === null) return { kind: "failure"`,
    ],
    [
      "a change that met a page counts as not sent",
      "src/wire/answers/failureKinds.ts",
      `"json"])),
    }),
    answer: "unclear",
    passes: "byItself",
    mayHaveHappened: true`,
      `"json"])),
    }),
    answer: "unclear",
    passes: "byItself",
    mayHaveHappened: false`,
    ],
    [
      "a gateway's page ends a call",
      "src/wire/answers/failure.ts",
      `return failure.status === 404 ||`,
      `return failure.status >= 404 ||`,
    ],
    [
      "a key with hidden characters is taken",
      "src/wire/answers/fields.ts",
      `v.check((name) => visibleText(name) === name),`,
      `v.check((name) => visibleText(name) !== ""),`,
    ],
    ["a change is sent again", "src/wire/client.ts", `!change && answer.redirect`, `answer.redirect`],
    ["a long URL is sent", "src/wire/client.ts", `query.length <= LONGEST_URL`, `query.length <= 2 * LONGEST_URL`],
    [
      "a change keeps its connection",
      "src/wire/http/transport.ts",
      `change ? "close" : "keep-alive"`,
      `change ? "keep-alive" : "keep-alive"`,
    ],
    [
      "any failure of the probe means BaoTa",
      "src/connection/panelEdition.ts",
      `  if (!lacksRoute) return "unknown";\n`,
      "",
    ],
  ],
  connection: [
    [
      "a route is kept after a page",
      "src/connection/routes.ts",
      `isSure &&= failureOf(error)?.kind === "unsupported";`,
      `isSure &&= failureOf(error) !== undefined;`,
    ],
    [
      "a new version keeps the edition",
      "src/connection/panelEdition.ts",
      `if (isOther) this.#edition = "unknown";`,
      ``,
    ],
    [
      "automatic calls go on after a refusal",
      "src/connection/lockoutGuard.ts",
      `if (standing !== undefined && !isRetried)`,
      `if (standing !== undefined && by === "retry" && !isRetried)`,
    ],
    ["ten calls in flight", "src/connection/panelQueue.ts", `const MOST_IN_FLIGHT = 3;`, `const MOST_IN_FLIGHT = 10;`],
    [
      "a foreign address is believed",
      "src/connection/refusalFiles.ts",
      `isIP(clientAddress) !== 0`,
      `clientAddress !== ""`,
    ],
  ],
  resources: [
    [
      "a service of which nothing is known was restarted",
      "src/resources/service.ts",
      `now.since === undefined) return undefined;`,
      `now.since === undefined) return true;`,
    ],
    [
      "a stopped site needs no verification",
      "src/resources/site.ts",
      `now === undefined ? undefined : now === running`,
      `now === undefined ? undefined : true`,
    ],
    ["a site's name may hold anything", "src/resources/site.ts", `!/^[\\w.-]+$/.test(name)`, `name === ""`],
    [
      "an old process counts as restarted",
      "src/resources/processes.ts",
      `pids.length > 0 && pids.every((pid) => hasBegunSince(pid, begun))`,
      `pids.length > 0`,
    ],
    [
      "a project of a shared Tomcat affects nobody",
      "src/resources/javaProject.ts",
      `project.type === "neizhi" ? all.filter`,
      `project.type === "none" ? all.filter`,
    ],
    [
      "an urgent certificate may wait",
      "src/resources/trouble.ts",
      `if (days < limits.urgentDays) return "urgent";`,
      ``,
    ],
    [
      "a renewal without a later day is done",
      "src/resources/site.ts",
      `lastDayOf(before) !== "" && lastDayOf(now) > lastDayOf(before)`,
      `true`,
    ],
    [
      "an order with other names renews a website",
      "src/resources/renewal.ts",
      `namesOf(held.domains ?? []) === names && isNear`,
      `isNear`,
    ],
    [
      "a log from before a change explains it",
      "src/actions/ownLines.ts",
      `line === (this.#last ?? this.#before)`,
      `line === this.#last`,
    ],
    [
      "a short id means the container",
      "src/resources/container.ts",
      `/^[\\da-f]{12,}$/.test(key)`,
      `/^[\\da-f]+$/.test(key)`,
    ],
  ],
  actions: [
    [
      "what was so before proves a change",
      "src/actions/judge.ts",
      `isShown(seen, before, input) && !isShown(before, before, input)`,
      `isShown(seen, before, input)`,
    ],
    [
      "an empty list proves a deletion that was not answered",
      "src/actions/verifier.ts",
      `seen === undefined && !isAnswered &&`,
      `seen === undefined && isAnswered &&`,
    ],
    [
      "what was shown is not compared",
      "src/actions/performAction.ts",
      `if (found === "another") return`,
      `if (found === "another" && already) return`,
    ],
    [
      "an unanswered change failed",
      "src/actions/performAction.ts",
      `return { kind: "uncertain", cause: lost, ...(evidence`,
      `return { kind: "failed", failure: lost, ...(evidence`,
    ],
    [
      "read only is not looked at again",
      "src/actions/actionRunner.ts",
      `if (safeguardOf(request) === "refuse") return { kind: "readOnly" };`,
      ``,
    ],
    ["a claim is kept", "src/actions/actionRunner.ts", `await claim?.release(isRecorded);`, ``],
    [
      "the laxest safeguard wins",
      "src/actions/confirmation.ts",
      `STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b`,
      `STRICTNESS.indexOf(a) < STRICTNESS.indexOf(b) ? a : b`,
    ],
    [
      "a refused panel is asked for the next target",
      "src/wire/answers/failureKinds.ts",
      `answer: "refusal",
    passes: "byPerson"`,
      `answer: "refusal",
    passes: "never"`,
    ],
    [
      "a project is started although it runs",
      "src/actions/performAction.ts",
      `if (isStopped(verifier.latest?.seen)) return`,
      `if (verifier.latest !== undefined) return`,
    ],
    [
      "an unanswered stop may have failed",
      "src/actions/watch.ts",
      `if (isAnswered) return verdict;`,
      `return verdict;`,
    ],
  ],
  siteCreation: [
    [
      "a site that the panel has is sent again",
      "src/siteForm/creation/createSite.ts",
      `siteCreation({ domain, port, newerThan: 0 })`,
      `siteCreation({ domain, port, newerThan: Infinity })`,
    ],
    [
      "a site is sent while a window that is gone may still be sending it",
      "src/siteForm/creation/createSite.ts",
      `if (begunAt.some((at) => mayBeSending(at, clock))) {`,
      `if (begunAt.length > 9) {`,
    ],
    [
      "any site of the name is the new one",
      "src/siteForm/creation/findSentSite.ts",
      `name?.toLowerCase() === domain && port === wanted`,
      `name?.toLowerCase() === domain`,
    ],
    [
      "a list that lacks rows proves absence",
      "src/siteForm/creation/findSentSite.ts",
      `newer.length === 0 && isComplete && !isDoubtful`,
      `newer.length === 0 && !isDoubtful`,
    ],
    [
      "one empty list is believed",
      "src/siteForm/creation/siteCreation.ts",
      `isDoubtful: ({ sites }) => sites.names.size === 0,`,
      ``,
    ],
    [
      "a site is given up while the panel may still be creating it",
      "src/siteForm/creation/verifyCreation.ts",
      `isAnswered = isCreated || hasPanelEnded(answer.lost)`,
      `isAnswered = true`,
    ],
  ],
  siteForm: [
    [
      "a port beyond the range is taken",
      "src/siteForm/siteDomain.ts",
      `if (port >= 1 && port <= 65_535)`,
      `if (port >= 1)`,
    ],
    [
      "a message outside of the protocol is handled",
      "src/siteForm/window/pageMessages.ts",
      `if (!checked.success) throw new MessageError(request);`,
      ``,
    ],
    [
      "another panel's draft is shown",
      "src/siteForm/window/siteFormSession.ts",
      `isOwn = state?.panelId === host.panel.id`,
      `isOwn = state !== undefined`,
    ],
  ],
  storage: [
    [
      "an existing file is overwritten",
      "src/storage/fileSystem.ts",
      `await open(path, "wx", mode)`,
      `await open(path, "w", mode)`,
    ],
    [
      "what replaceFile left stays",
      "src/storage/fileSystem.ts",
      `await files.remove(temporary).catch(() => undefined);`,
      ``,
    ],
    [
      "a keyring that hangs is waited for",
      "src/storage/timelySecrets.ts",
      `Promise.race([call().catch(unavailable), overdue])`,
      `Promise.race([call().catch(unavailable)])`,
    ],
  ],
  panels: [
    [
      "a destruction on a guarded panel is only asked for",
      "src/panels/guardLevel.ts",
      `destroy: "typeName" },`,
      `destroy: "ask" },`,
    ],
    ["a name below localhost is this machine", "src/panels/address.ts", `/^localhost$|`, `/localhost$|`],
    [
      "an address may hold a user",
      "src/panels/address.ts",
      `if (authority.includes("@")) return invalid("userinfo");`,
      ``,
    ],
  ],
  redaction: [
    [
      "a secret at the end of a piece is given out",
      "src/redaction/redactedStream.ts",
      `Math.max(openFrom, this.#given)`,
      `whole.length`,
    ],
    ["ten tokens are known", "src/redaction/redactor.ts", `const MOST_TOKENS = 1_000;`, `const MOST_TOKENS = 10;`],
    [
      "ranges that overlap are masked twice",
      "src/redaction/maskRanges.ts",
      `last !== undefined && start <= last.end`,
      `last !== undefined && start < last.start`,
    ],
  ],
  characters: [
    [
      "directions of writing stay in a log",
      "src/characters/terminalText.ts",
      `\\u202a-\\u202e\\u2066-\\u2069]/g`,
      `\\u2066-\\u2069]/g`,
    ],
    ["tags stay in a panel's words", "src/characters/plainText.ts", `.replace(/<\\/?[a-z!][^>]*>?/gi, " ")`, ``],
    [
      "hidden characters are shown",
      "src/characters/plainText.ts",
      `.replace(HIDDEN_OR_BLANKS, " ")`,
      `.replace(/\\s+/g, " ")`,
    ],
  ],
  logs: [
    ["two lines in common are evidence", "src/followedLogs/logWindow.ts", `const EVIDENCE = 3;`, `const EVIDENCE = 1;`],
    [
      "lines that may be missing are not mentioned",
      "src/followedLogs/logWindow.ts",
      `const maybeMissing = mayHaveSlid && !isEvident(overlap);`,
      `const maybeMissing = false;`,
    ],
    [
      "a line that has grown is shown again",
      "src/followedLogs/windowOverlap.ts",
      `if (newer.startsWith(older)) return newer.slice(older.length);`,
      `if (newer.startsWith(older)) return newer;`,
    ],
  ],
  serverFiles: serverFileMutants,
  tree: [
    ["a row in hand can be changed", "src/tree/changesAt.ts", `if (pendingVerb !== undefined) return [];`, ``],
    [
      "a hidden view is refreshed",
      "src/tree/refreshPolicy.ts",
      `const isVisible = this.#isVisible && !this.#isDisposed;`,
      `const isVisible = !this.#isDisposed;`,
    ],
    [
      "a failed refresh empties the group",
      "src/tree/loadGroup.ts",
      `{ ...loaded, failure: outcome.failure }`,
      `{ ...loaded, pages: [], failure: outcome.failure }`,
    ],
  ],
  commands: [
    [
      "http is used without consent",
      "src/commands/panels/agreeToOrigin.ts",
      `if (!origin.startsWith("http://") || isLoopback(origin)) return false;`,
      `if (!origin.startsWith("http:// ") || isLoopback(origin)) return false;`,
    ],
    [
      "an option of ssh is taken for a host",
      "src/terminals/sshLogin.ts",
      `const HOST = /^[A-Za-z\\d_][\\w.-]*$/;`,
      `const HOST = /^[\\w.-]*$/;`,
    ],
    [
      "a line is typed into a shell that was left",
      "src/terminals/insertLines.ts",
      `if (isSsh && !terminal.isSsh)`,
      `if (isSsh && terminal.isClosed)`,
    ],
    [
      "Try Again stands under a change that may happen",
      "src/commands/context/runAndTell.ts",
      `.again === "safe"`,
      `.again !== "pointless"`,
    ],
  ],
  activity: [
    ["two lines of a torn file are lost", "src/activity/activityLog.ts", "`\\n${line}`", "`${line}`"],
    [
      "a cancelled action is recorded",
      "src/activity/activityEntry.ts",
      `outcome.kind === "failed" && outcome.failure.kind === "cancelled"`,
      `false`,
    ],
  ],
  agents: [
    [
      "the setting lets agents act that may only read",
      "src/agents/agentTools.ts",
      `return agentAccess.indexOf(access) >= agentAccess.indexOf(agentTools[tool].access);`,
      `return access !== "off";`,
    ],
    ["links reach the model", "src/redaction/dataText.ts", `.replaceAll(/\\](?=[([:])/g, "] ")`, ``],
    [
      "the result is cut before it is redacted",
      "src/redaction/dataText.ts",
      `redact(text)`,
      `redact(text.slice(0, longest))`,
    ],
    [
      "who asked is lost on the way to the question",
      "src/agents/window/controlResource.ts",
      `action, rows), by: agent };`,
      `action, rows) };`,
    ],
    [
      "a visitor needs no token",
      "src/mcp/window/visit.ts",
      `if (!isSame(hello.token, host.token))`,
      `if (isSame(hello.token, ""))`,
    ],
    [
      "a call outlives its visitor",
      "src/mcp/window/visit.ts",
      `AbortSignal.any([visitor.over, ended.signal])`,
      `ended.signal`,
    ],
    [
      "the door is open to others of the computer",
      "src/mcp/wire/agentsDirectory.ts",
      `(stats.mode & OTHERS) === 0`,
      `stats.mode > OTHERS`,
    ],
    [
      "an agent's build runs unasked",
      "src/agents/window/deploymentTools.ts",
      `if (task === undefined) return true;`,
      `if (task !== "") return true;`,
    ],
    [
      "what was not seen counts as done",
      "src/actions/outcomeKinds.ts",
      `  sent: {
    happened: "unknown"`,
      `  sent: {
    happened: "yes"`,
    ],
  ],
  demoPanel: [
    ["the lock comes after a hundred refusals", "src/demoPanel/http.ts", `const LIMIT = 20;`, `const LIMIT = 100;`],
    [
      "a mask in the allowlist is understood",
      "test/demoPanel/isAllowed.ts",
      `if (entry.includes("/")) return "broken";`,
      ``,
    ],
    [
      "an unsigned call is refused",
      "src/demoPanel/http.ts",
      `if (signature === undefined) return { refused: false, answer: notFoundPage };`,
      ``,
    ],
  ],
  deployments: deploymentMutants,
  faults: faultMutants,
  strangers: strangerMutants,
  questions: questionMutants,
  search: searchMutants,
  jobs: jobMutants,
  settings: settingMutants,
  certificates: certificateMutants,
  directories: directoryMutants,
};

/** The planted defects, in the order of their layers. */
export const mutants: readonly Mutant[] = Object.entries(LAYERS).flatMap(([layer, defects]) =>
  defects.map(([defect, file, find, replace]) => ({ layer, defect, file, find, replace })),
);
