import assert from "node:assert/strict";
import { visibleText } from "../../../src/characters/plainText.ts";
import { invalidText } from "../../../src/texts/deploymentSettingTexts.ts";
import { releaseSettingOf } from "../../../src/deployments/releases/releaseFields.ts";
import { deploymentNameOf, readDeployments } from "../../../src/deployments/deploymentSetting.ts";
import { chinese, english, readJson } from "../../../scripts/documentWords.ts";
import { packageJson } from "../manifest/packageJson.ts";

/** A part of the setting's schema, with what VS Code offers for it. */
interface Completed {
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: unknown }[];
  readonly properties?: Readonly<Record<string, Completed>>;
  readonly items?: Completed;
  readonly pattern?: string;
}

const site = { name: "site", website: "example.com", source: "dist" };

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

  const list =
    "“shared” of “site” must be a list of at most 20 paths inside the website's own directory, without special characters.";
  const nested = "Paths in “shared” of “site” lie in each other, or are the same.";
  const whole = (field: string) => `“${field}” of “site” belongs to releases: "mode": "releases".`;
  const ofReleases: readonly (readonly [object, string])[] = [
    [{ mode: "release" }, "“mode” of “site” must be “exchange” or “releases”."],
    [
      { served: "../other" },
      "“served” of “site” must be a path inside its folder, of letters, digits, dots, hyphens and underscores.",
    ],
    [
      { served: "a b" },
      "“served” of “site” must be a path inside its folder, of letters, digits, dots, hyphens and underscores.",
    ],
    [{ shared: "storage" }, list],
    [{ shared: ["../up"] }, list],
    [{ shared: ["a/../../up"] }, list],
    [{ shared: [".."] }, list],
    [{ shared: [""] }, list],
    [{ shared: ["/"] }, list],
    [{ shared: ["a;b"] }, list],
    [{ shared: ["a\u0000b"] }, list],
    [{ shared: ["releases-0123456789abcdef/x"] }, list],
    [{ shared: Array.from({ length: 21 }, (_, number) => `a${number}`) }, list],
    [{ shared: ["storage", "storage/"] }, nested],
    [{ shared: ["storage", "storage/logs"] }, nested],
    [{ keep: 0 }, "“keep” of “site” must be a whole number from 1 to 20."],
    [{ keep: 21 }, "“keep” of “site” must be a whole number from 1 to 20."],
    [{ keep: 1.5 }, "“keep” of “site” must be a whole number from 1 to 20."],
    [{ directory: "blog" }, "Releases are the whole website: leave out “directory” of “site”."],
    [
      { steps: [{ name: "npm", run: "npm ci", alsoBack: true }] },
      "“steps” of “site”: a release goes back with all that steps have made in it, so leave out “alsoBack”.",
    ],
    [{ mode: "exchange", served: "public" }, whole("served")],
    [{ mode: undefined, shared: ["storage"] }, whole("shared")],
    [{ mode: "exchange", keep: 2 }, whole("keep")],
  ];
  for (const [fields, sentence] of ofReleases)
    it(`refuses releases with ${JSON.stringify(fields).slice(0, 80)}`, () => {
      const { mode = "releases", ...others } = fields as { readonly mode?: string };
      const entry = "mode" in fields && fields.mode === undefined ? others : { mode, ...others };
      const { deployments, invalid } = readDeployments([{ ...site, ...entry }]);
      assert.deepEqual([deployments, invalid.map(invalidText)], [[], [sentence]]);
    });

  it("names the field that is not valid and what is wrong, and keeps the other deployments", () => {
    const { name: _name, ...nameless } = site;
    const { source: _source, ...sourceless } = site;
    const cases: readonly (readonly [unknown, string])[] = [
      [
        { ...site, check: "ftp://example.com" },
        "“check” of “site” must be an address with http or https, without a user name.",
      ],
      [
        { ...site, check: "https://user:word@example.com/" },
        "“check” of “site” must be an address with http or https, without a user name.",
      ],
      [
        { ...site, check: "https://user@example.com/@anna" },
        "“check” of “site” must be an address with http or https, without a user name.",
      ],
      [{ ...site, check: "https://" }, "“check” of “site” must be an address with http or https, without a user name."],
      [
        { ...site, source: "../other" },
        "“source” of “site” must be a path inside its folder, without special characters.",
      ],
      [
        { ...site, directory: "a;b" },
        "“directory” of “site” must be a path inside its folder, without special characters.",
      ],
      [
        { ...site, website: 5 },
        "“website” of “site” must be a text of 1 to 500 characters on one line, without hidden characters.",
      ],
      [
        { ...site, task: "" },
        "“task” of “site” must be a text of 1 to 500 characters on one line, without hidden characters.",
      ],
      [{ ...site, exclude: "*.map" }, "“exclude” of “site” must be a list of patterns."],
      [{ ...site, exclude: ["*.map", 1] }, "“exclude” of “site” must be a list of patterns."],
      ...[9, 901, 60.5, "120", null].map((watch): readonly [unknown, string] => [
        { ...site, watch },
        "“watch” of “site” must be a whole number from 10 to 900.",
      ]),
      [{ ...site, rollBack: "never" }, "“rollBack” of “site” must be “ask” or “auto”."],
      [{ ...site, exlude: [] }, "“site” has a field “exlude”, which deployments do not have."],
      [sourceless, "“source” is missing in “site”."],
      [
        { name: "app", project: "orders" },
        "“app” does not say what is deployed: it lacks one of “jar”, “source”, “program”.",
      ],
      [nameless, "“name” is missing in entry 2."],
      [
        { name: "app", javaProject: "orders", jar: "target/*.jar" },
        "“app” has a field “javaProject”, which deployments do not have. It lacks “project”.",
      ],
      [
        { name: "app", javaProject: "orders" },
        "“app” has a field “javaProject”, which deployments do not have. It lacks “project”, “jar”.",
      ],
      [
        { name: "app", site: "example.com", source: "dist" },
        "“app” has a field “site”, which deployments do not have. It lacks “website”.",
      ],
      [
        { ...site, name: " " },
        "“name” of entry 2 must be a name of 1 to 60 characters on one line, without curly quotation marks and hidden characters.",
      ],
      ...["to “staging”\non “Staging", "a\tb", "\u202egnigats", "a\u200bb", "n".repeat(61)].map(
        (name): readonly [unknown, string] => [
          { ...site, name },
          `“name” of “${visibleText(name, 60)}” must be a name of 1 to 60 characters on one line, without curly quotation marks and hidden characters.`,
        ],
      ),
      [
        { ...site, website: "example.com\u202e" },
        "“website” of “site” must be a text of 1 to 500 characters on one line, without hidden characters.",
      ],
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

  for (const { titles } of [english, chinese])
    it(`is completed only by what it takes, with the texts of ${titles}`, () => {
      const texts = readJson(titles) as Readonly<Record<string, string>>;
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
      ["npm ci", "“steps” of “site” must be a list of steps, each with “name” and “run”."],
      [["npm ci"], "“steps[0]” of “site” must be a list of steps, each with “name” and “run”."],
      [[step, { name: "b" }], "“steps[1].run” is missing in “site”."],
      [[{ ...step, runs: 1 }], "“site” has a field “steps[0].runs”, which deployments do not have."],
      [[{ ...step, seconds: 0 }], "“steps[0].seconds” of “site” must be a whole number from 1 to 3,600."],
      [[{ ...step, user: "Root; id" }], "“steps[0].user” of “site” cannot be a user of a server."],
      [[{ ...step, when: "later" }], "“steps[0].when” of “site” must be “before” or “after”."],
      [
        [{ ...step, directory: "../x" }],
        "“steps[0].directory” of “site” must be a path inside its folder, without special characters.",
      ],
      [[{ ...step, run: "echo a\r" }], "“steps[0].run” of “site” has a character that cannot be shown."],
      [[step, step], "Two of “steps” of “site” have the same name."],
      [
        Array.from({ length: 11 }, (_, index) => ({ ...step, name: `${index}` })),
        "“steps” of “site” may have at most 10.",
      ],
    ] as const)
      assert.deepEqual(wrong(steps), [sentence]);
    const [secret = ""] = wrong([{ ...step, run: "export DB_PASSWORD=hunter22" }]);
    assert.match(
      secret,
      /^“steps\[0\]\.run” of “site” seems to have a secret in it: export DB_PASSWORD=\*\*\*\. A step stays/,
    );
    const [long = ""] = wrong([1, 2, 3, 4].map((name) => ({ name: `${name}`, run: "x".repeat(1_900) })));
    assert.match(long, /^“steps” of “site” are together longer/);
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
    assert.ok(invalid && invalidText(invalid).length < 200, "the sentence does not show it all");
  });

  it("is a list, or not there at all", () => {
    for (const value of [undefined, null]) assert.deepEqual(readDeployments(value), { deployments: [], invalid: [] });
    for (const value of [{}, "x"])
      assert.deepEqual(readDeployments(value).invalid.map(invalidText), ["It is no list of deployments."]);
  });
});
