import { Answer, fromApplication } from "../../src/demoPanel/http.ts";

/** The start of a browser application. */
export function applicationPage(language: string, title: string): Answer {
  return htmlAnswer(
    200,
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><div id="app"></div></body></html>`,
  );
}

/** Redirects as Flask does. */
export function redirect(location: string): Answer {
  const { headers, body, status } = htmlAnswer(
    302,
    `<!doctype html>\n<html lang=en>\n<title>Redirecting...</title>\n<h1>Redirecting...</h1>\n<p>You should be redirected automatically to the target URL: <a href="${location}">${location}</a>. If not, click the link.\n`,
  );
  return new Answer(status, { ...headers, Location: location }, body);
}

/** The answer to methods other than GET and POST. */
export const emptyNotFound = new Answer(404, { "Content-Type": "text/plain; charset=utf-8" }, "");

/** How a panel's imitation differs from nginx, which ends all lines with CR and LF. */
interface Imitation {
  readonly lineEnd: string;
  readonly lastLineEnd: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes a page as nginx does. */
export function nginxPage(status: number, title: string, { lineEnd, lastLineEnd, headers }: Imitation): Answer {
  const lines = [
    "<html>",
    `<head><title>${title}</title></head>`,
    "<body>",
    `<center><h1>${title}</h1></center>`,
    "<hr><center>nginx</center>",
    "</body>",
    "</html>",
  ];
  return new Answer(status, { "Content-Type": "text/html", ...headers }, lines.join(lineEnd) + lastLineEnd);
}

function htmlAnswer(status: number, body: string): Answer {
  return new Answer(status, { "Content-Type": "text/html; charset=utf-8", ...fromApplication }, body);
}
