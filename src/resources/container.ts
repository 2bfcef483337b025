import * as l10n from "@vscode/l10n";
import { failureOf, isNotFoundPage, PanelError } from "../wire/answers/failure.ts";
import { isComplete, type Listing } from "../wire/answers/listing.ts";
import type { Container } from "../wire/operations/containers.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import { facts } from "./facts.ts";
import {
  becomes,
  type Call,
  type Difference,
  type Doubt,
  type Identity,
  latest,
  type Observation,
  resource,
  type ResourceState,
  settledMs,
  type Target,
  type Verification,
} from "./resource.ts";
import { onlyRow } from "./onlyRow.ts";
import { eachOnce, portRanges, publishedPorts } from "./publishedPorts.ts";
import { removed, restarted, started, stopped } from "./words.ts";

/** States by Docker's name for them. */
const STATES: ReadonlyMap<string | undefined, ResourceState> = new Map([
  ["running", "running"],
  ["restarting", "restarting"],
  ["created", "created"],
  ["exited", "stopped"],
  ["dead", "dead"],
  ["paused", "paused"],
] as const);

/** The states of containers that the panel lists. */
const LISTED = ["running", "restarting", "created", "stopped", "dead", "paused", "unknown"] as const;

/** Matches the panel's message if Docker does not answer: Python's words, in every language (docs/protocol.md 8.6). */
const DOCKER_IS_DOWN = /list indices must be integers/;

/** The start of the names that panels make up for containers whose chosen names Docker does not allow. */
const MADE_UP = "q18q";

type Inspected = ResultOf<"container.info">;

/** Docker accepts any first digits of an id, so the container that it finds may be another one. */
async function observe(call: Call, { key }: Target): Promise<Inspected | undefined> {
  const seen = await inspect(call, key);
  if (seen === undefined || isCalled(seen, key)) return seen;
  if (mayMeanAnother(key) && seen.id?.startsWith(key) === true) return undefined;
  throw new PanelError({ kind: "malformed", fields: ["Id"] });
}

async function inspect(call: Call, key: string): Promise<Inspected | undefined> {
  try {
    return await withChosenName(call, await call("container.info", { container: key }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== "rejected" || DOCKER_IS_DOWN.test(failure.message)) throw error;
    // the message has the panel's language: only the list decides
    if (await mayBeListed(call, key, error)) throw error;
    return undefined;
  }
}

/** Throws `refusal` if the panel has no such list. */
async function mayBeListed(call: Call, key: string, refusal: unknown): Promise<boolean> {
  try {
    const listing = await call("container.list", {});
    return findCalled(listing.rows, key) !== undefined || !isWhole(listing);
  } catch (error) {
    const failure = failureOf(error);
    throw failure?.kind === "unsupported" || (failure && isNotFoundPage(failure)) ? refusal : error;
  }
}

/** Whether every container is in the list, provided it is not empty. */
function isWhole(listing: Listing<Container>): boolean {
  const areNamed = listing.rows.every(({ id, name }) => id !== undefined && name !== undefined);
  return areNamed && listing.unreadable.length === 0 && isComplete([listing]);
}

/** Replaces a made-up name: the list has the name that was chosen in the panel. */
async function withChosenName(call: Call, seen: Inspected): Promise<Inspected> {
  if (seen.name?.startsWith(MADE_UP) !== true) return seen;
  const { rows } = await call("container.list", {});
  return { ...seen, name: rows.find(({ id }) => id === seen.id)?.name ?? seen.name };
}

type Named = Pick<Container, "id" | "name">;

/** A row of the list lacks some fields of an inspection. */
type Seen = Named & Partial<Inspected>;

/** Panels accept the full id, the name, or at least 12 first digits of the id (docs/protocol.md 8.4); Docker in this order. */
const MATCHES: readonly ((one: Named, key: string) => boolean)[] = [
  ({ id }, key) => id === key,
  ({ name }, key) => name === key,
  ({ id }, key) => /^[\da-f]{12,}$/.test(key) && id?.startsWith(key) === true,
];

/** Whether a name may be the start of an id, which has 64 digits. */
const mayMeanAnother = (name: string): boolean => /^[\da-f]{1,63}$/.test(name);

const identityOf = ({ id, name }: Named): Identity => [id, name];

function isCalled(one: Named, key: string): boolean {
  return MATCHES.some((matches) => matches(one, key));
}

function findCalled(rows: readonly Container[], key: string): Container | undefined {
  for (const matches of MATCHES) {
    const found = onlyRow(rows, (row) => matches(row, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The full id if it is known: a name or first digits may mean another container by now. */
function paramsFor({ key }: Target, found: Named | undefined): { readonly container: string } {
  return { container: found?.id ?? key };
}

/**
 * Looks for the container in the list. Asks Docker if that is inconclusive: an empty list may mean that Docker is down,
 * and unreadable or missing rows may include the container.
 */
async function observeListed(call: Call, target: Target): Promise<Seen | undefined> {
  const listing = await call("container.list", {});
  const found = findCalled(listing.rows, target.key);
  const isSure = listing.rows.length > 0 && isWhole(listing);
  if (found !== undefined || isSure) return found;
  return observe(call, target);
}

const look = { observe, identity: identityOf };

/** The image never changes; ports come and go with each run. */
function seenRows({ status, ports }: Seen, shown: Container | undefined): readonly Container[] | undefined {
  if (shown === undefined || status === undefined || ports === undefined) return undefined;
  return [{ ...shown, status, ports }];
}

/** The start time; Docker has one in the year 1 for a container that was never started. */
const evidence = ({ startedAt }: Seen) =>
  facts({ startedAt: startedAt?.startsWith("0001-") === true ? undefined : startedAt })[0];

/** Docker also calls paused and restarting containers running. `undefined`: it is unknown. */
const isUp = ({ running, status }: Seen): boolean | undefined =>
  running && !["paused", "restarting"].includes(status ?? "");

/** A restarting container is neither up nor stopped: Docker keeps starting it. `undefined`: it is unknown. */
const isStopped = ({ running, status }: Seen): boolean | undefined =>
  running === undefined ? undefined : !running && status !== "restarting";

/** How long it had run before it started again, in milliseconds; 0 where that is not known. */
function ranForMs(before: Seen, now: Seen): number {
  if (isUp(before) !== true) return 0;
  const [first, second] = [before, now].map(({ startedAt = "" }) => Date.parse(startedAt));
  return (second ?? NaN) - (first ?? NaN) || 0;
}

const staysUp: Difference<Seen>["lasting"] = {
  forMs: (before, now) => settledMs(ranForMs(before, now)),
  isSameRun: (one, other) => one.startedAt === other.startedAt,
};

const starts: Verification<Seen> = {
  ...look,
  isAlready: (seen) => isUp(seen) === true,
  proofs: [{ ...becomes(isUp), lasting: staysUp }],
  otherwise: (_before, since) => (hasEnded(since) ? "failed" : "pending"),
  onTimeout: failsWhileRestarting,
};

const stops: Verification<Seen> = {
  ...look,
  isAlready: (seen) => isStopped(seen) === true,
  // Docker removes a container with `--rm` when it ends; if Docker were down, the look would have failed
  proofs: [becomes(isStopped), { gone: "besides", isCertain: "byEachLook" }],
  onTimeout: failsWhileRestarting,
};

/** Whether it was up and has ended since; a restarting container may still come up. */
function hasEnded(since: readonly Observation<Seen>[]): boolean {
  const now = latest(since);
  const wasUp = since.some(({ seen }) => seen !== undefined && isUp(seen) === true);
  return wasUp && now !== undefined && isStopped(now) === true;
}

/** A container that Docker keeps starting has failed each time. */
function failsWhileRestarting(_before: Seen | undefined, now: Seen | undefined): Doubt {
  if (now?.status === "restarting") return "failed";
  return "pending";
}

/** Whether somebody has started it since the look before. */
function isAnew(now: Seen, before: Seen | undefined): boolean {
  if (before?.startedAt === undefined || now.startedAt === undefined) return false;
  return now.startedAt !== before.startedAt && !isByPolicy(now, before);
}

/**
 * Whether Docker itself has restarted it, as it had before that look already (docs/protocol.md 8.6). If it never had, a
 * restart may be part of ours: a container may come up only at the second try.
 */
function isByPolicy({ restartCount: now = 0 }: Seen, { restartCount: before = 0 }: Seen): boolean {
  return before > 0 && now > before;
}

/** Verifies a pause or its end by Docker's status. */
function verifyStatus(status: "running" | "paused"): Verification<Seen> {
  return {
    ...look,
    isAlready: (seen) => seen.status === status,
    proofs: [becomes((seen) => (seen.status === undefined ? undefined : seen.status === status))],
  };
}

/**
 * The requested number of lines. Panels observe it only above 1 MiB and else send the whole log (docs/protocol.md 8.12). A
 * span of time would always shorten it, but needs the panel's clock, and an empty span looks like an emptied log.
 */
const LOG_LINES = 1_000;

const wentWrong = (): string => l10n.t("The container did not stay up.");

/** Docker containers (docs/protocol.md 8). */
export const container = resource<Container, Seen>()({
  words: {
    list: () => l10n.t("Containers"),
    one: () => l10n.t("container"),
    many: (count) => l10n.t("{0} containers", count),
    all: () => l10n.t("containers"),
    // the list is also empty if Docker is down (docs/protocol.md 8.3)
    none: () => l10n.t("No containers, or Docker is not running"),
    whereMade: () => l10n.t("look at Docker in the panel"),
  },
  icon: "package",
  rowFacts: ["image", "ports"],
  listedBy: "container.list",
  list: (call) => call("container.list", {}),
  key: ({ id }) => id,
  identity: identityOf,
  label: ({ name, id }) => name ?? id?.slice(0, 12) ?? "",
  isCalled,
  mayMeanAnother,
  state: ({ status }) => STATES.get(status) ?? "unknown",
  facts: ({ image, ports, id }) => facts({ image, ports: portRanges(ports).join(", "), id: id?.slice(0, 12) }),

  seenRows,
  actions: {
    restart: {
      operation: "container.restart",
      words: {
        ...restarted,
        wentWrong,
      },
      offered: ["running", "restarting", "stopped", "paused", "unknown", "manual"],
      inline: ["running", "restarting", "unknown", "manual"],
      logMayExplain: true,
      send: (call, target, _input, found) => call("container.restart", paramsFor(target, found)),
      verification: {
        ...look,
        evidence,
        proofs: [
          {
            isShown: (now, before) => isAnew(now, before) && now.running === true && now.status !== "restarting",
            lasting: staysUp,
          },
        ],
        otherwise: (before, since) => {
          const now = latest(since);
          const hasEndedAnew = now !== undefined && isAnew(now, before) && isStopped(now) === true;
          if (hasEndedAnew) return "failed";
          return "pending";
        },
        onTimeout: failsWhileRestarting,
      },
    },
    start: {
      operation: "container.start",
      words: {
        ...started,
        wentWrong,
      },
      offered: ["created", "stopped", "paused", "unknown", "manual"],
      inline: ["created", "stopped", "paused"],
      logMayExplain: true,
      send: (call, target, _input, found) => call("container.start", paramsFor(target, found)),
      verification: starts,
    },
    stop: {
      operation: "container.stop",
      words: {
        ...stopped,
        doneAndGone: (target, panel) =>
          l10n.t(
            "“{0}” on “{1}” has stopped and is no longer there: Docker removes containers created with --rm.",
            target,
            panel,
          ),
      },
      offered: ["running", "restarting", "paused", "unknown", "manual"],
      logMayExplain: true,
      send: (call, target, _input, found) => call("container.stop", paramsFor(target, found)),
      verification: stops,
    },
    pause: {
      operation: "container.pause",
      words: {
        effect: (_input, many) =>
          many
            ? l10n.t("Their processes are suspended until somebody unpauses them.")
            : l10n.t("Its processes are suspended until somebody unpauses it."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” is paused.", target, panel),
        already: (target, panel) => l10n.t("“{0}” on “{1}” is already paused.", target, panel),
      },
      offered: ["running"],
      send: (call, target, _input, found) => call("container.pause", paramsFor(target, found)),
      verification: verifyStatus("paused"),
    },
    unpause: {
      operation: "container.unpause",
      words: {
        ...started,
        effect: (_input, many) =>
          many
            ? l10n.t("Their processes resume where they were suspended.")
            : l10n.t("Its processes resume where they were suspended."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” is running again.", target, panel),
      },
      offered: ["paused"],
      send: (call, target, _input, found) => call("container.unpause", paramsFor(target, found)),
      verification: verifyStatus("running"),
    },
    remove: {
      operation: "container.remove",
      words: {
        ...removed,
        effect: (_input, many) =>
          many
            ? l10n.t(
                "Running containers are stopped by force. Data outside volumes is lost, and so are websites that the panel made for them.",
              )
            : l10n.t(
                "A running container is stopped by force. Data outside volumes is lost, and so is a website that the panel made for it.",
              ),
      },
      offered: ["running", "restarting", "created", "stopped", "dead", "paused", "unknown", "manual"],
      send: (call, target, _input, found) => call("container.remove", paramsFor(target, found)),
      verification: {
        observe: observeListed,
        identity: identityOf,
        proofs: [{ gone: "wanted", isCertain: "byEachLook" }],
      },
    },
  },
  ports: { offered: ["running", "unknown"], of: ({ ports }) => publishedPorts(ports) },
  copies: [
    { what: () => l10n.t("ID"), textOf: ({ id }) => id },
    { what: () => l10n.t("Image"), textOf: ({ image }) => image },
    { what: () => l10n.t("Port"), textOf: ({ ports }) => eachOnce(publishedPorts(ports).map(({ port }) => port)) },
  ],
  log: {
    offered: LISTED,
    mode: "tail",
    pieces: LOG_LINES,
    read: async (call, key) => {
      // a name that Docker may also take for the start of another container's id
      const isDoubtful = /^[\da-f]{1,11}$/.test(key);
      const target = { key, label: key };
      if (isDoubtful && (await observe(call, target)) === undefined) return "gone";
      try {
        return { text: (await call("container.log", { container: key, tail: LOG_LINES })).text ?? "" };
      } catch (error) {
        // the message differs by panel: only a look decides
        if (failureOf(error)?.kind === "rejected" && (await observeListed(call, target)) === undefined) return "gone";
        throw error;
      }
    },
  },
});
