import assert from "node:assert/strict";
import { agentLines } from "../../../src/agents/newLines.ts";
import { problemOf } from "../../../src/agents/named.ts";
import { outcomeResult } from "../../../src/agents/outcomeResult.ts";
import { resultText } from "../../../src/agents/toolResult.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { entryOf, lineOf } from "../../../src/activity/activityEntry.ts";
import { PanelConnection, type ConnectionServices } from "../../../src/connection/panelConnection.ts";
import { diagnosticsText } from "../../../src/doctor/diagnostics.ts";
import { ConnectionHistory } from "../../../src/doctor/connectionHistory.ts";
import { logCalls } from "../../../src/product/logCalls.ts";
import { RedactedWriter } from "../../../src/redaction/redactedWriter.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { failureText } from "../../../src/texts/failureTexts.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { OperationId, ParamsOf } from "../../../src/wire/operations/operations.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { FakeWorkbench } from "../../fakes/fakeWorkbench.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { secretParams } from "./secretParams.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

const { signal } = new AbortController();

const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inAscii = (text: string) =>
  inJson(text).replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const linesOf = (text: string) => text.trim().split("\n");
const half = (text: string) => text.trim().slice(0, Math.ceil(text.trim().length * 0.7));

/** How a panel repeats what it got. */
const ECHOES: Readonly<Record<string, (text: string) => string>> = {
  "as it was sent": (text) => text,
  "without the blanks round it": (text) => text.trim(),
  "line by line": (text) =>
    linesOf(text)
      .map((line, index) => `line ${index + 1}: ${line}`)
      .join("\n"),
  "its lines quoted": (text) =>
    linesOf(text)
      .map((line) => `> ${line}`)
      .join("\n"),
  "without its first line": (text) => (linesOf(text).length > 1 ? linesOf(text).slice(1).join("\n") : text),
  "without first and last line": (text) => (linesOf(text).length > 1 ? linesOf(text).slice(1, -1).join("\n") : text),
  "from its middle on": (text) => (linesOf(text).length > 4 ? linesOf(text).slice(3).join(" ") : text),
  "on one line": (text) => linesOf(text).join(" "),
  "without line ends": (text) => linesOf(text).join(""),
  "with line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "with line ends of HTML": (text) => linesOf(escapeHtml(text)).join("<br>\n"),
  "as a form has it": (text) => new URLSearchParams({ s: text }).toString().slice(2),
  "as a part of a URL": (text) => encodeURIComponent(text),
  "in JSON": (text) => inJson(text),
  "in JSON of Python": (text) => inAscii(text),
  "in JSON in JSON": (text) => inJson(inJson(text)),
  "in HTML": escapeHtml,
  "in HTML of JSON": (text) => escapeHtml(inJson(text)),
  "as Python prints it": (text) =>
    `{'key': '${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'}`,
  "cut after two thirds": (text) => `${half(text)}…`,
  "as a form has it, cut": (text) => `${new URLSearchParams({ s: half(text) }).toString().slice(2)}…`,
};

/** Where a panel says it. */
const ANSWERS: Readonly<Record<string, (said: string) => FakeAnswer>> = {
  "a refusal": (said) => ({ body: JSON.stringify({ status: false, msg: said }) }),
  "a list of reasons": (said) => ({ body: JSON.stringify({ status: false, msg: [said, {}] }) }),
  "a refusal with a number": (said) => ({ body: JSON.stringify({ status: -1, message: said, error_msg: said }) }),
  "a refusal of the API": (said) => ({
    contentType: "text/html; charset=utf-8",
    body: JSON.stringify({ status: false, msg: said }),
  }),
  "a traceback": (said) => ({
    body: JSON.stringify({
      status: false,
      msg: `Traceback (most recent call last):\n  File "/a.py"\nValueError: ${said}`,
    }),
  }),
  "a page": (said) => ({ contentType: "text/html", body: `<html><p>${said}</p></html>` }),
  "a page of an exception": (said) => ({ status: 500, contentType: "text/html", body: `<pre>${said}</pre>` }),
  "a redirect": (said) => ({ status: 302, location: `/login?next=${encodeURIComponent(said)}`, body: "" }),
  "a yes": (said) => ({ body: JSON.stringify({ status: true, siteStatus: true, msg: said }) }),
};

/** What a person reads of a text, whatever escapes are in it. */
function* readings(text: string): Generator<string, void> {
  yield text;
  yield text.replaceAll("\\\\", "\\").replaceAll(/\\(["'/])/g, "$1");
  yield text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  yield text
    .replaceAll("+", " ")
    .replaceAll(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Parts of a secret of which none may be read: of each line of a key some, of a password half or the whole. */
function partsOf(secret: string): readonly string[] {
  const lines = linesOf(secret).filter((line) => !line.startsWith("-----") && line.length >= 16);
  if (linesOf(secret).length === 1) return [secret.trim(), secret.trim().slice(0, 12), secret.trim().slice(-12)];
  return lines.flatMap((line) => [line.slice(0, 16), line.slice(16, 32), line.slice(32, 48), line.slice(-16)]);
}

const isRead = (text: string, parts: readonly string[]) =>
  [...readings(text)].some((reading) => parts.some((part) => part.length >= 12 && reading.includes(part)));

/** A window that sends secrets, and all texts that come of it. */
class SendingWindow {
  readonly #redactor = new Redactor();
  readonly #redact = (text: string, names?: readonly string[]) => this.#redactor.redact(text, names);
  readonly #log = new TestLog();
  readonly #history = new ConnectionHistory();
  readonly #fixture = new ConnectionFixture();
  readonly #record = panelRecord({ guardLevel: "trusted" });
  readonly #connection: PanelConnection;
  said = "";

  constructor() {
    const logCall = logCalls(this.#log);
    const services: ConnectionServices = {
      guard: this.#fixture.guard,
      clock: this.#fixture.clock,
      apiKey: this.#fixture.apiKey,
      createTransport: this.#fixture.createTransport,
      onSecrets: (secrets) => this.#redactor.addSent(secrets),
      onCall: (record, call) => {
        logCall(record, call);
        this.#history.called(call, 0);
      },
    };
    this.#connection = new PanelConnection(this.#record, services);
  }

  /** Sends an operation to a panel that answers like this; how it failed, if it did. */
  async send(
    id: OperationId,
    params: object,
    answer: (request: SentRequest) => FakeAnswer,
  ): Promise<PanelFailure | undefined> {
    this.#fixture.answer = answer;
    try {
      const result = await this.#connection.callFor(signal)(id, params as ParamsOf<OperationId>);
      this.#log.debug(JSON.stringify(result));
      return undefined;
    } catch (error) {
      this.#log.error(error instanceof Error ? (error.stack ?? "") : String(error));
      return failureOf(error) ?? assert.fail(String(error));
    }
  }

  /** All texts of the product after it, each where it stands. */
  texts(failure: PanelFailure | undefined): Readonly<Record<string, string>> {
    const { name, address } = this.#record;
    const request: ActionRequest = {
      panel: this.#connection,
      kind: "site",
      verb: "installCertificate",
      target: { key: "1", label: "a.example.com" },
      row: undefined,
    };
    const outcome: Outcome =
      failure === undefined ? { kind: "done", evidence: undefined } : { kind: "failed", failure };
    const told = outcomeText(request, outcome)?.message ?? "";
    const failed = failure === undefined ? "" : failureText(failure, address);
    const record = actionRecord({ kind: "site", verb: "installCertificate", target: request.target, outcome });
    const entry = entryOf(record, name, 0, this.#redact);
    const agents = [
      resultText(outcomeResult({ request, outcome }), this.#redact),
      ...(failure === undefined ? [] : [resultText(problemOf(failure, this.#record).result, this.#redact)]),
      ...agentLines(this.said.split("\n"), this.#redact),
    ];
    const diagnosis = {
      record: this.#record,
      edition: "baota",
      version: undefined,
      failure,
      diagnosis: undefined,
    } as const;
    this.#log.error(`a log of the panel says: ${this.said}`);
    return {
      notifications: [this.#redact(told, [name]), this.#redact(failed, [name])].join("\n"),
      Activity: entry === undefined ? "" : lineOf(entry),
      "the log": this.#log.lines.map((line) => this.#redact(line)).join("\n"),
      "followed logs": this.#followed(),
      diagnostics: this.#redact(
        diagnosticsText(new FakeWorkbench().support.environment(), [diagnosis], this.#history.failures),
      ),
      "agents' texts": agents.join("\n"),
    };
  }

  dispose(): void {
    this.#connection.dispose();
  }

  /** A log that has what the panel says, in pieces. */
  #followed(): string {
    let shown = "";
    const writer = new RedactedWriter(this.#redactor, (text) => void (shown += text));
    for (const piece of `before\n${this.said}\nafter`.match(/[^]{1,400}/gu) ?? []) writer.append(piece);
    writer.end();
    return shown;
  }
}

describe("secrets that are sent", () => {
  const counts = { operations: new Set<string>(), secrets: 0, runs: 0, texts: 0, found: 0 };

  after(() => {
    const { operations, secrets, runs, texts, found } = counts;
    console.log(
      `      ${operations.size} operations, ${secrets} secrets × ${Object.keys(ECHOES).length} forms × ${Object.keys(ANSWERS).length} answers = ${runs} runs, ${texts} texts: ${found} with a secret`,
    );
  });

  for (const [id, samples = []] of Object.entries(secretParams) as readonly [
    OperationId,
    (typeof secretParams)[OperationId],
  ][])
    for (const [index, { params, secrets }] of samples.entries())
      for (const [place, secret] of Object.entries(secrets))
        it(`are nowhere shown, however a panel repeats them: ${place} of ${id}, ${index + 1}`, async () => {
          counts.operations.add(id);
          counts.secrets += 1;
          const leaks: string[] = [];
          const parts = partsOf(secret);
          for (const [how, echo] of Object.entries(ECHOES))
            for (const [where, answer] of Object.entries(ANSWERS)) {
              const window = new SendingWindow();
              try {
                const failure = await window.send(id, params, ({ url, fields }) => {
                  // BaoTa has no second API, and takes a private key of this version on
                  if (url.pathname === "/v2/system") return { status: 404, contentType: "text/html", body: "<html>" };
                  const sent = fields.map(([, text]) => text).find((text) => text.trim() === secret.trim());
                  if (sent === undefined) return { body: '{"memTotal":1,"version":"11.7.0"}' };
                  window.said = echo(sent);
                  return answer(`not accepted: ${window.said} is not valid`);
                });
                assert.notEqual(window.said, "", "it was sent");
                const texts = window.texts(failure);
                counts.runs += 1;
                for (const [name, text] of Object.entries(texts)) {
                  counts.texts += 1;
                  if (isRead(text, parts)) leaks.push(`${how} in ${where}: ${name}: ${text.slice(0, 600)}`);
                }
              } finally {
                window.dispose();
              }
            }
          counts.found += leaks.length;
          assert.deepEqual(leaks.slice(0, 5), [], `${leaks.length} texts`);
        });
});
