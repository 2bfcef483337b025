import type * as net from "node:net";
import type { WireConnection, WireScript } from "./wireServer.ts";

/** How far an exchange gets before the server fails, in order. */
export const stages = ["accepted", "secured", "head", "body", "midHead", "midBody"] as const;
export type Stage = (typeof stages)[number];

/** How it fails. `close` ends the connection in good order. */
export type Fault = "reset" | "close" | "stall";

/** A server that fails at a stage and, before it does, calls `atStage`. */
export function failingScript(stage: Stage, fault: Fault, atStage: () => void = () => undefined): WireScript {
  const fail = (raw: net.Socket): void => {
    atStage();
    // a socket that nobody reads does not notice that the other side has gone
    raw.resume();
    if (fault === "reset") raw.resetAndDestroy();
    if (fault === "close") raw.end();
  };
  const failAfter = (sent: string) => (connection: WireConnection) => {
    if (sent === "") fail(connection.raw);
    // what was written must have left before a reset would drop it
    else connection.socket.write(sent, () => setTimeout(fail, 20, connection.raw));
  };
  switch (stage) {
    case "accepted":
      return { accepted: (raw) => (fail(raw), false) };
    case "secured":
      return { secured: failAfter(""), request: () => undefined };
    case "head":
      return { head: failAfter(""), request: () => undefined };
    case "body":
      return { request: failAfter("") };
    case "midHead":
      return { request: failAfter("HTTP/1.1 200 OK\r\nContent-Le") };
    case "midBody":
      return { request: failAfter('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status":') };
    default:
      return stage satisfies never;
  }
}
