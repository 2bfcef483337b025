import assert from "node:assert/strict";
import { once } from "../../../src/texts/once.ts";

describe("Texts that are made once", () => {
  it("are made when they are first needed, and kept", () => {
    let made = 0;
    const texts = once(() => ({ number: (made += 1) }));
    assert.equal(made, 0);
    assert.equal(texts(), texts());
    assert.equal(made, 1);
  });

  it("are kept also where there are none", () => {
    let made = 0;
    const texts = once(() => void (made += 1));
    texts();
    texts();
    assert.equal(made, 1);
  });
});
