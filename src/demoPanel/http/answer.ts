/** A complete HTTP answer. A handler may return one in place of a JSON value, for what is not JSON. */
export class Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** What the panel's application itself sends has this header. */
export const fromApplication = { "X-Frame-Options": "SAMEORIGIN" };

/** Any JSON value, bare strings and null included (docs/protocol.md 2.5). */
export function jsonAnswer(value: unknown): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify(value));
}

/** A refusal: JSON, but under `text/html` (docs/protocol.md 3.2). */
export function refusal(msg: string): Answer {
  const headers = { "Content-Type": "text/html; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify({ status: false, msg }));
}

/** Stands for nearly every error (docs/protocol.md 4.1, 4.11). */
export const notFoundPage = new Answer(404, { "Content-Type": "text/html" }, "<html><h1>404 Not Found</h1></html>");
