import assert from "node:assert/strict";
import { readDeployments } from "../../../../src/deployments/deploymentSetting.ts";
import { describeField } from "../../../fakes/fakeWorkspace.ts";
import { invalidTexts } from "../../../../src/texts/deploymentSettingTexts.ts";

const TARGETS = [
  { role: "web-1", website: "a.example" },
  { role: "web-2", website: "b.example" },
];
const ENTRY = { name: "shop", source: "dist", targets: TARGETS };

describe("the servers of a deployment in the settings", () => {
  it("are one deployment each, of one name", () => {
    const { deployments, invalid } = readDeployments([ENTRY, { name: "other", website: "c.example", source: "" }]);
    assert.deepEqual(invalid, []);
    assert.deepEqual(
      deployments.map(({ name, server, ...rest }) => [name, server, "website" in rest && rest.website]),
      [
        ["shop", { role: "web-1", roles: ["web-1", "web-2"] }, "a.example"],
        ["shop", { role: "web-2", roles: ["web-1", "web-2"] }, "b.example"],
        ["other", undefined, "c.example"],
      ],
    );
    const projects = [
      { role: "a", project: "orders" },
      { role: "b", project: "orders" },
    ];
    const jars = readDeployments([{ name: "orders", jar: "*.jar", targets: projects }]).deployments;
    assert.deepEqual(
      jars.map(({ server }) => server?.role),
      ["a", "b"],
    );
  });

  it("may have a `wave` from before, whatever it says, and are what they are without it", () => {
    const alone = { name: "shop", website: "a.example", source: "" };
    for (const entry of [ENTRY, alone]) {
      const without = readDeployments([entry]);
      assert.deepEqual(without.invalid, []);
      for (const wave of [1, 5, 0, 1.5, "2", null, [], {}])
        assert.deepEqual(readDeployments([{ ...entry, wave }]), without, JSON.stringify(wave));
    }
  });

  it("do not take the name of another deployment", () => {
    const { deployments, invalid } = readDeployments([ENTRY, { ...ENTRY, source: "build" }]);
    assert.equal(deployments.length, 2);
    assert.deepEqual(invalid, [{ problem: "sameName", name: "shop" }]);
  });

  const [first, second] = TARGETS;
  const notValid = (field: string) => `“${field}” of “shop” is not valid. `;
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...ENTRY, website: "c.example" }, notValid("targets")],
    [{ ...ENTRY, project: "orders" }, notValid("targets")],
    [{ ...ENTRY, targets: [first, { ...second, role: "web-1" }] }, notValid("targets")],
    [{ ...ENTRY, targets: [first, { role: "web-2", project: "orders" }] }, notValid("targets")],
    ...["web-1", [], [first], Array.from({ length: 21 }, () => first)].map(
      (targets) => [{ ...ENTRY, targets }, notValid("targets")] as const,
    ),
    ...["web-2", null, { role: "web-2" }, { ...second, project: "x" }].map(
      (target) => [{ ...ENTRY, targets: [first, target] }, notValid("targets[1]")] as const,
    ),
    [{ ...ENTRY, targets: [first, { website: "b.example" }] }, "“targets[1].role” is missing in “shop”."],
    [{ ...ENTRY, targets: [first, { ...second, panel: "Shop" }] }, "“shop” has a field “targets[1].panel”"],
    [{ ...ENTRY, targets: [first, { ...second, role: "a\nb" }] }, notValid("targets[1].role")],
    [{ ...ENTRY, targets: [first, { ...second, role: "“web”" }] }, notValid("targets[1].role")],
    [{ ...ENTRY, targets: [first, { ...second, website: "" }] }, notValid("targets[1].website")],
    [{ ...ENTRY, jar: "*.jar" }, "“shop” has a field “jar”"],
  ];
  for (const [entry, sentence] of wrong)
    it(`are refused with a sentence: ${JSON.stringify(entry).slice(0, 140)}`, () => {
      const { deployments, invalid } = readDeployments([entry]);
      assert.deepEqual(deployments, []);
      assert.ok(invalidTexts(invalid, describeField).includes(sentence), invalidTexts(invalid, describeField));
    });
});
