import assert from "node:assert/strict";
import { outermost } from "../../../src/fileSearch/findArguments.ts";

describe("the directories that are searched", () => {
  it("are all but those inside of others, whatever their names begin with", () => {
    const sites = ["/www/shop", "/www/shop2", "/www/shop.old", "/www/shop/public", "/www/shop/"];
    assert.deepEqual(outermost(sites), ["/www/shop", "/www/shop2", "/www/shop.old"]);
    assert.deepEqual(outermost(["/www/a/b", "/www", "/www2"]), ["/www", "/www2"]);
  });
});
