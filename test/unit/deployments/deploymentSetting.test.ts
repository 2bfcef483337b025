import assert from "node:assert/strict";
import { visibleText } from "../../../src/characters/plainText.ts";
import { invalidText as textOf } from "../../../src/texts/deploymentSettingTexts.ts";
import { releaseSettingOf } from "../../../src/deployments/releases/releaseFields.ts";
import {
  deploymentNameOf,
  readDeployments,
  type InvalidDeployment,
} from "../../../src/deployments/deploymentSetting.ts";
import { chinese, english, readJson } from "../../../scripts/documentWords.ts";
import { describeField } from "../../fakes/fakeWorkspace.ts";
import { packageJson } from "../manifest/packageJson.ts";

/** A part of the setting's schema, with what VS Code offers for it. */
interface Completed {
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: unknown }[];
  readonly properties?: Readonly<Record<string, Completed>>;
  readonly items?: Completed;
  readonly pattern?: string;
}

const site = { name: "site", website: "example.com", source: "dist" };

const invalidText = (invalid: InvalidDeployment) => textOf(invalid, describeField);

/** The sentences about a field that is not valid: its description says what it must be. */
function notValid(field: string, entry = "“site”"): string {
  const description = describeField(field.replaceAll(/\[\d+\]/g, "")) ?? assert.fail(`no description of ${field}`);
  return `“${field}” of ${entry} is not valid. ${description}`;
}

describe("the setting of deployments", () => {
  it("has websites and jars, with what is left out", () => {
    const { deployments, invalid } = readDeployments([site, { name: "app", project: "orders", jar: "target/*.jar" }]);
    assert.deepEqual(invalid, []);
    assert.deepEqual(deployments, [
      { ...site, directory: "", exclude: [], replaceChanged: false, rollBack: "ask", steps: [] },
      { name: "app", project: "orders", jar: "target/*.jar", replaceChanged: false, rollBack: "ask", steps: [] },
    ]);
  });

  it("takes the addresses that websites have", () => {
    const urls = ["", ":8443", "/@anna", "?of=anna@example.com", "#@", "/a/b?c"];
    const entries = urls.map((rest, index) => ({
      ...site,
      name: `site ${index}`,
      check: `https://example.com${rest}`,
    }));
    const { deployments, invalid } = readDeployments(entries);
    assert.deepEqual([deployments.length, invalid.map(invalidText)], [urls.length, []]);
    const { items } = packageJson.contributes.configuration.properties["serverPanel.deployments"] ?? {};
    const { check } = (items as Completed).properties ?? {};
    const pattern = new RegExp(check?.pattern ?? "", "u");
    for (const { check: address } of entries) assert.match(address, pattern);
    for (const address of ["https://user@example.com/", "https://user:word@example.com/@anna", "https://"])
      assert.doesNotMatch(address, pattern);
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

  it("has what releases are made of", () => {
    const [first] = readDeployments([{ ...site, mode: "releases", shared: ["./storage/", ".env"] }]).deployments;
    assert.deepEqual(releaseSettingOf(first ?? {}), {
      served: undefined,
      keep: 3,
      shared: [
        { path: "storage", isDirectory: true },
        { path: ".env", isDirectory: false },
      ],
    });
    for (const other of [site, { ...site, mode: "exchange" }])
      assert.equal(releaseSettingOf(readDeployments([other]).deployments[0] ?? {}), undefined);
  });

  const ofReleases: readonly (readonly [object, string])[] = [
    [{ mode: "release" }, "mode"],
    [{ served: "../other" }, "served"],
    [{ served: "a b" }, "served"],
    [{ shared: "storage" }, "shared"],
    ...["../up", "a/../../up", "..", "", "/", "a;b", "a\u0000b", "releases-0123456789abcdef/x"].map(
      (path) => [{ shared: [path] }, "shared[0]"] as const,
    ),
    [{ shared: Array.from({ length: 21 }, (_, number) => `a${number}`) }, "shared"],
    [{ shared: ["storage", "storage/"] }, "shared"],
    [{ shared: ["storage", "storage/logs"] }, "shared"],
    [{ keep: 0 }, "keep"],
    [{ keep: 21 }, "keep"],
    [{ keep: 1.5 }, "keep"],
    [{ directory: "blog" }, "directory"],
    [{ steps: [{ name: "npm", run: "npm ci", alsoBack: true }] }, "steps"],
    [{ mode: "exchange", served: "public" }, "served"],
    [{ mode: undefined, shared: ["storage"] }, "shared"],
    [{ mode: "exchange", keep: 2 }, "keep"],
  ];
  for (const [fields, field] of ofReleases)
    it(`refuses releases with ${JSON.stringify(fields).slice(0, 80)}`, () => {
      const { mode = "releases", ...others } = fields as { readonly mode?: string };
      const entry = "mode" in fields && fields.mode === undefined ? others : { mode, ...others };
      const { deployments, invalid } = readDeployments([{ ...site, ...entry }]);
      assert.deepEqual([deployments, invalid.map(invalidText)], [[], [notValid(field)]]);
    });

  it("names the field that is not valid and what is wrong, and keeps the other deployments", () => {
    const { name: _name, ...nameless } = site;
    const { source: _source, ...sourceless } = site;
    const cases: readonly (readonly [unknown, string])[] = [
      ...["ftp://example.com", "https://user:word@example.com/", "https://user@example.com/@anna", "https://"].map(
        (check): readonly [unknown, string] => [{ ...site, check }, notValid("check")],
      ),
      [{ ...site, source: "../other" }, notValid("source")],
      [{ ...site, directory: "a;b" }, notValid("directory")],
      [{ ...site, website: 5 }, notValid("website")],
      [{ ...site, website: "example.com\u202e" }, notValid("website")],
      [{ ...site, task: "" }, notValid("task")],
      [{ ...site, exclude: "*.map" }, notValid("exclude")],
      [{ ...site, exclude: ["*.map", 1] }, `“exclude[1]” of “site” is not valid. ${describeField("exclude")}`],
      ...[9, 901, 60.5, "120", null].map((watch): readonly [unknown, string] => [
        { ...site, watch },
        notValid("watch"),
      ]),
      [{ ...site, rollBack: "never" }, notValid("rollBack")],
      [{ ...site, replaceChanged: "true" }, notValid("replaceChanged")],
      [{ ...site, exlude: [] }, "“site” has a field “exlude”, which does not belong there."],
      [{ ...site, jar: "*.jar" }, "“site” has a field “jar”, which does not belong there."],
      [sourceless, "“source” is missing in “site”."],
      [{ name: "app", project: "orders" }, "One of “jar”, “source”, “program” is missing in “app”."],
      [{ name: "app", source: "dist" }, "One of “project”, “website”, “targets” is missing in “app”."],
      [nameless, "“name” is missing in entry 2."],
      [
        { name: "app", javaProject: "orders", jar: "target/*.jar" },
        "“app” has a field “javaProject”, which does not belong there.",
      ],
      [{ name: "app", site: "example.com", source: "dist" }, "“app” has a field “site”, which does not belong there."],
      [{ ...site, name: " " }, notValid("name", "entry 2")],
      ...["to “staging”\non “Staging", "a\tb", "\u202egnigats", "a\u200bb", "n".repeat(61)].map(
        (name): readonly [unknown, string] => [{ ...site, name }, notValid("name", `“${visibleText(name, 60)}”`)],
      ),
      ["nonsense", "Entry 2 is no deployment."],
      [null, "Entry 2 is no deployment."],
      [{ ...site, name: "good" }, "There is another deployment called “good”: only the first one counts."],
    ];
    for (const [entry, sentence] of cases) {
      const { deployments, invalid } = readDeployments([{ ...site, name: "good" }, entry]);
      assert.deepEqual(invalid.map(invalidText), [sentence]);
      assert.deepEqual(
        deployments.map(({ name }) => name),
        ["good"],
      );
    }
  });

  for (const { manifest } of [english, chinese])
    it(`is completed only by what it takes, with the texts of ${manifest}`, () => {
      const texts = readJson(manifest) as Readonly<Record<string, string>>;
      const written = (body: unknown): unknown =>
        JSON.parse(
          JSON.stringify(body)
            .replaceAll(/%([\w.]+)%/g, (_, key: string) => texts[key] ?? assert.fail(key))
            .replaceAll(/\$\{\d+:([^{}]+)\}/g, "$1"),
        );
      const invalid = (entry: unknown) => readDeployments([entry]).invalid.map(invalidText);
      const { items } = packageJson.contributes.configuration.properties["serverPanel.deployments"] ?? {};
      const { defaultSnippets: entries, properties } = items as Completed;
      const { steps, watch } = properties ?? {};
      const { defaultSnippets: stepSnippets, properties: fields } = steps?.items ?? {};
      assert.ok(entries && watch?.defaultSnippets && stepSnippets && fields?.["user"]?.defaultSnippets);
      for (const { body } of entries) assert.deepEqual(invalid(written(body)), []);
      for (const { body } of watch.defaultSnippets) assert.deepEqual(invalid({ ...site, watch: body }), []);
      for (const { body } of stepSnippets) assert.deepEqual(invalid({ ...site, steps: [written(body)] }), []);
      for (const { body } of fields["user"].defaultSnippets)
        assert.deepEqual(invalid({ ...site, steps: [{ name: "a", run: "true", user: body }] }), []);
      // both of one deployment, as people take them
      assert.deepEqual(invalid({ ...site, steps: stepSnippets.map(({ body }) => written(body)) }), []);
    });

  it("names what is wrong with a step by its whole path", () => {
    const step = { name: "Database", run: "php artisan migrate" };
    const wrong = (steps: unknown) => readDeployments([{ ...site, steps }]).invalid.map(invalidText);
    assert.deepEqual(wrong([step]), []);
    for (const [steps, sentence] of [
      ["npm ci", notValid("steps")],
      [["npm ci"], notValid("steps[0]")],
      [[step, { name: "b" }], "“steps[1].run” is missing in “site”."],
      [[{ ...step, runs: 1 }], "“site” has a field “steps[0].runs”, which does not belong there."],
      [[{ ...step, seconds: 0 }], notValid("steps[0].seconds")],
      [[{ ...step, user: "Root; id" }], notValid("steps[0].user")],
      [[{ ...step, when: "later" }], notValid("steps[0].when")],
      [[{ ...step, directory: "../x" }], notValid("steps[0].directory")],
      [[{ ...step, alsoBack: 1 }], notValid("steps[0].alsoBack")],
      [[{ ...step, name: "" }], notValid("steps[0].name")],
      [[{ ...step, run: "echo a\r" }], notValid("steps[0].run")],
      [[step, step], notValid("steps")],
      [Array.from({ length: 11 }, (_, index) => ({ ...step, name: `${index}` })), notValid("steps")],
      [[1, 2, 3, 4].map((name) => ({ name: `${name}`, run: "x".repeat(1_900) })), notValid("steps")],
    ] as const)
      assert.deepEqual(wrong(steps), [sentence]);
    const [secret = ""] = wrong([{ ...step, run: "export DB_PASSWORD=hunter22" }]);
    assert.match(
      secret,
      /^“steps\[0\]\.run” of “site” seems to have a secret in it: export DB_PASSWORD=\*\*\*\. A step stays/,
    );
  });

  it("takes no name that would be shown as another one, or as more than a name", () => {
    const isTaken = (entry: object) => readDeployments([{ ...site, ...entry }]).deployments.length === 1;
    for (const name of ["site", 'Shop’s 网站, "new"', "a  b", "x".repeat(60)]) assert.ok(isTaken({ name }), name);
    const fooling = [
      "site” to “staging.example.com” on “Staging",
      "a\nb",
      "a\u202eb",
      "a\u200bb",
      "a\tb",
      "x".repeat(61),
    ];
    for (const name of fooling) {
      assert.ok(!isTaken({ name }), name);
      const made = deploymentNameOf(name);
      assert.ok(isTaken({ name: made }), made);
    }
    for (const field of ["task", "website"])
      for (const text of ["a\nb", "a\u202eb"]) assert.ok(!isTaken({ [field]: text }), field);
    const [invalid] = readDeployments([{ ...site, name: "x".repeat(500) }]).invalid;
    assert.ok(invalid && !invalidText(invalid).includes("x".repeat(61)), "the sentence does not show it all");
  });

  it("is a list, or not there at all", () => {
    for (const value of [undefined, null]) assert.deepEqual(readDeployments(value), { deployments: [], invalid: [] });
    for (const value of [{}, "x"])
      assert.deepEqual(readDeployments(value).invalid.map(invalidText), ["It is no list of deployments."]);
  });
});
