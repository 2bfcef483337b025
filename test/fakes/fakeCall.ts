import { PanelError, type PanelFailure } from "../../src/wire/answers/failure.ts";
import type { Call } from "../../src/resources/resource.ts";
import type { OperationId, ParamsOf, ResultOf } from "../../src/wire/operations/operations.ts";
import { FakeProcesses } from "./fakeProcesses.ts";

/** What a fake panel answers; an operation without a handler is a fault of the test. */
export type Handlers = {
  readonly [Id in OperationId]?: (params: ParamsOf<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;
};

const NO_DETAILS: ResultOf<"system.details"> = { load: undefined, disks: [] };
const NOTHING = { rows: [], unreadable: [], total: 0 };
/** Lists that few tests are about. */
const MOSTLY_EMPTY: readonly OperationId[] = [
  "project.listNode",
  "project.listPython",
  "project.listGo",
  "project.listOther",
  "service.list",
  "site.databases",
  "scheduledTask.list",
];
/** Looks that an action makes where the panel has them; a panel of a test has them where it has a handler. */
const BESIDE: readonly OperationId[] = ["file.stat"];

/** A panel's operations from handlers; keeps what was called. */
export class FakeCalls {
  readonly made: (readonly [OperationId, unknown])[] = [];
  handlers: Handlers;
  /** What `/proc` says of them, beside the handlers. */
  readonly processes = new FakeProcesses();
  /** The handlers answer for `/proc`, too. */
  hasOwnProcesses = false;
  /** Operations that the panel does not have. */
  lacks: readonly OperationId[] = [];
  /** What was asked of it by `offers`. */
  readonly askedFor: OperationId[] = [];

  constructor(handlers: Handlers) {
    this.handlers = handlers;
  }

  /** How often an operation was called. */
  count(id: OperationId): number {
    return this.made.filter(([made]) => made === id).length;
  }

  readonly offers = async (id: OperationId): Promise<boolean> => {
    this.askedFor.push(id);
    return !this.lacks.includes(id);
  };

  /** Cancelled, without being made, once the signal is aborted. */
  readonly callFor = (signal: AbortSignal = new AbortController().signal): Call => {
    return async <Id extends OperationId>(id: Id, params: ParamsOf<Id>) => {
      if (signal.aborted) throw new PanelError({ kind: "cancelled" });
      if (this.lacks.includes(id)) throw new PanelError({ kind: "unsupported" });
      if (id === "file.text" && !this.hasOwnProcesses) {
        const text = this.processes.textOf((params as ParamsOf<"file.text">).path);
        if (text !== undefined) return { text } as ResultOf<Id>;
      }
      const handler = this.handlers[id];
      // the tree asks for it beside each load of a panel, which few tests are about
      if (handler === undefined && id === "system.details") return NO_DETAILS as ResultOf<Id>;
      if (handler === undefined && MOSTLY_EMPTY.includes(id)) return NOTHING as unknown as ResultOf<Id>;
      if (handler === undefined && BESIDE.includes(id)) throw new PanelError({ kind: "unsupported" });
      this.made.push([id, params]);
      if (handler === undefined) throw new Error(`the test has no ${id}`);
      return await handler(params);
    };
  };
}

/** A handler that fails. */
export function failing(failure: PanelFailure): () => never {
  return () => {
    throw new PanelError(failure);
  };
}
