import assert from "node:assert/strict";
import fc from "fast-check";
import { LeftOutRules, patternFor } from "../../../../src/deployments/leftOut/leftOut.ts";
import { IN_OWN_CASE, USUALLY_LEFT_OUT } from "../../../../src/deployments/leftOut/usuallyLeftOut.ts";

/** The rule for each directory on the way to a file, and then the file itself, as a source folder is read. */
function ruleOnTheWay(rules: LeftOutRules, path: string): string | undefined {
  const names = path.split("/");
  const steps = names.map((_, at) => names.slice(0, at + 1).join("/") + (at < names.length - 1 ? "/" : ""));
  return steps.map((step) => rules.ruleFor(step)).find((rule) => rule !== undefined);
}

describe("what a deployment leaves out", () => {
  const usual = new LeftOutRules([]);

  const secrets: Readonly<Record<string, string>> = {
    "SERVER.PEM": "*.pem",
    "certs/Server.Key": "*.key",
    ".ENV": ".env*",
    ".env.production": ".env*",
    "prod.env": "*.env",
    "config/Prod.Env.Local": "*.env.local",
    "c:.env": "*.env",
    ID_RSA: "id_rsa*",
    id_dsa: "id_dsa*",
    id_ed25519_sk: "id_ed25519*",
    "login.ppk": "*.ppk",
    "AuthKey_ABC.p8": "*.p8",
    "Dump.SQL": "*.sql",
    "dump.sql.gz": "*.sql",
    "db_2026-11-26.SQL.bak": "*.sql",
    "mysqldump.gz": "mysqldump*.gz",
    "MySQLDump-all.tar": "mysqldump*.tar",
    "server.key.bak": "*.key",
    "server.key~": "*.key",
    "server.pem.old.1": "*.pem",
    "server.key.2026-11-26": "*.key",
    "keys.p12.tar.gz": "*.p12",
    "wallet.kdbx.orig": "*.kdbx",
    ".pgpass.bak": ".pgpass",
    ".git-credentials": ".git-credentials",
    ".aws/credentials": ".aws/",
    "home/aws/credentials": "**/aws/credentials",
    ".ssh/config": ".ssh/",
    ".SSH/known_hosts": ".ssh/",
    ".docker/config.json": ".docker/",
    ".kube/config": ".kube/",
    ".pgpass": ".pgpass",
    ".netrc": ".netrc",
    ".htpasswd-admin": ".htpasswd*",
    "terraform.tfstate": "*.tfstate",
    "terraform.tfstate.backup": "*.tfstate.*",
    "prod.tfvars": "*.tfvars",
    ".bash_history": ".*_history",
    "client_secret_123.json": "client_secret*.json",
    "site-firebase-adminsdk-x.json": "*firebase-adminsdk*.json",
    "me_accessKeys.csv": "*accessKeys.csv",
    ".index.php.swp": ".*.swp",
    "sub/.git/config": ".git",
    ".history/index.html": ".history/",
    "node_modules/a/index.js": "node_modules/",
    "api/__pycache__/app.cpython-311.pyc": "__pycache__/",
    "old/app.PYC": "*.pyc",
    ".mcp.json": ".mcp.json",
    ".mcp.json.bak": ".mcp.json",
    ".claude/settings.local.json": ".claude/",
    "sub/.cursor/mcp.json": ".cursor/",
    ".Codex/config.toml": ".codex/",
    ".gemini/settings.json": ".gemini/",
    ".roo/mcp.json": ".roo/",
    ".kiro/settings/mcp.json": ".kiro/",
    ".windsurf/mcp_config.json": ".windsurf/",
    ".aider.conf.yml": ".aider*",
    ".aider.chat.history.md": ".aider*",
    "opencode.json": "opencode.json",
    "claude_desktop_config.json": "claude_desktop_config.json",
    ".dev.vars": ".dev.vars*",
    ".sentryclirc": ".sentryclirc",
    "lib/CVS/Entries": "**/CVS/Entries",
    "CVS/Root": "**/CVS/Root",
    ".venv/bin/python": ".venv/",
  };
  for (const [path, rule] of Object.entries(secrets))
    it(`has ${path} by the rule ${rule}`, () => assert.equal(ruleOnTheWay(usual, path), rule));

  const ordinary = [
    "uploads/cvs/anna.pdf",
    "uploads/CVS/anna.pdf",
    "cvs/root",
    "Node_Modules/readme.html",
    "agents/index.html",
    "claude/index.html",
    "docs/mcp.json",
    ".well-known/mcp.json",
    "AGENTS.md",
    "aider.html",
    "zed/index.html",
    "environment.js",
    "env.js",
    "config.env.js",
    "keyboard.css",
    "key.png",
    "monkey.key.js",
    "keys/index.html",
    "css/keys.pem.css",
    "id_card.png",
    "identity.html",
    "public/.well-known/acme-challenge/x-Y_z",
    ".well-known/openpgpkey/hu/abc",
    ".well-known/pki-validation/fileauth.txt",
    ".htaccess",
    "wp-config.php",
    "LocalSettings.php",
    "vendor/phpseclib/Crypt/RSA.php",
    "locales/en/credentials.json",
    "locales/en/auth.json",
    "locales/en/secrets.json",
    "docs/mysqldump/index.html",
    "docs/mysqldump.html",
    "docs/aws/credentials.html",
    "docs/ssh/config.html",
    "sql-wasm.wasm",
    "my.sql.js",
    "history.html",
    "backup.html",
    "index.html.bak",
    "jquery-3.6.0.min.js",
    "fonts/a.woff2.gz",
    "pub.asc",
    "repo.gpg",
    "site.crt",
    "release-2.tar.gz",
    "robots.txt",
    "~",
    ".bak",
  ];
  for (const path of ordinary) it(`does not have ${path}`, () => assert.equal(ruleOnTheWay(usual, path), undefined));

  it("is taken in again by the name that it has, also where it is a copy", () => {
    const rules = new LeftOutRules(["!SERVER.PEM", "!server.key.bak", "!.git"]);
    assert.equal(ruleOnTheWay(rules, "SERVER.PEM"), undefined);
    assert.equal(ruleOnTheWay(rules, "server.pem"), "*.pem");
    assert.equal(ruleOnTheWay(rules, "server.key.bak"), undefined);
    assert.equal(ruleOnTheWay(rules, "server.key.old"), "*.key");
    assert.equal(ruleOnTheWay(rules, ".git/config"), undefined);
  });

  it("goes by a person's patterns as git does: by case, and not by names of copies", () => {
    const rules = new LeftOutRules(["*.map", "Docs/"]);
    assert.equal(ruleOnTheWay(rules, "a.map"), "*.map");
    assert.equal(ruleOnTheWay(rules, "a.MAP"), undefined);
    assert.equal(ruleOnTheWay(rules, "a.map.bak"), undefined);
    assert.equal(ruleOnTheWay(rules, "docs/a.html"), undefined);
  });

  it("is the same in capitals", () => {
    const named = USUALLY_LEFT_OUT.filter((pattern) => !pattern.startsWith("/")).map((pattern) =>
      pattern.replace("**/", "").replaceAll("*", "x"),
    );
    for (const name of named)
      for (const each of name.startsWith("CVS/") || IN_OWN_CASE.has(name) ? [name] : [name, name.toUpperCase()])
        assert.notEqual(usual.ruleFor(each), undefined, each);
  });
});

describe("a person's patterns", () => {
  const PATHS = [
    "index.php",
    "secrets/",
    "secrets/plan.txt",
    "wp-content/",
    "wp-content/uploads/",
    "wp-content/uploads/a.jpg",
    "a b.txt",
  ];

  /** What patterns leave out, and which of them match nothing. */
  function tried(exclude: readonly string[], paths = PATHS) {
    const rules = new LeftOutRules(exclude);
    const leftOut: string[] = [];
    for (const path of paths)
      if (
        !leftOut.some((directory) => directory.endsWith("/") && path.startsWith(directory)) &&
        rules.ruleFor(path) !== undefined
      )
        leftOut.push(path);
    return [leftOut, rules.unmatched(leftOut.filter((path) => path.endsWith("/")))];
  }

  it("mean the same with a point before them, and with the strokes of Windows", () => {
    for (const pattern of ["/secrets", "./secrets", "./secrets/", "././secrets", String.raw`.\secrets`, "secrets\\"])
      assert.deepEqual(tried([pattern]), [["secrets/"], []], pattern);
    assert.deepEqual(tried([String.raw`wp-content\uploads`]), [["wp-content/uploads/"], []]);
    assert.deepEqual(tried([String.raw`./wp-content\uploads\a.jpg`]), [["wp-content/uploads/a.jpg"], []]);
    assert.deepEqual(tried(["/secrets/", "!./secrets/"]), [[], []]);
    assert.deepEqual(tried([String.raw`a\ b.txt`]), [["a b.txt"], []]);
    assert.deepEqual(tried([String.raw`/x\*y`, String.raw`\!z`], ["x*y", "xay", "!z"]), [["x*y", "!z"], []]);
  });

  it("are told by the rule as they are written", () => {
    assert.equal(new LeftOutRules([String.raw`.\secrets`]).ruleFor("secrets/"), String.raw`.\secrets`);
  });

  it("are named where they match nothing", () => {
    const wrong = [
      "wp-content/!(plugins|themes)/**",
      "{secrets,private}",
      "../secrets",
      "C:/site/secrets",
      "Secrets",
      "# secrets",
      " secrets",
      "!.env",
      "!node_modules/kept",
      ".",
      "..",
      "!",
      "*.{js,ts}",
      String.raw`**\*.log`,
    ];
    assert.deepEqual(tried(wrong, [...PATHS, "node_modules/"]), [["node_modules/"], wrong]);
  });

  it("are not where another one comes after them, where what they leave out lies in what is left out, or where they are blank", () => {
    const fine = [
      "secrets/",
      "/secrets",
      "secrets",
      "/node_modules/a",
      "node_modules/.bin/",
      "",
      " ",
      "**/*.jpg",
      "*.jpg",
      "!a.jpg",
    ];
    assert.deepEqual(tried(fine, [...PATHS, "node_modules/"])[1], []);
  });
});

describe("the pattern that leaves out one path", () => {
  /** Signs that mean something in a pattern, or at an end of one, among others. */
  const name = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...Array.from("\\*?[]!#^-: \r\n\t~aA.中")),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    })
    .filter((text) => !["", ".", ".."].includes(text) && !/[/\0]/.test(text));

  it("leaves out that path, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, fc.boolean(), (names, other, isDirectory) => {
        const path = names.join("/") + (isDirectory ? "/" : "");
        const pattern = patternFor(path);
        const rules = new LeftOutRules(["!**", pattern]);
        assert.equal(rules.ruleFor(path), pattern);
        const file = names.join("/");
        const others = [`${file}x`, `x${file}`, `x/${file}`, [...names.slice(0, -1), other].join("/")];
        const within = (each: string) => each === file || each.startsWith(`${file}/`);
        for (const each of others) if (!within(each)) assert.equal(rules.ruleFor(each), undefined, each);
        if (isDirectory) assert.equal(rules.ruleFor(file), undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  for (const path of ["c:foreign.txt", "a*b", "a?b", "[ab]", "#a", "!a", "a ", "a\\ ", "a\r", "a\n", "dir */"])
    it(`leaves out ${JSON.stringify(path)}`, () => {
      const pattern = patternFor(path);
      assert.equal(new LeftOutRules([pattern]).ruleFor(path), pattern);
    });
});
