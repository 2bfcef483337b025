import type { FaultLab } from "./faultLab.ts";
import type { FaultWindow } from "./faultWindow.ts";
import { NOT_FOUND } from "../doctor/doctorFixture.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { Call } from "../../../src/resources/resource.ts";
import { testCertificate } from "../../wire/certificates.ts";
import { failingScript, type Fault, type Stage } from "../../wire/faults.ts";
import { httpAnswer, type WireConnection, type WireRequest, type WireServerOptions } from "../../wire/wireServer.ts";

/** A panel that a fault lies before, as it is stored, and what is called of it. */
export interface Visit extends Pick<PanelRecord, "address"> {
  /** Fields of its record. */
  readonly stored?: Partial<PanelRecord>;
  /** The stored key; absent: a good one. */
  readonly key?: { readonly stored: string | undefined };
  /** A plain read unless given. */
  readonly task?: (call: Call, window: FaultWindow, record: PanelRecord) => Promise<unknown>;
}

/** Brings about a fault. */
export type Way = (lab: FaultLab) => Promise<Visit>;

/** What a server answers; a text is JSON as panels send it. */
export type Answer = string | Buffer | ((connection: WireConnection, request: WireRequest) => string | Buffer);

/** An API key, which the panels here take unless they refuse any. */
export const KEY = "PaneLLabKey0123456789abcdefABCDE";

/** The answer of a panel that works. */
export const TOTAL = '{"memTotal":1,"version":"11.7.0"}';

/** The fingerprint that most panels here are pinned to. */
export const PIN = testCertificate("panel").fingerprint256;

export const readTotal = async (call: Call): Promise<unknown> => call("system.total", {});
export const stopSite = async (call: Call): Promise<unknown> => call("site.stop", { id: 1, name: "a.example.com" });

/** Two reads, one after the other. */
export async function readTwice(call: Call): Promise<void> {
  await readTotal(call);
  await readTotal(call);
}

/** A web page with the time at which it is asked for, perhaps with further headers. */
export function page(status: number, body = `<html><h1>${status}</h1></html>`, headers: readonly string[] = []) {
  return (): Buffer => {
    const date = new Date().toUTCString();
    return httpAnswer(body, ["Content-Type: text/html", `Date: ${date}`, ...headers], `${status} X`);
  };
}

/** The answer of panels to strangers, by a clock that is right. */
export const stranger = page(404, NOT_FOUND.body ?? "");

/** A redirect, as panels and gateways send it. */
export const redirect = (location: string, status = 302) => page(status, "", [`Location: ${location}`]);

/** JSON under a status, by the content type of panels. */
export function json(body: string | Buffer, status = 200, contentType = "application/json"): Buffer {
  return httpAnswer(body, [`Content-Type: ${contentType}`], `${status} X`);
}

/** The refusal of a signed call, in a panel's words. */
export const refusal = (msg: string): Buffer => json(JSON.stringify({ status: false, msg }), 200, "text/html");

/** A server over TLS, to whose certificate the panel is pinned. */
export function secure(options: WireServerOptions | ((lab: FaultLab) => WireServerOptions)): Way {
  return async (lab) => {
    const given = typeof options === "function" ? options(lab) : options;
    const { url } = await lab.serve({ certificate: "panel", ...given });
    return { address: url, stored: { pin: PIN } };
  };
}

/** The same without TLS, as a person has agreed to. */
export function plain(options: WireServerOptions | ((lab: FaultLab) => WireServerOptions)): Way {
  return async (lab) => {
    const { url } = await lab.serve(typeof options === "function" ? options(lab) : options);
    return { address: url, stored: { httpConsent: true } };
  };
}

/** A server that fails at a stage of each connection. */
export const failing = (stage: Stage, fault: Fault) => (lab: FaultLab) => failingScript(stage, fault, lab.wait);

/** A server that answers everybody alike. */
export function toAll(answer: Answer): Way {
  return secure({ request: answering(answer) });
}

/** A panel that answers strangers as panels do, and signed calls like this. */
export function toSigned(answer: Answer): Way {
  return secure(whenSigned(answering(answer)));
}

/** Treats signed calls in a way of their own, on a BaoTa. */
export function whenSigned(treat: (connection: WireConnection, request: WireRequest) => void): WireServerOptions {
  return {
    request: (connection, request) =>
      isSigned(request) && request.path !== "/v2/system"
        ? treat(connection, request)
        : void connection.socket.write(stranger()),
  };
}

/** A panel that works for so many signed calls, and treats the next in another way. */
export function after(
  count: number,
  treat: (connection: WireConnection, request: WireRequest) => void,
): WireServerOptions {
  let signed = 0;
  return whenSigned((connection, request) =>
    ++signed > count ? treat(connection, request) : answering(TOTAL)(connection, request),
  );
}

/** The same fault for another call. */
export function calling(task: NonNullable<Visit["task"]>, way: Way): Way {
  return async (lab) => ({ ...(await way(lab)), task });
}

/** Writes an answer. */
export function answering(answer: Answer) {
  return (connection: WireConnection, request: WireRequest): void => {
    const given = typeof answer === "function" ? answer(connection, request) : answer;
    connection.socket.write(typeof given === "string" ? json(given) : given);
  };
}

/** Whether a panel would look at its signature. */
export function isSigned({ path, body }: WireRequest): boolean {
  return `${path} ${body}`.includes("request_token=");
}
