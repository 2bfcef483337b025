import assert from "node:assert/strict";
import { inWords } from "../../../../src/wire/answers/editionEnvelopes.ts";
import { classic } from "../../../../src/wire/answers/envelope.ts";
import { fields, onAapanel, onBaota, onBoth, onEither, v2 } from "../../../../src/wire/operations/wires.ts";

const crontab = { route: "crontab", path: "/crontab" } as const;

/** Where a wire leads, and on which edition. */
const placeOf = ({ route, path, method, edition }: ReturnType<typeof onEither>) => [edition, method, route, path];

describe("the wires of an operation", () => {
  it("lead to the same endpoint on both editions, on aaPanel below /v2", () => {
    assert.deepEqual(onBoth(crontab, { action: "StartTask", envelope: inWords }).map(placeOf), [
      ["baota", "POST", "crontab", "/crontab"],
      ["aapanel", "POST", "v2crontab", "/v2/crontab"],
    ]);
  });

  it("lead where they are told to on one edition, or on either", () => {
    const details = { method: "GET", envelope: classic } as const;
    const wires = [onBaota(crontab, details), onAapanel(crontab, details), onAapanel(v2(crontab), details)];
    assert.deepEqual([...wires, onEither(crontab, details)].map(placeOf), [
      ["baota", "GET", "crontab", "/crontab"],
      ["aapanel", "GET", "crontab", "/crontab"],
      ["aapanel", "GET", "v2crontab", "/v2/crontab"],
      [undefined, "GET", "crontab", "/crontab"],
    ]);
  });

  it("differ on aaPanel in what is stated, and in nothing else", () => {
    const [baota, aapanel] = onBoth(crontab, { action: "Do", table: "all", envelope: classic }, { action: "DoIt" });
    assert.deepEqual([baota.action, baota.table], ["Do", "all"]);
    assert.deepEqual([aapanel.action, aapanel.table], ["DoIt", "all"]);
  });

  it("open answers by the envelope of their edition, or by one for both", () => {
    const [baota, aapanel] = onBoth(crontab, { envelope: inWords });
    const stamped = { status: 0, timestamp: 1, message: { result: "done" } };
    assert.deepEqual(aapanel.envelope(stamped), { kind: "success", content: { msg: "done" } });
    assert.equal(baota.envelope(stamped).kind, "unclear");
    for (const { envelope } of onBoth(crontab, { envelope: classic })) assert.equal(envelope(stamped).kind, "unclear");
  });
});

describe("the fields of a request", () => {
  it("have the panel's names, as text, with those that are always the same", () => {
    const encode = fields({ project_name: "project", limit: "most" }, { type: "tar" });
    assert.deepEqual(encode({ project: "项目", most: 100 }), { project_name: "项目", limit: "100", type: "tar" });
  });

  it("are no more than what is named", () => {
    const params = { id: 7, password: "s3cret" };
    assert.deepEqual(fields({ id: "id" })(params), { id: "7" });
  });
});
