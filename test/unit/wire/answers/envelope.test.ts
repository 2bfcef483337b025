import assert from "node:assert/strict";
import {
  bareArray,
  bareObject,
  classic,
  stamped as under,
  timestamped,
  withoutHeader,
  wordsIn,
} from "../../../../src/wire/answers/envelope.ts";

const stamped = (status: unknown, message: unknown) => timestamped({ status, timestamp: 1_795_297_508, message });

const HEADER =
  "Project-Id-Version: \nPO-Revision-Date: 2022-01-05 10:16+0800\nLanguage: en\nContent-Type: text/plain; charset=UTF-8\nX-Generator: Poedit 3.0.1\n";

describe("the header of a translation file", () => {
  it("is an empty sentence, in either envelope, for a success and a failure", () => {
    assert.deepEqual(classic({ status: true, msg: HEADER }), { kind: "success", content: { status: true, msg: "" } });
    assert.deepEqual(timestamped({ status: false, msg: HEADER }), { kind: "failure", message: "" });
    assert.deepEqual(stamped(-1, { result: HEADER }), { kind: "failure", message: "" });
    assert.deepEqual([wordsIn(HEADER), wordsIn({ result: HEADER.trim() })], ["", ""]);
  });

  it("is left where it stands among other words, which may quote it, but for who asks for them alone", () => {
    for (const msg of [`cat en.po\n${HEADER}`, `${HEADER}done`, "Project-Id-Version", `${HEADER}\n\n`.repeat(90)])
      assert.deepEqual(classic({ status: true, msg }), { kind: "success", content: { status: true, msg } });
    assert.equal(withoutHeader(`from ${HEADER} to 2.8.1`), "from  to 2.8.1");
  });
});

describe("an answer with a timestamp", () => {
  it("is a success with 0, and its content is the message", () => {
    for (const content of [{ container_list: [] }, [], 0, null, "", { result: "starting success!" }])
      assert.deepEqual(stamped(0, content), { kind: "success", content });
  });

  it("is a failure with -1, with the panel's message", () => {
    assert.deepEqual(stamped(-1, { result: "boot failed!" }), { kind: "failure", message: "boot failed!" });
    assert.deepEqual(stamped(-1, "webname is required"), { kind: "failure", message: "webname is required" });
    assert.deepEqual(stamped(-1, null), { kind: "failure", message: "" });
  });

  it("is a failure under 0 if the message itself has a false status", () => {
    assert.deepEqual(stamped(0, { status: false, msg: "Saved by another" }), {
      kind: "failure",
      message: "Saved by another",
    });
  });

  it("is unclear with another number", () => {
    for (const status of [1, 2, -2, 0.5]) assert.deepEqual(stamped(status, {}), { kind: "unclear" });
  });

  it("is opened by another envelope where its content is to be of a kind", () => {
    const list = under(bareObject("data"));
    const content = { data: [] };
    for (const body of [content, { status: 0, timestamp: 1, message: content }])
      assert.deepEqual(list(body), { kind: "success", content });
    for (const message of [{}, null, [], 0, "", { data: [], status: false }])
      assert.notEqual(list({ status: 0, timestamp: 1, message }).kind, "success", JSON.stringify(message));
    assert.deepEqual(list({ status: 0, message: content }), { kind: "unclear" });
  });

  it("is a failure with -1 in every envelope, whatever else it holds", () => {
    const refused = { status: -1, timestamp: 1, message: { result: "no" }, data: [], msg: "ok" };
    for (const envelope of [classic, bareArray, bareObject("data"), timestamped, under(bareObject("data"))])
      assert.deepEqual(envelope(refused), { kind: "failure", message: "no" });
    assert.equal(classic({ status: -1, message: "no" }).kind, "unclear");
  });

  it("may be a classic one or a bare text in its place", () => {
    const restarted = { status: true, msg: "Restarted successfully" };
    assert.deepEqual(timestamped(restarted), { kind: "success", content: restarted });
    assert.deepEqual(timestamped({ status: false, msg: "Unsafe path" }), { kind: "failure", message: "Unsafe path" });
    assert.deepEqual(timestamped("404 Client Error"), { kind: "failure", message: "404 Client Error" });
    for (const body of [null, {}, [], 0, { status: 0, message: {} }, { status: "0", timestamp: 1 }])
      assert.deepEqual(timestamped(body), { kind: "unclear" });
  });
});

describe("a failure of older panels' projects", () => {
  const body = { status: false, status_code: 1003, error_msg: "no such method", data: [] };

  it("has its words in error_msg", () => {
    assert.deepEqual(classic(body), { kind: "failure", message: "no such method" });
    assert.deepEqual(bareObject("rows")(body), { kind: "failure", message: "no such method" });
  });

  it("is unclear without its code, its words, or a status that is false", () => {
    for (const other of [{ status: undefined }, { status: 0 }, { status_code: "1003" }, { error_msg: null }])
      assert.deepEqual(classic({ ...body, ...other }), { kind: "unclear" });
  });
});
