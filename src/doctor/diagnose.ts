import { isIP } from "node:net";
import { askUnsigned, recogniseAnswer } from "../connection/addressProbe.ts";
import { inTime } from "../connection/callDeadline.ts";
import { maySign, type ConnectionServices, type PanelConnection } from "../connection/panelConnection.ts";
import { isLoopback } from "../panels/address.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupsOn } from "../resources/feature.ts";
import { failureUnlessCancelled, throwIfEnded, type PanelFailure } from "../wire/answers/failure.ts";
import { rawAnswerOf } from "../wire/decode.ts";
import { httpTargetOf } from "../wire/http/httpTarget.ts";
import { steps, type Asker, type Finding, type Mark, type Seen, type Step } from "./finding.ts";
import { lossOf, type Loss } from "./lossOf.ts";
import type { Reach } from "./reach.ts";

/** A panel, and all that it takes to diagnose it. */
export interface DiagnosisTarget {
  readonly record: PanelRecord;
  readonly connection: Pick<PanelConnection, "callFor" | "learnEdition">;
  readonly services: Pick<ConnectionServices, "clock" | "createTransport" | "guard">;
  readonly reach: Reach;
  readonly from: Asker;
}

/**
 * Looks at what lies between this computer and a panel, step by step: unsigned first, then by signed calls one after the
 * other. It ends with the first refusal, and where one stands already it sends no signed call. Yields each step once, in
 * their order, as soon as it is settled; throws `PanelError` of kind `cancelled` when the signal aborts.
 */
export async function* diagnose(
  target: DiagnosisTarget,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  let stepsLeft: readonly Step[] = steps;
  for await (const finding of settled(target, signal)) {
    yield finding;
    stepsLeft = stepsLeft.slice(stepsLeft.indexOf(finding.step) + 1);
  }
  for (const step of stepsLeft) yield notReached(step);
}

/** The steps up to the first cross, and what is known of later ones. */
async function* settled(target: DiagnosisTarget, signal: AbortSignal): AsyncGenerator<Finding, void, undefined> {
  const { record, services, reach, from } = target;
  const { address } = record;
  if (!maySign(record)) {
    yield failed("address", { kind: "consentNeeded" });
    return;
  }
  yield passed("address", { fact: "address", address, from });
  const { hostname, port, secure } = httpTargetOf(address);
  const name = isIP(hostname) === 0 ? await attempt(signal, () => reach.resolve(hostname, signal)) : undefined;
  if (name?.failure === undefined) yield passed("name", nameSeen(name?.result));
  const startedAt = services.clock.monotonic();
  const reached =
    name?.failure === undefined ? await attempt(signal, () => reach.connect(hostname, port, signal)) : name;
  if (reached.failure === undefined)
    yield passed("port", { fact: "connected", milliseconds: services.clock.monotonic() - startedAt });

  const transport = services.createTransport({ pin: () => record.pin });
  try {
    const connected = Promise.withResolvers<true>();
    const asking = attempt(signal, () =>
      askUnsigned(transport, services.clock, address, signal, () => connected.resolve(true)),
    );
    const isConnected = await Promise.race([connected.promise, asking.then(({ failure }) => failure === undefined)]);
    if (reached.failure !== undefined) {
      // through a proxy, which finds the name by itself, the panel may answer all the same
      const failure = isConnected ? undefined : (await asking).failure;
      if (failure !== undefined && failure.kind !== "tls") {
        yield failed(name?.failure === undefined ? "port" : "name", reached.failure);
        return;
      }
      if (name?.failure !== undefined) yield unknown("name", { fact: "throughProxy" });
      yield unknown("port", { fact: "throughProxy" });
    }
    const isPastSecure = isConnected || !secure;
    if (isPastSecure) yield passed("secure", secureAs(record));
    const unsignedAnswer = await asking;
    if (unsignedAnswer.failure !== undefined) {
      yield failed(isPastSecure ? "panel" : "secure", unsignedAnswer.failure);
      return;
    }
    const isLikePanel = recogniseAnswer(rawAnswerOf(unsignedAnswer.result, address)).kind === "panelLike";
    if (isLikePanel) yield passed("panel", { fact: "fine" });
    // by the wall clock: it is the one that is compared
    const clock = clockSeen(unsignedAnswer.result.date, services.clock.wallTime());
    yield* signed(target, isLikePanel, clock, signal);
  } finally {
    transport.dispose();
  }
}

/** The steps that only signed calls settle. */
async function* signed(
  { record, connection, services }: DiagnosisTarget,
  isLikePanel: boolean,
  clock: Finding,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const standing = await services.guard.refusal(record);
  const totalAnswer = await attempt(signal, () =>
    inTime(services.clock, PATIENCE_MS, signal, connection.callFor(signal)("system.total", {})),
  );
  const loss = totalAnswer.failure && lossOf(totalAnswer.failure, isLikePanel);
  if (!isLikePanel) yield signedFinding("panel", loss, { fact: "unlikePanel" });
  // it may have ended meanwhile, and this call have had one of its own
  const isEarlier =
    standing !== undefined && totalAnswer.failure?.kind === "refused" && totalAnswer.failure.at === standing.at;
  for (const step of ["api", "allowed", "key"] as const)
    yield signedFinding(step, loss, { fact: "notReached" }, isEarlier);
  yield clock;
  if (totalAnswer.failure !== undefined) {
    if (loss?.step === "edition") yield failed("edition", totalAnswer.failure);
    return;
  }
  const learned = await attempt(signal, () =>
    inTime(services.clock, PATIENCE_MS, signal, connection.learnEdition(signal)),
  );
  if (learned.failure !== undefined) {
    yield failed("edition", learned.failure);
    return;
  }
  const edition = learned.result;
  const mark: Mark = edition === "unknown" ? "unknown" : "tick";
  yield { step: "edition", mark, seen: { fact: "software", edition, version: totalAnswer.result.version } };
  const allGroups = groupsOn(edition);
  const hidden = allGroups.filter((kind) => record.hiddenGroups.includes(kind));
  yield passed("offer", { fact: "offer", groups: allGroups.filter((kind) => !hidden.includes(kind)), hidden });
}

/** A step of a signed call: its cross, a tick where the panel's answer proves it, or what else was seen. */
function signedFinding(step: Step, loss: Loss | undefined, otherwise: Seen, isEarlier = false): Finding {
  if (loss?.step === step) {
    const { failure } = loss;
    if (loss.isAsStranger) return { step, mark: "cross", seen: { fact: "asStranger", failure } };
    return { step, mark: "cross", seen: { fact: "failure", failure, ...(isEarlier && { isEarlier }) } };
  }
  const isBefore = loss === undefined || steps.indexOf(step) < steps.indexOf(loss.step);
  if (isBefore && loss?.provesEarlier !== false) return passed(step, { fact: "fine" });
  return unknown(step, otherwise);
}

function passed(step: Step, seen: Seen): Finding {
  return { step, mark: "tick", seen };
}

function failed(step: Step, failure: PanelFailure): Finding {
  return { step, mark: "cross", seen: { fact: "failure", failure } };
}

function unknown(step: Step, seen: Seen): Finding {
  return { step, mark: "unknown", seen };
}

function notReached(step: Step): Finding {
  return unknown(step, { fact: "notReached" });
}

function secureAs({ address, pin }: PanelRecord): Seen {
  if (address.startsWith("http://")) return { fact: "plain", isLocal: isLoopback(address) };
  return { fact: "trusted", by: pin === undefined ? "system" : "pin" };
}

/** @param addresses absent: the address of the panel has no name */
function nameSeen(addresses: readonly string[] | undefined): Seen {
  if (addresses === undefined) return { fact: "numeric" };
  return { fact: "resolved", addresses };
}

/** Clocks that differ by less say the same to people. */
const SAME_TIME_MS = 60_000;

/** A clock that is off is no cross: panels do not compare them (docs/protocol.md 1.2). */
function clockSeen(date: string | undefined, now: number): Finding {
  const aheadMs = Date.parse(date ?? "") - now;
  if (Number.isNaN(aheadMs)) return unknown("clock", { fact: "clock" });
  if (Math.abs(aheadMs) < SAME_TIME_MS) return passed("clock", { fact: "clock", aheadMs });
  return unknown("clock", { fact: "clock", aheadMs });
}

/** A person waits for a signed call, which goes on afterwards: a late refusal is noted all the same. */
const PATIENCE_MS = 10_000;

type Attempt<T> =
  | { readonly result: T; readonly failure?: undefined }
  | { readonly result?: undefined; readonly failure: PanelFailure };

/** Runs a task whose failure is a finding; throws defects, and `cancelled`, also where the panel was changed meanwhile. */
async function attempt<T>(signal: AbortSignal, task: () => Promise<T>): Promise<Attempt<T>> {
  try {
    const result = await task();
    throwIfEnded(signal);
    return { result };
  } catch (error) {
    throwIfEnded(signal);
    return { failure: failureUnlessCancelled(error) };
  }
}
