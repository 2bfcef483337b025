import * as v from "valibot";
import { PROTOCOL } from "./protocol.ts";
import { refusals } from "./refusals.ts";

/** Longest message, in bytes. A tool's result has at most 10,000, which quotes of quotes may make four times as long. */
export const MESSAGE_BYTES = 65_536;

/** Longest text of a path or a name, and most folders of a window. */
const text = v.pipe(v.string(), v.maxLength(4_096));
const MOST_FOLDERS = 100;

/** Who calls, as told by the agent's program. */
const told = v.object({ name: text, version: text });
export type ToldByClient = v.InferOutput<typeof told>;

/** The first message to a window. `token`: from the window's file, which only this user can read. */
const hello = v.object({
  type: v.literal("hello"),
  protocol: v.literal(PROTOCOL),
  token: text,
  client: told,
});
export type Hello = v.InferOutput<typeof hello>;

/** The window's answer. `proof`: from its file, which nobody knows who has taken a dead window's place; `focusedAt`: when a person last worked in it, by the wall clock, which windows have in common. */
const welcome = v.object({
  type: v.literal("welcome"),
  proof: text,
  name: text,
  folders: v.pipe(v.array(text), v.maxLength(MOST_FOLDERS)),
  focusedAt: v.number(),
});
export type Welcome = v.InferOutput<typeof welcome>;
/** What a window says of itself. */
export type Described = Omit<Welcome, "proof" | "type">;

/** The one call of a connection. A connection without one was a look. Its end before the result is the cancel. */
const call = v.object({ type: v.literal("call"), tool: text, input: v.unknown() });
export type CallMessage = v.InferOutput<typeof call>;

/** What is going on during a call, in a sentence of ours. */
const progress = v.object({ type: v.literal("progress"), text });

/** A tool's result, which is JSON. Nothing follows it. */
const result = v.object({ type: v.literal("result"), text: v.string() });

/** Why a window does not go on. Nothing follows it. */
const refused = v.object({ type: v.literal("refused"), reason: v.picklist(Object.values(refusals)) });

export const helloSchema = hello;
export const callSchema = call;
/** What a window answers to a hello. */
export const greetingSchema = v.variant("type", [welcome, refused]);
/** What a window says during a call. */
export const duringCallSchema = v.variant("type", [progress, result, refused]);

/** Any message. */
export type Message =
  | CallMessage
  | Hello
  | v.InferOutput<typeof progress>
  | v.InferOutput<typeof refused>
  | v.InferOutput<typeof result>
  | Welcome;

/** A message as it is sent. */
export function lineOf(message: Message): string {
  return `${JSON.stringify(message)}\n`;
}

/** A message as it was received; `undefined`: it is no such message. */
export function messageIn<Schema extends v.GenericSchema>(
  schema: Schema,
  line: string,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  return parsed.success ? parsed.output : undefined;
}
