import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { failureText } from "../../../src/texts/failureTexts.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { Issuers } from "../certificates/pairs.ts";

const NEVER = new AbortController().signal;
const PAGE = { status: 404, contentType: "text/html", body: "<html>" };
const BLANKS = " ".repeat(4_100);
const OLDER = { kind: "invalid", field: "key", rule: "older" };

type Edition = "baota" | "aapanel";

/** What has become of a pair that a panel of a version was to get: the key as it was sent, or why it was not. */
async function sentKey(edition: Edition, version: string | undefined): Promise<unknown> {
  const fixture = new ConnectionFixture();
  const total = JSON.stringify({ memTotal: 1, ...(version !== undefined && { version }) });
  fixture.answer = async ({ url: { pathname }, fields }) => {
    const action = fields.find(([name]) => name === "action")?.[1];
    if (action === "SetSSL") return { body: '{"status":true,"msg":"saved"}' };
    if (pathname === "/system") return { body: total };
    if (pathname === "/v2/system" && edition === "aapanel")
      return { body: `{"status":0,"timestamp":1,"message":${total}}` };
    return PAGE;
  };
  const connection = new PanelConnection(panelRecord(), fixture);
  const { certificate, key } = new Issuers(Date.now()).issue({ to: 5 });
  try {
    await connection.callFor(NEVER)("certificate.install", { name: "shop.example.com", certificate, key });
  } catch (error) {
    return failureOf(error);
  }
  const fields = fixture.transports.flatMap(({ sent }) => sent.flatMap((request) => request.fields));
  return fields.find(([name]) => name === "key")?.[1].replace(/-----BEGIN.*/s, "");
}

describe("a private key behind blanks", () => {
  const cases: readonly (readonly [Edition, string | undefined, unknown])[] = [
    ["baota", "11.7.0", BLANKS],
    ["baota", "11.1.0", BLANKS],
    ["baota", "12.0", BLANKS],
    ["baota", "11.0.9", OLDER],
    ["baota", "9.0.0_lts", OLDER],
    ["baota", "8.0.2", OLDER],
    ["baota", "7.9.25", OLDER],
    ["aapanel", "8.10.0", BLANKS],
    ["aapanel", "7.25.0", BLANKS],
    ["aapanel", "7.10.0", OLDER],
    ["aapanel", "7.0.6", OLDER],
    ["aapanel", "beta", OLDER],
    ["aapanel", undefined, OLDER],
  ];
  for (const [edition, version, expected] of cases) {
    const end = expected === OLDER ? "is not sent to" : "is sent to";
    it(`${end} ${edition} ${version ?? "of unknown version"}`, async () => {
      assert.deepEqual(await sentKey(edition, version), expected);
    });
  }

  it("is not ordered for a website either where it could not be installed", async () => {
    const fixture = new ConnectionFixture();
    fixture.answer = async ({ url: { pathname } }) =>
      pathname === "/system" ? { body: '{"memTotal":1,"version":"8.0.2"}' } : PAGE;
    const call = new PanelConnection(panelRecord(), fixture).callFor(NEVER);
    await assert.rejects(call("certificateOrder.order", { id: 1, domains: ["shop.example.com"] }), (error) => {
      assert.deepEqual(failureOf(error), OLDER);
      return true;
    });
    const paths = fixture.transports.flatMap(({ sent }) => sent.map(({ url }) => url.pathname));
    assert.ok(!paths.includes("/acme"), paths.join());
  });
});

/** What a panel of a version answers to an operation, and whether it was asked. */
async function askedOf(edition: Edition, version: string | undefined, id: OperationId, params: object) {
  const fixture = new ConnectionFixture();
  const total = JSON.stringify({ memTotal: 1, ...(version !== undefined && { version }) });
  const own = new Set(["/system", "/v2/system"]);
  fixture.answer = async ({ url: { pathname } }) => {
    if (pathname === "/system") return { body: total };
    if (pathname === "/v2/system" && edition === "aapanel")
      return { body: `{"status":0,"timestamp":1,"message":${total}}` };
    return PAGE;
  };
  const connection = new PanelConnection(panelRecord(), fixture);
  let failure: unknown;
  try {
    await connection.callFor(NEVER)(id, params as never);
  } catch (error) {
    failure = failureOf(error);
  }
  const paths = fixture.transports.flatMap(({ sent }) => sent.map(({ url }) => url.pathname));
  return { failure, isAsked: paths.some((path) => !own.has(path)) };
}

describe("what older panels do not have", () => {
  const project = { project: "shop" };
  const lists = { page: 1, limit: 10 };
  const cases: readonly (readonly [
    OperationId,
    object,
    first: Readonly<Partial<Record<Edition, readonly [before: string, first: string]>>>,
  ])[] = [
    ["file.stat", { paths: ["/a"] }, { baota: ["8.0.2", "8.1"], aapanel: ["7.45.9", "7.46"] }],
    ["java.restart", project, { baota: ["8.0.2", "8.1"], aapanel: ["7.64", "7.65"] }],
    ["container.list", {}, { baota: ["8.0.2", "8.1"], aapanel: ["6.8.37", "7.0"] }],
    ["project.restartPython", project, { baota: ["7.9.25", "8.0"], aapanel: ["8.2.1", "8.3"] }],
    ["project.restartGo", project, { baota: ["7.9.25", "8.0"], aapanel: ["8.6", "8.7"] }],
    ["project.restartOther", project, { baota: ["7.9.25", "8.0"] }],
    ["certificate.renew", { index: "a" }, { baota: ["8.0.2", "8.1"], aapanel: ["6.8.37", "7.0"] }],
    ["certificate.list", lists, { aapanel: ["7.19", "7.20"] }],
    ["terminal.settings", {}, { baota: ["8.0.2", "8.1"] }],
    ["terminal.setTheme", { theme: "a" }, { baota: ["11.3.0", "11.4"] }],
    ["runtime.upgradeLog", { project: "shop" }, { baota: ["11.3.0", "11.4"] }],
  ];
  for (const [id, params, firsts] of cases)
    for (const [edition, [before, version]] of Object.entries(firsts) as [Edition, readonly [string, string]][])
      it(`${id} is not sent to ${edition} ${before}, and the version that may have it is named`, async () => {
        const failure = { kind: "unsupported", before: { edition, version } };
        assert.deepEqual(await askedOf(edition, before, id, params), { failure, isAsked: false });
      });

  it("is asked for where the version may have it, or is not known", async () => {
    for (const version of ["8.1.0", "11.7.0", undefined])
      assert.equal((await askedOf("baota", version, "file.stat", { paths: ["/a"] })).isAsked, true, version);
    assert.equal((await askedOf("aapanel", "7.46.0", "file.stat", { paths: ["/a"] })).isAsked, true);
  });

  it("is said with the version", () => {
    const message = failureText({ kind: "unsupported", before: { edition: "aapanel", version: "7.46" } });
    assert.match(message, /^Before aaPanel 7\.46, panels do not have this .* This one is older\. Nothing was sent\.$/);
  });
});
