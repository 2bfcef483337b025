import assert from "node:assert/strict";
import { readDeployments } from "../../../src/deployments/deploymentSetting.ts";

const site = { name: "site", website: "example.com", source: "dist" };

describe("the setting of deployments", () => {
  it("has websites and jars, with what is left out", () => {
    const { deployments, invalid } = readDeployments([site, { name: "app", project: "orders", jar: "target/*.jar" }]);
    assert.deepEqual(invalid, []);
    assert.deepEqual(deployments, [
      { ...site, directory: "", exclude: [], rollBack: "ask" },
      { name: "app", project: "orders", jar: "target/*.jar", rollBack: "ask" },
    ]);
  });

  it("takes paths as people write them", () => {
    const paths = (source: string, directory: string) => {
      const [first] = readDeployments([{ ...site, source, directory }]).deployments;
      return first !== undefined && "website" in first ? [first.source, first.directory] : undefined;
    };
    assert.deepEqual(paths("./dist/", "/blog/"), ["dist", "blog"]);
    assert.deepEqual(paths("packages\\web\\dist", "a//b"), ["packages/web/dist", "a/b"]);
    assert.deepEqual(paths(".", "."), ["", ""]);
    for (const out of ["../other", "a/../../b", "..", "a;b", "a'b"]) assert.equal(paths("dist", out), undefined, out);
    assert.equal(paths("../dist", ""), undefined);
  });

  it("names what is not valid, and keeps the rest", () => {
    const { deployments, invalid } = readDeployments([
      { ...site, check: "ftp://example.com" },
      { ...site, name: "secret", check: "https://user:word@example.com/" },
      { website: "example.com" },
      "nonsense",
      { ...site, name: "good" },
      { ...site, name: "good" },
      { ...site, name: "undo", rollBack: "never" },
    ]);
    assert.deepEqual(invalid, ["site", "secret", "3", "4", "good", "undo"]);
    assert.deepEqual(
      deployments.map(({ name }) => name),
      ["good"],
    );
    for (const value of [undefined, null, {}, "x"])
      assert.deepEqual(readDeployments(value), { deployments: [], invalid: [] });
  });
});
