import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { multipartFields } from "../fakes/multipartFields.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";

/** One exchange as it was recorded from a running panel. */
export interface Transcript {
  /** Of the file, without `.json`. */
  readonly name: string;
  readonly request: {
    readonly method: "GET" | "POST";
    /** May hold a query of its own. */
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** The key with which the recorded requests are signed, some of them afterwards: sent again as they are, they are valid for a panel with this key. */
export const RECORDED_KEY = "PaneLLabKey0123456789abcdefABCDE";

/** All recordings of one edition, in order of names. */
export function readTranscripts(edition: KnownEdition): readonly Transcript[] {
  const folder = join(import.meta.dirname, "transcripts", edition);
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({
      ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<Transcript, "name">),
      name: file.replace(/\.json$/, ""),
    }));
}

/** The path of a recorded request, without a query. */
export function recordedPath({ request }: Transcript): string {
  return request.path.split("?", 1)[0] ?? "";
}

/** Query and form of a recorded request in one, the signature left out. */
export function recordedFields({ request }: Transcript): Readonly<Record<string, string>> {
  const ownQuery = new URLSearchParams(request.path.split("?")[1] ?? "");
  const body = request.body ?? "";
  const form = body.startsWith("--") ? multipartFields(body) : new URLSearchParams(body);
  const all = { ...Object.fromEntries(ownQuery), ...request.query, ...Object.fromEntries(form) };
  const { request_time: _time, request_token: _token, ...fields } = all;
  return fields;
}

/** A header of a recorded answer; empty where it has none. */
export function recordedHeader({ response }: Transcript, name: string): string {
  const found = Object.entries(response.headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? "";
}
