import assert from "node:assert/strict";
import { fitsBin, nameInBin } from "../../../src/resources/binNames.ts";
import { isLost, removalOf, wordsInBin } from "../../../src/serverFiles/recycleBin.ts";

const PATH = "/www/wwwroot/a/b.txt";
const whole = (...names: readonly string[]) => ({ names, isWhole: true });
const binned = (path: string, time = "1795297238.1234567") => `${nameInBin(path)}_t_${time}`;

describe("the panel's recycle bin", () => {
  it("has room for names of 255 bytes with the time that it adds", () => {
    const ofLength = (bytes: number) => "/".padEnd(bytes, "x");
    // `_bt_` has three more than `/`, and the time 21
    assert.deepEqual([fitsBin(ofLength(231)), fitsBin(ofLength(232))], [true, false]);
    assert.equal(Buffer.byteLength(binned(ofLength(231))), 255);
    assert.deepEqual([fitsBin(`/${"中".repeat(76)}`), fitsBin(`/${"中".repeat(77)}`)], [true, false]);
    assert.equal(fitsBin("/a".repeat(47)), false);
  });

  it("is searched for the last part of a name, as panels take names apart", () => {
    assert.deepEqual(["/a/b.txt", "/a/b c", "/a/x_bt_y", "/a/x_t_y"].map(wordsInBin), ["b.txt", "b c", "y", "x"]);
  });

  it("has what is new in it since, by the path or by where that leads", () => {
    const [old, now] = [binned(PATH, "1.0"), binned(PATH)];
    assert.equal(removalOf([PATH], whole(), whole(now)), "binned");
    assert.equal(removalOf([PATH], whole(old), whole(old, now)), "binned");
    assert.equal(removalOf([PATH, "/real/b.txt"], whole(), whole(binned("/real/b.txt"))), "binned");
  });

  it("proves a deletion for good only where all that it has is seen", () => {
    const other = binned("/www/wwwroot/other/b.txt");
    assert.equal(removalOf([PATH], whole(), whole(other)), "forGood");
    assert.equal(removalOf([PATH], whole(binned(PATH)), whole(binned(PATH))), "forGood");
    assert.equal(removalOf([PATH], whole(), { names: [], isWhole: false }), "unseen");
    for (const path of ["/a@b/c", "/a/b_t_c"]) assert.equal(removalOf([path], whole(), whole()), "unseen");
    assert.equal(removalOf([PATH], undefined, whole()), "unseen");
    assert.equal(removalOf([PATH], whole(), undefined), "unseen");
  });

  it("is told of where the question has promised it", () => {
    assert.deepEqual(
      (["binned", "forGood", "unseen", undefined] as const).map((removal) => isLost({ bin: "takes" }, removal)),
      [false, true, true, false],
    );
    assert.equal(isLost({ bin: "tooLong" }, "forGood"), false);
  });
});
