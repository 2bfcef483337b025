import assert from "node:assert/strict";
import { secretsInUse } from "../../../src/connection/secretsInUse.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { MASK } from "../../../src/redaction/maskRanges.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { panelRecord } from "../../fakes/rows.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const OTHER_KEY = "another key of some other panel";
const OTHER = panelRecord({ id: "3f1c2b7e-0000-4000-8000-000000000002", keyRef: "key-2" });

describe("secrets in use", () => {
  let redactor: Redactor;
  let stored: Map<string | undefined, string>;
  let read: (string | undefined)[];
  beforeEach(() => {
    redactor = new Redactor();
    stored = new Map([
      ["key-1", KEY],
      ["key-2", OTHER_KEY],
    ]);
    read = [];
  });

  const keysOf = () =>
    secretsInUse(redactor, async ({ keyRef }: PanelRecord) => {
      read.push(keyRef);
      return stored.get(keyRef);
    });

  /** Whether a text with the key would stand in the log as it is. */
  const isLogged = (key = KEY) => redactor.redact(`x ${key} y`) !== `x ${MASK} y`;

  it("are read once, and masked from then on", async () => {
    const keys = keysOf();
    assert.equal(isLogged(), true);
    assert.equal(await keys.apiKey(panelRecord()), KEY);
    assert.equal(isLogged(), false);
    assert.equal(await keys.apiKey(panelRecord({ name: "renamed" })), KEY);
    assert.deepEqual(read, ["key-1"]);
    assert.equal(isLogged(OTHER_KEY), true);
  });

  it("are read again while there is none", async () => {
    stored.clear();
    const keys = keysOf();
    assert.equal(await keys.apiKey(panelRecord()), undefined);
    stored.set("key-1", KEY);
    assert.equal(await keys.apiKey(panelRecord()), KEY);
    assert.deepEqual(read, ["key-1", "key-1"]);
  });

  it("fail with the store's error, and are read again", async () => {
    let fails = true;
    const keys = secretsInUse(redactor, async () => {
      if (fails) throw new Error("locked");
      return KEY;
    });
    await assert.rejects(keys.apiKey(panelRecord()), /locked/);
    fails = false;
    assert.equal(await keys.apiKey(panelRecord()), KEY);
  });

  it("are read anew when the panel has another one", async () => {
    const keys = keysOf();
    await keys.apiKey(panelRecord());
    assert.equal(await keys.apiKey(panelRecord({ keyRef: "key-2" })), OTHER_KEY);
    keys.keepOnly([panelRecord({ keyRef: "key-2" })]);
    assert.deepEqual([isLogged(KEY), isLogged(OTHER_KEY)], [true, false]);
    assert.equal(await keys.apiKey(panelRecord()), KEY);
    assert.deepEqual(read, ["key-1", "key-2", "key-1"]);
  });

  it("are dropped with their panel, and only then", async () => {
    const keys = keysOf();
    await keys.apiKey(panelRecord());
    await keys.apiKey(OTHER);
    keys.keepOnly([panelRecord({ name: "renamed" }), OTHER]);
    assert.deepEqual([isLogged(KEY), isLogged(OTHER_KEY)], [false, false]);
    keys.keepOnly([OTHER]);
    assert.deepEqual([isLogged(KEY), isLogged(OTHER_KEY)], [true, false]);
    keys.keepOnly([]);
    assert.equal(isLogged(OTHER_KEY), true);
    await keys.apiKey(panelRecord());
    assert.deepEqual(read, ["key-1", "key-2", "key-1"]);
  });

  it("that two panels share stay masked until both are gone", async () => {
    stored.set("key-2", KEY);
    const keys = keysOf();
    await keys.apiKey(panelRecord());
    await keys.apiKey(OTHER);
    keys.keepOnly([OTHER]);
    assert.equal(isLogged(), false);
    keys.keepOnly([]);
    assert.equal(isLogged(), true);
  });

  it("that are read twice at once are dropped completely", async () => {
    const keys = keysOf();
    await Promise.all([keys.apiKey(panelRecord()), keys.apiKey(panelRecord())]);
    assert.equal(isLogged(), false);
    keys.keepOnly([]);
    assert.equal(isLogged(), true);
  });

  describe("and entrances", () => {
    const WITH = panelRecord({ entranceRef: "entrance-1" });
    const keysAnd = (readEntrance: (record: PanelRecord) => Promise<string | undefined>) =>
      secretsInUse(redactor, () => KEY, readEntrance);

    it("are masked before the key can be used", async () => {
      const keys = keysAnd(async () => "/s3cr3tentr4nce");
      await keys.apiKey(WITH);
      assert.equal(redactor.redact("see /s3cr3tentr4nce/login"), `see ${MASK}/login`);
      keys.keepOnly([panelRecord()]);
      assert.equal(redactor.redact("see /s3cr3tentr4nce/login"), "see /s3cr3tentr4nce/login");
    });

    it("are read once, and not where a panel has none", async () => {
      let reads = 0;
      const keys = keysAnd(async () => `/entr4nce-${++reads}`);
      await keys.apiKey(panelRecord());
      assert.equal(reads, 0);
      await keys.apiKey(WITH);
      await keys.apiKey(WITH);
      assert.equal(reads, 1);
    });

    it("do not keep a key back that cannot be read, and are asked for again", async () => {
      let fails = true;
      const keys = keysAnd(async () => {
        if (fails) throw new Error("locked");
        return "/s3cr3tentr4nce";
      });
      assert.equal(await keys.apiKey(WITH), KEY);
      fails = false;
      await keys.apiKey(WITH);
      assert.equal(redactor.redact("/s3cr3tentr4nce"), MASK);
    });
  });

  it("of panels without a reference are distinguished by the panel", async () => {
    const { keyRef: _one, ...first } = panelRecord();
    const { keyRef: _two, ...second } = OTHER;
    const keys = secretsInUse(redactor, ({ id }) => (id === first.id ? KEY : OTHER_KEY));
    assert.deepEqual([await keys.apiKey(first), await keys.apiKey(second)], [KEY, OTHER_KEY]);
  });
});
