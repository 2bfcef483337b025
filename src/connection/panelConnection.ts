import pLimit, { type LimitFunction } from "p-limit";
import { createPanelClient, type CallRecord, type PanelClient, type SentSecrets } from "../wire/client.ts";
import { endedBy, failureOf, isNotFoundPage, PanelError } from "../wire/answers/failure.ts";
import type { Edition } from "../wire/answers/operation.ts";
import {
  operations,
  type OperationId,
  type ParamsOf,
  type ResultOf,
  type RouteOf,
} from "../wire/operations/operations.ts";
import { dependsOnEdition, editionOfWire, failureOfVersion, hasOperation } from "../wire/operations/wiresFor.ts";
import type { Transport } from "../wire/http/transport.ts";
import type { ActionPanel } from "../actions/actionRequest.ts";
import { isLoopback } from "../panels/address.ts";
import type { GuardLevel } from "../panels/guardLevel.ts";
import { CallDeadline } from "./callDeadline.ts";
import { LastCall, type CallResult } from "./lastCall.ts";
import type { CalledBy, LockoutGuard } from "./lockoutGuard.ts";
import { orCancelled } from "./sharedRequest.ts";
import { PanelEdition } from "./panelEdition.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Clock } from "../storage/ports.ts";
import type { Call } from "../resources/resource.ts";
import { Routes, saysNotHere, type Invoke } from "./routes.ts";
import { StorageError } from "../storage/storageError.ts";
import { codeOf } from "../storage/fileSystem.ts";

/** Services of connections, shared by all panels of a window. */
export interface ConnectionServices {
  readonly guard: LockoutGuard;
  readonly clock: Clock;
  /** Reads the key from the secret store or the demo panel; the redactor learns it first (see `secretsInUse`). */
  readonly apiKey: (record: PanelRecord) => Promise<string | undefined>;
  readonly createTransport: (options: { readonly pin: () => string | undefined }) => Transport;
  readonly onCall: (record: PanelRecord, call: CallRecord) => void;
  /** Called with the state of the panel whenever a call shows it. */
  readonly reportCall?: ((record: PanelRecord, result: CallResult) => void) | undefined;
  /** Called when an operation or the whole API may be gone, which only another call shows. */
  readonly recheck?: ((record: PanelRecord) => void) | undefined;
  /** Addresses of panels that have the document alone, as the trial of a key may have found: another connection need not look again. */
  readonly documentAlone?: Set<string>;
  /** Called with the secrets of each call before it is sent, for the redactor. */
  readonly onSecrets?: (secrets: SentSecrets) => void;
}

/** Documented reads that show, where a panel has no total, whether it accepts the key; the cheapest first. */
const PROOFS = ["terminal.settings", "runtime.upgradeLog"] as const satisfies readonly OperationId[];

const TOTAL = operations["system.total"].wires[0].route;

/** What all panels have that have more than the document. */
const BEYOND = "service.list" satisfies OperationId;

/** For how long a panel of the document alone is not asked for a total: it may be upgraded meanwhile, or had only failed to answer. */
const BELIEVED_MS = 600_000;

/** The total of a panel that has none. */
const NO_TOTAL: ResultOf<"system.total"> = { version: undefined, machine: undefined };

/** The connection to a panel. A new address, key or pin needs a new one; dispose it to end its sockets. */
export class PanelConnection implements ActionPanel {
  #record: PanelRecord;
  readonly #services: ConnectionServices;
  readonly #transport: Transport;
  readonly #maySign: boolean;
  readonly #edition = new PanelEdition(
    (signal, calledBy) => this.callFor(signal, calledBy),
    () => {
      this.#routes.forget();
      this.#services.reportCall?.(this.#record, { operation: "system.edition" });
    },
  );
  readonly #routes = new Routes(operations, () => this.edition);
  /** The calls under way. */
  readonly #running = new Set<CallDeadline>();
  #isDisposed = false;
  readonly #reads = pLimit(2);
  readonly #changes = pLimit(1);
  /** The client with the last used key. */
  #client: { readonly apiKey: string; readonly client: PanelClient } | undefined;
  /** When the panel last answered any call. */
  #answeredAt = -Infinity;
  /** Until when the panel is taken to have no total. */
  #noTotalUntil = -Infinity;
  readonly #lastCall = new LastCall(
    (result) => this.#services.reportCall?.(this.#record, result),
    () => this.#services.recheck?.(this.#record),
  );

  constructor(record: PanelRecord, services: ConnectionServices) {
    this.#record = record;
    this.#maySign = maySign(record);
    this.#services = services;
    this.#transport = services.createTransport({ pin: () => this.#record.pin });
    if (services.documentAlone?.has(record.address) === true) {
      this.#edition.startDocumented();
      this.#believeNoTotal();
    }
  }

  /** The edition, as far as it is known. */
  get edition(): Edition {
    return this.#edition.edition;
  }

  /** Finds out the edition, unless it is known; `unknown` if that fails this time. */
  async learnEdition(signal: AbortSignal, calledBy: CalledBy = "user"): Promise<Edition> {
    return this.#edition.learn(signal, calledBy);
  }

  /** Takes over name, guard level and whatever else leaves the way to the panel as it is; `false`: make a new one. */
  adopt(record: PanelRecord): boolean {
    if (!hasSameAccess(this.#record, record)) return false;
    this.#record = record;
    return true;
  }

  get id(): string {
    return this.#record.id;
  }

  get name(): string {
    return this.#record.name;
  }

  get address(): string {
    return this.#record.address;
  }

  get guardLevel(): GuardLevel {
    return this.#record.guardLevel;
  }

  /** Calls the panel, by default for a person; see `CalledBy`. */
  callFor(signal: AbortSignal, calledBy: CalledBy = "user"): Call {
    const send: Invoke = (id, params, route) =>
      this.#send(id, params as ParamsOf<OperationId>, route, { outer: signal, calledBy });
    return async <Id extends OperationId>(id: Id, params: ParamsOf<Id>) => {
      if (dependsOnEdition(id)) await this.learnEdition(signal, calledBy);
      const failure = failureOfVersion(id, this.edition, this.#edition.version);
      if (failure !== undefined) throw new PanelError(failure);
      if (id === "system.total") return (await this.#total(send, calledBy)) as ResultOf<Id>;
      try {
        const foundRoute = await this.#routes.find(id, params as object, send);
        if ("answer" in foundRoute) return foundRoute.answer as ResultOf<Id>;
        return (await send(id, params as object, foundRoute.route)) as ResultOf<Id>;
      } catch (error) {
        if (isPage(error)) this.#lastCall.endedWithPage(id);
        throw error;
      }
    };
  }

  async offers(id: OperationId, signal: AbortSignal): Promise<boolean> {
    const edition = await this.learnEdition(signal);
    const failure = failureOfVersion(id, edition, this.#edition.version);
    if (failure?.kind === "invalid") throw new PanelError(failure);
    return hasOperation(edition, id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#endAll(new PanelError({ kind: "cancelled" }));
    this.#transport.dispose();
  }

  /** Asks for the total. A panel without one tells nothing of itself, and proves by a documented read that it accepts the key. */
  async #total(send: Invoke, calledBy: CalledBy): Promise<ResultOf<"system.total">> {
    if (this.#services.clock.monotonic() < this.#noTotalUntil) {
      await this.#provedAgain(send);
      return NO_TOTAL;
    }
    try {
      const total = (await send("system.total", {}, TOTAL)) as ResultOf<"system.total">;
      this.#services.documentAlone?.delete(this.#record.address);
      if (this.#edition.sawTotal(total, calledBy)) this.#routes.forget();
      return total;
    } catch (error) {
      if (!saysNotHere(error) || this.#edition.hasTotal) throw error;
      // a sentence in place of the page proves that the key is accepted, too
      if (!(await this.#isProved(send)) && isPage(error)) throw error;
      return NO_TOTAL;
    }
  }

  /**
   * Whether a panel without a total answers a documented read, and so accepts the key. Learns whether it has the document alone. Throws
   * the failure of a read that the panel has.
   */
  async #isProved(send: Invoke): Promise<boolean> {
    const proof = await proofOf(send);
    if (proof === "missing") return false;
    if (proof === "there" && (await lookFor(send, BEYOND)) !== "there") {
      this.#services.documentAlone?.add(this.#record.address);
      this.#believeNoTotal();
      this.#edition.sawDocumentAlone();
    } else this.#edition.sawMore();
    return true;
  }

  /** Throws unless the panel still answers a documented read. */
  async #provedAgain(send: Invoke): Promise<void> {
    try {
      if ((await proofOf(send)) === "missing") throw new PanelError({ kind: "page", status: 404 });
    } catch (error) {
      if (failureOf(error)?.kind !== "cancelled") this.#noTotalUntil = -Infinity;
      throw error;
    }
  }

  #believeNoTotal(): void {
    this.#noTotalUntil = this.#services.clock.monotonic() + BELIEVED_MS;
  }

  /** Sends a call in its turn, and reports the state of the panel that it shows. */
  async #send(
    id: OperationId,
    params: ParamsOf<OperationId>,
    route: RouteOf<OperationId>,
    { outer, calledBy }: { readonly outer: AbortSignal; readonly calledBy: CalledBy },
  ): Promise<unknown> {
    const { guard, clock, onCall } = this.#services;
    const { deadlineMs, effect } = operations[id];
    const isChange = effect !== "read";
    const order = this.#lastCall.begin(id);
    const deadline = new CallDeadline({ clock, deadlineMs, outer, answeredAt: () => this.#answeredAt });
    const { signal } = deadline;
    this.#running.add(deadline);
    let leave: (() => void) | undefined;
    try {
      if (this.#isDisposed) deadline.cancel();
      if (!this.#maySign) throw new PanelError({ kind: "consentNeeded" });
      const key = await orCancelled(signal, this.#services.apiKey(this.#record));
      if (key === undefined) throw new PanelError({ kind: "keyNeeded" });
      deadline.start();
      // a panel is one process: more at once would slow down whoever uses its pages
      leave = await placeIn(isChange ? this.#changes : this.#reads, signal);
      const permit = await guard.acquire(this.#record, calledBy, isChange, deadline.controller);
      let result: unknown;
      try {
        deadline.sent(isChange);
        order.sent();
        result = await this.#clientFor(key).call(id, params, {
          signal,
          route,
          onCall: (call) => {
            if (isEndedByAnother(call, signal)) onCall(this.#record, { ...call, outcome: "cancelled" });
            else onCall(this.#record, call);
          },
        });
      } catch (error) {
        const settledError = await permit.failed(error);
        // it answers all who wait: each of a person's calls would else be sent as a try after it
        if (failureOf(settledError)?.kind === "refused") this.#endAll(settledError);
        throw settledError;
      }
      await permit.succeeded();
      order.ended(undefined);
      this.#edition.sawAnswer(editionOfWire(id, route));
      return result;
    } catch (thrown) {
      const error = asPanelError(thrown);
      order.ended(failureOf(error) ?? { kind: "defect" });
      throw error;
    } finally {
      deadline.dispose();
      this.#running.delete(deadline);
      leave?.();
    }
  }

  #endAll(reason: unknown): void {
    for (const { controller } of this.#running) controller.abort(reason);
  }

  #clientFor(apiKey: string): PanelClient {
    if (this.#client?.apiKey !== apiKey) this.#client = { apiKey, client: this.#createClient(apiKey) };
    return this.#client.client;
  }

  #createClient(apiKey: string): PanelClient {
    const { clock, onSecrets } = this.#services;
    return createPanelClient({
      origin: this.#record.address,
      apiKey,
      transport: this.#transport,
      clock,
      onSecrets: (secrets) => onSecrets?.(secrets),
      onAnswer: () => {
        this.#answeredAt = clock.monotonic();
      },
    });
  }
}

/** What the call of a read shows; `lacking`: the panel takes the signature, and says that it has no such read. */
type Look = "there" | "lacking" | "missing";

/** What the first documented read shows that a panel has. */
async function proofOf(send: Invoke): Promise<Look> {
  for (const id of PROOFS) {
    const found = await lookFor(send, id);
    if (found !== "missing") return found;
  }
  return "missing";
}

/** Calls a read on its first route. */
async function lookFor(send: Invoke, id: OperationId): Promise<Look> {
  try {
    await send(id, {}, operations[id].wires[0].route);
    return "there";
  } catch (error) {
    if (failureOf(error)?.kind === "unsupported") return "lacking";
    if (isPage(error)) return "missing";
    throw error;
  }
}

function isPage(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && isNotFoundPage(failure);
}

/** Waits for a place in a queue; the result gives it back. Rejects as soon as the signal aborts. */
async function placeIn(queue: LimitFunction, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(endedBy(signal));
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    void queue(async () => {
      if (signal.aborted) return;
      signal.removeEventListener("abort", cancel);
      await new Promise<void>(resolve);
    });
  });
}

/** Whether the refusal of another call has ended this one, which the log has once. */
function isEndedByAnother({ outcome }: CallRecord, signal: AbortSignal): boolean {
  return outcome === "refused" && signal.aborted;
}

/** Whether a person has agreed to calls that are not encrypted, where they are not. */
export function maySign({ address, httpConsent }: PanelRecord): boolean {
  return !address.startsWith("http://") || httpConsent || isLoopback(address);
}

/** Whether two states of a panel are reached in the same way, so that sockets and what was loaded stay good. */
export function hasSameAccess(a: PanelRecord, b: PanelRecord): boolean {
  return a.address === b.address && a.keyRef === b.keyRef && a.pin === b.pin && a.httpConsent === b.httpConsent;
}

/** Also the guard's files and the secret store can fail; any other error stays as it is. */
function asPanelError(error: unknown): unknown {
  if (error instanceof StorageError) {
    const { problem } = error;
    if (problem.kind === "secretsUnavailable") return new PanelError({ kind: "storage", problem: problem.kind });
    if (problem.kind === "fileFailed")
      return new PanelError({ kind: "storage", problem: problem.kind, code: problem.code });
  }
  const code = codeOf(error);
  if (error instanceof PanelError || code === "unknown") return error;
  return new PanelError({ kind: "storage", problem: "fileFailed", code });
}

/** Connecting to panels that are not stored yet. */
export interface Connecting {
  readonly connectionServices: ConnectionServices;
}
