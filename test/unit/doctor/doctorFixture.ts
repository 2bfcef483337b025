import { diagnose } from "../../../src/doctor/diagnose.ts";
import type { Asker, Finding, Mark } from "../../../src/doctor/finding.ts";
import type { Reach } from "../../../src/doctor/reach.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";

/** The answer of a panel to strangers, to an operation that it lacks, and of one whose API is off. */
export const NOT_FOUND: FakeAnswer = {
  status: 404,
  contentType: "text/html; charset=utf-8",
  body: "<html><center>nginx</center></html>",
};

/** The refusal of a signed call, in these words. */
export function refusal(msg: string): FakeAnswer {
  return { contentType: "text/html; charset=utf-8", body: JSON.stringify({ status: false, msg }) };
}

export const HERE: Asker = { computer: "here", place: "only" };

/** What lies on the way to a panel; what is not given works. */
export interface Way {
  readonly record?: Partial<PanelRecord>;
  readonly reach?: Partial<Reach>;
  /** The answer to strangers. */
  readonly unsigned?: (request: SentRequest) => FakeAnswer | Promise<FakeAnswer>;
  /** The answer to signed calls. */
  readonly total?: (request: SentRequest) => FakeAnswer | Promise<FakeAnswer>;
}

/** A panel behind such a way. */
export class DoctorFixture {
  readonly services = new ConnectionFixture();
  readonly record: PanelRecord;
  readonly connection: PanelConnection;
  readonly reach: Reach;
  /** Whether each of the calls was signed, in their order. */
  readonly calls: boolean[] = [];

  constructor(way: Way) {
    const { services } = this;
    this.record = panelRecord({ address: "https://panel.example:8888", ...way.record });
    services.answer = (request) => {
      this.calls.push(isSigned(request));
      if (!isSigned(request)) return (way.unsigned ?? this.stranger)(request);
      if (request.url.pathname === "/v2/system") return NOT_FOUND;
      return (way.total ?? (() => ({ body: '{"memTotal":1,"version":"11.7.0"}' })))(request);
    };
    this.connection = new PanelConnection(this.record, services);
    this.reach = { resolve: async () => ["192.0.2.7"], connect: async () => undefined, ...way.reach };
  }

  /** The usual answer to strangers, by a clock that is right. */
  readonly stranger = (): FakeAnswer => ({
    ...NOT_FOUND,
    date: new Date(this.services.clock.wallTime()).toUTCString(),
  });

  findings(signal = new AbortController().signal): AsyncGenerator<Finding, void, undefined> {
    const { record, connection, services, reach } = this;
    return diagnose({ record, connection, services, reach, from: HERE }, signal);
  }

  async all(signal?: AbortSignal): Promise<readonly Finding[]> {
    const all: Finding[] = [];
    for await (const finding of this.findings(signal)) all.push(finding);
    return all;
  }
}

function isSigned({ fields }: SentRequest): boolean {
  return fields.some(([name]) => name === "request_token");
}

const SIGNS: Readonly<Record<Mark, string>> = { tick: "+", cross: "x", unknown: "?" };

/** The marks of all steps, one sign each. */
export function marksOf(findings: readonly Finding[]): string {
  return findings.map(({ mark }) => SIGNS[mark]).join("");
}
