import { timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type * as v from "valibot";
import { agentToolNames, type AgentToolName } from "../../agents/agentTools.ts";
import type { AgentCall } from "../../agents/agentServices.ts";
import type { Clock } from "../../storage/ports.ts";
import { toldClient } from "../wire/clientName.ts";
import { LineSocket } from "../wire/lineSocket.ts";
import { callSchema, helloSchema, messageIn, type Described, type ToldByClient } from "../wire/messages.ts";
import { refusals, type Refusal } from "../wire/refusals.ts";
import type { WindowSecrets } from "../wire/windowFile.ts";

/** How long a visitor has for its hello, for its call after that, and to take its result. */
const HELLO_MS = 5_000;
const CALL_MS = 10_000;
const LEAVE_MS = 5_000;

/** What visitors need of a window. */
export interface Host extends WindowSecrets {
  readonly clock: Clock;
  readonly describe: () => Promise<Described>;
  /** Invokes a tool. Rejects only if it was canceled. */
  readonly invoke: (tool: AgentToolName, input: unknown, call: AgentCall) => Promise<string>;
  /** Told of each client that says hello. */
  readonly greeted: (client: ToldByClient) => void;
}

/**
 * Receives a program that calls for an agent: hello, at most one call, and its result. Whatever is not as it should be is told in
 * a sentence, and ends the visit. When the visitor is gone, its call is canceled.
 */
export async function receiveVisit(socket: Socket, host: Host): Promise<void> {
  const visitor = new LineSocket(socket);
  const refusal = await receive(visitor, host).catch(() => refusals.defect);
  if (refusal !== undefined) visitor.send({ type: "refused", reason: refusal });
  visitor.end();
  const stop = host.clock.after(LEAVE_MS, () => visitor.destroy());
  socket.once("close", stop);
}

/** @returns why it went no further, if it did not */
async function receive(visitor: LineSocket, host: Host): Promise<Refusal | undefined> {
  const hello = await messageWithin(visitor, helloSchema, HELLO_MS, host.clock);
  if (hello === undefined) return refusals.noHello;
  if (!isSame(hello.token, host.token)) return refusals.wrongToken;
  const client = toldClient(hello.client);
  host.greeted(client);
  visitor.send({ type: "welcome", proof: host.proof, ...(await host.describe()) });
  const call = await messageWithin(visitor, callSchema, CALL_MS, host.clock);
  if (visitor.over.aborted) return undefined;
  if (call === undefined) return refusals.noCall;
  const tool = agentToolNames.find((name) => name === call.tool);
  if (tool === undefined) return refusals.noTool;
  const tell = (text: string) => visitor.send({ type: "progress", text });
  const ended = new AbortController();
  // a visitor has nothing to say during its call
  void visitor.next(ended.signal).then(() => ended.abort());
  const signal = AbortSignal.any([visitor.over, ended.signal]);
  try {
    const text = await host.invoke(tool, call.input, { signal, agent: { client: client.name }, tell });
    visitor.send({ type: "result", text });
  } catch (error) {
    // nobody is there to be told
    if (!signal.aborted) throw error;
  } finally {
    ended.abort();
  }
  return undefined;
}

/** The next message; `undefined`: it is another one, too long, or none came in time. */
async function messageWithin<Schema extends v.GenericSchema>(
  visitor: LineSocket,
  schema: Schema,
  milliseconds: number,
  clock: Clock,
): Promise<v.InferOutput<Schema> | undefined> {
  const late = new AbortController();
  const stop = clock.after(milliseconds, () => late.abort());
  const line = await visitor.next(late.signal);
  stop();
  if (typeof line !== "string") return undefined;
  return messageIn(schema, line);
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
