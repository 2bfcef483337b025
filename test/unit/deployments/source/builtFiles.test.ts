import assert from "node:assert/strict";
import { liesBeside, likeliest } from "../../../../src/deployments/source/builtFiles.ts";

describe("the file that is meant where several match", () => {
  const chosen = (names: readonly [string, ...string[]], glob = "target/*") => {
    const { ranked, isSure } = likeliest(names, glob);
    return `${ranked[0]}${isSure ? "" : "?"}`;
  };

  // the latest first
  const cases: readonly (readonly [
    builds: string,
    names: readonly [string, ...string[]],
    chosen: string,
    glob?: string,
  ])[] = [
    ["Spring Boot with Gradle", ["orders-1.4.0-plain.jar", "orders-1.4.0.jar"], "orders-1.4.0.jar"],
    ["Maven", ["o-1.jar", "o-1-javadoc.jar", "o-1-sources.jar", "o-1-tests.jar"].toReversed() as [string], "o-1.jar"],
    ["Maven's shade plugin", ["original-shop-1.0.jar", "shop-1.0.jar"], "shop-1.0.jar"],
    ["Maven's shade plugin with a classifier", ["shop-1.0.jar", "shop-1.0-shaded.jar"], "shop-1.0-shaded.jar"],
    ["Spring Boot with Maven's classifier", ["shop-1.0.jar", "shop-1.0-exec.jar"], "shop-1.0-exec.jar"],
    ["Maven's assembly", ["shop-1.0.jar", "shop-1.0-jar-with-dependencies.jar"], "shop-1.0-jar-with-dependencies.jar"],
    ["Shadow", ["shop-1.0-sources.jar", "shop-1.0.jar", "shop-1.0-all.jar"], "shop-1.0-all.jar"],
    ["Quarkus", ["shop-1.0-SNAPSHOT.jar", "shop-1.0-SNAPSHOT-runner.jar"], "shop-1.0-SNAPSHOT-runner.jar"],
    ["versions", ["shop-1.10.0-SNAPSHOT.jar", "shop-1.9.0.jar", "shop-v1.8.0-rc.1.jar"], "shop-1.10.0-SNAPSHOT.jar"],
    ["commits and times", ["shop-3fa2b1c.jar", "shop-20261127-101112.jar", "shop.jar"], "shop-3fa2b1c.jar"],
    ["two programs", ["shop-1.0.jar", "billing-1.0.jar"], "shop-1.0.jar?"],
    ["two that have all", ["shop-1.0-all.jar", "shop-1.0-exec.jar"], "shop-1.0-all.jar?"],
    ["one that is usually none", ["shop-1.0-sources.jar"], "shop-1.0-sources.jar?"],
    ["one that the glob names", ["shop-1.0-tests.jar"], "shop-1.0-tests.jar", "target/*-tests.jar"],
    ["a program with tests in its name", ["load-tests-2.jar", "load-tests-1.jar"], "load-tests-2.jar"],
    ["Go for several systems", ["gateway-darwin-arm64", "gateway.exe", "gateway.sha256", "gateway"], "gateway"],
    ["Rust", ["gateway.d", "libgateway.rlib", "gateway"], "gateway"],
    ["paths of Windows", [String.raw`C:\b\shop-1-plain.jar`, String.raw`C:\b\shop-1.jar`], String.raw`C:\b\shop-1.jar`],
  ];
  for (const [builds, names, wanted, glob] of cases)
    it(`is by what build tools mean: ${builds}`, () => assert.equal(chosen(names, glob), wanted));

  it("says of each other what it is", () => {
    assert.deepEqual(
      ["a-plain.jar", "a.jar", "original-a.jar", "a-explain.jar"].map((name) => liesBeside(name, "*.jar")),
      [true, false, true, false],
    );
  });
});
