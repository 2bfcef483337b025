import { pythonJson } from "./pythonJson.ts";

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

/** What the panel's application itself sends has this header; the page that imitates nginx has not. */
const fromApplication = { "X-Frame-Options": "SAMEORIGIN" };

/** Any JSON value, bare strings and null included (docs/protocol.md 2.5). */
export function jsonAnswer(value: unknown): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, pythonJson(value));
}

/** A refusal: JSON, but under `text/html` (docs/protocol.md 3.2). */
export function refusal(msg: string): Answer {
  return htmlAnswer(200, pythonJson({ status: false, msg }));
}

/** The panel's own browser application, which it sends for GET on modules that are also pages of it. */
export function applicationPage(): Answer {
  return htmlAnswer(
    200,
    `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>宝塔Linux面板</title></head><body><div id="app"></div></body></html>`,
  );
}

/** As Flask redirects. */
export function redirect(location: string): Answer {
  const { headers, body, status } = htmlAnswer(
    302,
    `<!doctype html>\n<html lang=en>\n<title>Redirecting...</title>\n<h1>Redirecting...</h1>\n<p>You should be redirected automatically to the target URL: <a href="${location}">${location}</a>. If not, click the link.\n`,
  );
  return new Answer(status, { ...headers, Location: location }, body);
}

/** The page of 146 bytes that stands for nearly every error (docs/protocol.md 4.1). */
export const notFoundPage = imitation(404, "404 Not Found");

/** For a panel that is bound to another name. */
export const forbiddenPage = imitation(403, "403 Forbidden");

/** For methods other than GET and POST. */
export const emptyNotFound = new Answer(404, { "Content-Type": "text/plain; charset=utf-8" }, "");

/** As nginx writes its pages. */
function imitation(status: number, title: string): Answer {
  const lines = [
    "<html>",
    `<head><title>${title}</title></head>`,
    "<body>",
    `<center><h1>${title}</h1></center>`,
    "<hr><center>nginx</center>",
    "</body>",
    "</html>",
    "",
  ];
  return new Answer(status, { "Content-Type": "text/html" }, lines.join("\r\n"));
}

function htmlAnswer(status: number, body: string): Answer {
  return new Answer(status, { "Content-Type": "text/html; charset=utf-8", ...fromApplication }, body);
}
