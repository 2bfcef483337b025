import { multipartFields } from "./multipartFields.ts";
import type { WholeAnswer } from "../../src/wire/http/exchange.ts";
import type { ExchangeInit, Fetch, Transport } from "../../src/wire/http/transport.ts";

/** A request as it would have gone out, read by the platform's own parsers. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** All name and value pairs of query and form, in order of names. */
  readonly fields: readonly (readonly [string, string])[];
  readonly init: ExchangeInit;
}

/** An answer; 200 and JSON unless told otherwise. */
export interface FakeAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly location?: string;
  readonly date?: string;
  readonly body: string;
}

/** Keeps what was sent and answers from a function; what that throws, the exchange throws. */
export class FakeTransport implements Transport {
  readonly sent: SentRequest[] = [];
  disposed = 0;
  answer: (request: SentRequest) => FakeAnswer | Promise<FakeAnswer>;

  constructor(answer: (request: SentRequest) => FakeAnswer | Promise<FakeAnswer> = () => ({ body: "{}" })) {
    this.answer = answer;
  }

  readonly fetchFrom = (origin: string): Fetch => {
    return async (path, init) => {
      const url = new URL(origin + path);
      const body = Buffer.from(init.body ?? "").toString("utf8");
      const isMultipart = init.contentType?.startsWith("multipart/") === true;
      const form = isMultipart ? multipartFields(body) : new URLSearchParams(body);
      const request = { method: init.method, url, fields: [...url.searchParams, ...form].toSorted(byName), init };
      this.sent.push(request);
      const answer = await this.answer(request);
      init.onConnected?.();
      return wholeAnswer(answer);
    };
  };

  dispose(): void {
    this.disposed++;
  }
}

/** An answer as transports give it. */
export function wholeAnswer({
  status = 200,
  contentType = "application/json; charset=utf-8",
  location,
  date,
  body,
}: FakeAnswer): WholeAnswer {
  return { status, contentType, location, date, text: body };
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
