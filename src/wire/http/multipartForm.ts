import { randomUUID } from "node:crypto";
import type { ExchangeInit } from "./transport.ts";

/** A multipart form with the bytes as its file `blob`, as panels take uploads. Names of fields must be plain words. */
export function multipartForm(
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Required<Pick<ExchangeInit, "body" | "contentType">> {
  const boundary = randomUUID();
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}`;
  const before = [
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`)),
    part('name="blob"; filename="blob"\r\nContent-Type: application/octet-stream', ""),
  ].join("");
  return {
    body: Buffer.concat([Buffer.from(before), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
