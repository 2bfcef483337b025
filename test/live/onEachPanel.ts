import assert from "node:assert/strict";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { removeTemporaryDirectories } from "../fakes/storageFixture.ts";
import { editionDrawnBy } from "../fakes/turnsOf.ts";
import { startGateway, type Fate } from "../wire/gateway.ts";
import { mustHold, note, printClaims } from "./claims.ts";
import { isDemo, liveEditions, openLivePanel, type LivePanel } from "./livePanels.ts";
import { LiveWindow, type LiveTarget, type CommandResult } from "./liveWindow.ts";

/** A panel and the product's window on it. */
export interface Live {
  readonly panel: LivePanel;
  readonly window: LiveWindow;
  readonly target: LiveTarget;
}

const opened = new Map<KnownEdition, Promise<Live>>();

async function open(edition: KnownEdition): Promise<Live> {
  const panel = await openLivePanel(edition);
  const window = await LiveWindow.open(panel);
  return { panel, window, target: await window.add(panel) };
}

let closing: Promise<void> | undefined;

/** Prints the table, then closes each window before its panel, so that no command runs on while things are removed. */
async function closeAll(): Promise<void> {
  printClaims();
  const failed: unknown[] = [];
  for (const live of opened.values()) {
    const { panel, window } = await live;
    for (const close of [async () => window.dispose(), async () => panel.close()])
      await close().catch((error: unknown) => failed.push(error));
  }
  await removeTemporaryDirectories();
  if (failed.length > 0) throw new AggregateError(failed, failed.join("; "));
}

after("restore the servers", async function () {
  this.timeout(300_000);
  await (closing ??= closeAll());
});

// where the run is ended, a test that begins while the servers are restored would change them, and pass for want of its rows
beforeEach("begin no test once the servers are restored", () => {
  if (closing !== undefined) throw new Error("The run was ended.");
});

// may arrive twice; `runProcess` kills after 15 s
process.on("SIGTERM", () => {
  closing ??= closeAll();
  void closing.finally(() => process.exit(143)).catch(console.error);
});

/** Defines the same tests for each panel; `live` is filled in before the first one. */
export function onEachPanel(what: string, define: (live: Live, edition: KnownEdition) => void): void {
  for (const edition of liveEditions()) onPanel(edition, what, define);
}

/**
 * As `onEachPanel`, of what scripts do on a server: those of running panels differ in all that they have, while demo panels play one server,
 * so that one of these is enough, drawn by the name. With `FUZZ=full` it is each of them.
 */
export function onEachServer(what: string, define: (live: Live, edition: KnownEdition) => void): void {
  for (const edition of liveEditions())
    if (!isDemo(edition) || editionDrawnBy(what) === edition || process.env["FUZZ"] === "full")
      onPanel(edition, what, define);
}

function onPanel(edition: KnownEdition, what: string, define: (live: Live, edition: KnownEdition) => void): void {
  describe(`${what} on ${edition}`, () => {
    const live = {} as Live;
    before(async () => {
      const opening = opened.get(edition) ?? open(edition);
      opened.set(edition, opening);
      Object.assign(live, await opening);
    });
    define(live, edition);
  });
}

/** Defines tests for all panels together; `panels` is filled in before the first one. */
export function onAllPanels(what: string, define: (panels: LivePanel[]) => void): void {
  const editions = liveEditions();
  describe(`${what} on ${editions.join(" and ")}`, () => {
    const panels: LivePanel[] = [];
    before(async () => {
      for (const edition of editions) {
        const opening = opened.get(edition) ?? open(edition);
        opened.set(edition, opening);
        panels.push((await opening).panel);
      }
    });
    define(panels);
  });
}

/** Runs a task on the panel through a proxy that decides about each request. */
export async function through<T>(
  { panel, window }: Live,
  fateOf: (request: string) => Fate,
  task: (target: LiveTarget) => Promise<T>,
): Promise<T> {
  const gateway = await startGateway(panel.address, fateOf, panel.pin);
  try {
    const target = await window.add(panel, { address: gateway.address });
    try {
      return await task(target);
    } finally {
      await window.services.store.remove(target.record.id);
    }
  } finally {
    await gateway.close();
  }
}

/**
 * Adds an action to the table, and fails if the claim differs from the state of the server.
 * @param isSo whether the change is real
 * @param so the state of the server in words
 * @param kinds the right outcomes; `none` for a command that stops before the action
 */
export function compare(
  { panel }: Live,
  operation: string,
  { message, record }: CommandResult,
  { isSo, so, kinds }: { readonly isSo: boolean; readonly so: string; readonly kinds: readonly string[] },
): void {
  note({ operation, panel: panel.name, claimed: message, so });
  const kind = record?.outcome.kind ?? "none";
  if (record !== undefined) mustHold(kind, isSo, message);
  assert.ok(kinds.includes(kind), `${kind} where ${kinds.join(" or ")} is right: ${message}; so: ${so}`);
}

/** Waits until a condition holds; resolves to whether it does. */
export async function soon(isSo: () => Promise<boolean>, seconds = 20): Promise<boolean> {
  for (const latest = Date.now() + seconds * 1000; Date.now() < latest;) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return isSo();
}
