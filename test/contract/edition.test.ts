import assert from "node:assert/strict";
import type { RawAnswer } from "../../src/wire/decode.ts";
import { recogniseEdition } from "../../src/wire/edition.ts";
import { readTranscripts, recordedHeader, type Transcript } from "./transcript.ts";

/** Recordings of aaPanel that could as well be of BaoTa. */
const TELL_NOTHING =
  "acme_orders_v2 composer_ver_v1 xterm_get_v1 xterm_hosts_v1 xterm_hosts_v1_one " +
  // sentences of one language, but of no rule
  "acme_remove_v1 addsite_v1 addsite_v1_dup composer_v1 project_java_change_log_unknown_v2 xdocker_v1";

const baota = readTranscripts("baota");
const aapanel = readTranscripts("aapanel");

const editionOf = (...transcripts: readonly Transcript[]) => recogniseEdition(transcripts.map(answerOf));

function answerOf(transcript: Transcript): RawAnswer {
  const { status, body } = transcript.response;
  return { status, body, contentType: recordedHeader(transcript, "Content-Type") };
}

describe("the edition of a panel", () => {
  after(() => {
    const told = aapanel.filter((transcript) => editionOf(transcript) === "aapanel").length;
    const toldBaota = baota.filter((transcript) => editionOf(transcript) === "baota").length;
    console.log(
      `      ${aapanel.length} recorded exchanges of aaPanel: ${told} tell the edition, as do ${toldBaota} of BaoTa's ${baota.length}`,
    );
  });

  it("has recordings that tell nothing, each of which is there", () => {
    const names = aapanel.map(({ name }) => name);
    assert.deepEqual(
      TELL_NOTHING.split(" ").filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const transcript of aapanel) {
    const expected = TELL_NOTHING.split(" ").includes(transcript.name) ? "unknown" : "aapanel";
    it(`${transcript.name} is ${expected}`, () => assert.equal(editionOf(transcript), expected));
  }

  it("is never told to be aaPanel by a recording of BaoTa", () => {
    for (const transcript of baota) assert.notEqual(editionOf(transcript), "aapanel", transcript.name);
  });

  it("is told by every recording of the system's totals", () => {
    for (const [transcripts, edition] of [
      [baota, "baota"],
      [aapanel, "aapanel"],
    ] as const) {
      const totals = transcripts.filter(({ response }) => response.body.includes('"memTotal": 24105, "memFree"'));
      assert.ok(totals.length > 0);
      for (const transcript of totals) {
        if (transcript.request.path.endsWith("/system") && transcript.response.body.includes('"version"'))
          assert.equal(editionOf(transcript), edition, transcript.name);
      }
    }
  });

  it("is told by the refusals of both", () => {
    const refusal = (msg: string): RawAnswer => ({
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: JSON.stringify({ status: false, msg }),
    });
    for (const msg of ["密钥校验失败", "IP校验失败,您的访问IP为[203.0.113.9]", "连续20次验证失败,禁止1小时"])
      assert.equal(recogniseEdition([refusal(msg)]), "baota");
    for (const msg of [
      "Secret key verification failed",
      "IP validation failed, your access IP is[203.0.113.9]",
      "20 consecutive verification failures, prohibited for 1 hour",
    ])
      assert.equal(recogniseEdition([refusal(msg)]), "aapanel");
  });

  it("is told by all recordings of one together, and by none or both not at all", () => {
    assert.equal(editionOf(...baota), "baota");
    assert.equal(editionOf(...aapanel), "aapanel");
    assert.equal(editionOf(...baota, ...aapanel), "unknown");
    assert.equal(editionOf(), "unknown");
  });

  it("is not told by words that merely look like it", () => {
    const bodies = [
      "null",
      '"Specific parameters are invalid!"',
      "[]",
      "[null]",
      '{"status":true,"msg":"密钥校验失败"}',
      '{"status":0}',
      '{"time":5,"page":null}',
      '{"id":4,"name":"默认分类"}',
      "<html>\r\n<head><title>404 Not Found</title></head>\r\n",
      "",
    ];
    for (const body of bodies)
      assert.equal(recogniseEdition([{ status: 200, contentType: "application/json", body }]), "unknown", body);
  });
});
