import { createHash } from "node:crypto";
import * as http from "node:http";

/** A complete answer; `text` is its body as UTF-8. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** A call. With `key` it is signed, in the form of a POST and in the query otherwise. */
export interface WireCall {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the form. */
  readonly body?: string | Buffer;
  readonly agent?: http.Agent;
}

/** Signs and sends a call without any code of the product. With a form it is a POST by default. */
export function send(address: string, call: WireCall): Promise<WireAnswer> {
  const { path, form, agent, method = form === undefined ? "GET" : "POST" } = call;
  const signature = call.key === undefined ? {} : signed(call.key);
  const isPost = method === "POST";
  const query = new URLSearchParams({ ...call.query, ...(isPost ? {} : signature) }).toString();
  const body = call.body ?? (isPost ? new URLSearchParams({ ...form, ...signature }).toString() : undefined);
  const headers = {
    ...(isPost && { "content-type": "application/x-www-form-urlencoded" }),
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...call.headers,
  };
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const target = query === "" ? path : `${path}?${query}`;
    const request = http.request({ hostname, port, method, path: target, headers, agent: agent ?? false });
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          text: whole.toString("utf8"),
        });
      });
    });
    request.end(body);
  });
}

/** Returns the two fields of a signature. */
export function signed(key: string, time = "1700000000"): Readonly<Record<string, string>> {
  return { request_time: time, request_token: md5(time + md5(key)) };
}

/** Parses the body. */
export function json(answer: WireAnswer): unknown {
  return JSON.parse(answer.text);
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
