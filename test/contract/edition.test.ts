import assert from "node:assert/strict";
import type { RawAnswer } from "../../src/wire/decode.ts";
import { recogniseEdition } from "../../src/wire/edition.ts";
import { readTranscripts, recordedHeader, type Transcript } from "./transcript.ts";

/** Recordings of aaPanel that could as well be of BaoTa, by why. */
const TELL_NOTHING = Object.values({
  sentencesOfNoRule:
    "acme_remove_again_v1 acme_remove_again_v2 acme_remove_v1 acme_remove_v1_2 acme_remove_v2_2 " +
    "addsite_v1_baddomain addsite_v1_dup addsite_v1_same_domain_other_port " +
    "composer_update_v1 composer_v1 composer_ver_v1 composer_version_v1 docker_list_v1_2 " +
    "java_change_log_dotdot_v2 java_change_log_missing_v2 java_change_log_running_v2 java_change_log_stopped_v2 " +
    "java_create_springboot_v2 java_log_unknown_v2 java_log_v1 " +
    "java_restart_running_v2 java_restart_stopped_v2 java_restart_v2_get_stype " +
    "java_start_after_stop_v2 java_start_again_v2 java_start_v2 " +
    "java_stop_again_v2 java_stop_running_v2 java_stop_unknown_v2 project_java_change_log_unknown_v2 " +
    "site_access_log_unknown_v1 site_access_log_v1 site_delete_v1 site_start_v1 site_stop_v1 xdocker_v1 xdocker_v1_2",
  valuesOfBoth:
    "acme_orders_v1_2 acme_orders_v2 addsite_v1 addsite_v1_empty_ftp_fields addsite_v1_full addsite_v1_no_set_ssl " +
    "java_info_v2 java_log_running_v2 php_versions_v1 site_domains_v1 system_disk_info_v1 " +
    "xterm_get_command_list_v1 xterm_hosts_one_v1 xterm_hosts_v1 xterm_hosts_v1_one",
  wordsOfDocker: "docker_pause_unknown_v2 docker_restart_unknown_v2 docker_start_unknown_v2 docker_unpause_unknown_v2",
  webPages: "xterm_get_command_list_GET_v2 xterm_get_v1",
}).flatMap((names) => names.split(" "));

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
      TELL_NOTHING.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const transcript of aapanel) {
    const expected = TELL_NOTHING.includes(transcript.name) ? "unknown" : "aapanel";
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
