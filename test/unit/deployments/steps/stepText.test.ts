import assert from "node:assert/strict";
import * as v from "valibot";
import { SECRET, secretIn, stepText } from "../../../../src/deployments/steps/stepText.ts";

/** Why a text is refused first; `undefined`: it is taken. */
function refused(run: unknown): string | undefined {
  const parsed = v.safeParse(stepText, run);
  if (!parsed.success) return parsed.issues[0].message;
  assert.equal(parsed.output, run, "it is taken byte for byte");
  return undefined;
}

/** Whether a text is refused for another reason than a secret in it. */
function isRefused(run: unknown): boolean {
  return ![undefined, SECRET].includes(refused(run));
}

describe("the text of a step", () => {
  it("is taken byte for byte, with blanks, tabs and line ends where they are", () => {
    for (const run of [
      "composer install --no-dev",
      "\n\n  php artisan migrate --force\n",
      "if true; then\n\techo 'a  b' \"$HOME\" `id` \\\nfi",
      "cat <<'EOF' >x\nEOF of another\nEOF\n",
      "echo 你好，世界 🚀 é",
    ])
      assert.equal(refused(run), undefined, JSON.stringify(run));
  });

  it("is refused where it is not all shown, or shown as something else", () => {
    for (const run of [
      "echo a\r\necho b",
      "echo \0",
      "echo \u001b[2K",
      "echo \u202e gnp.exe",
      "echo a\u200bb",
      "echo \ud800",
      "echo\u00a0a",
      "echo\u3000a",
      "echo a\u2028rm -rf b",
      `echo e${"\u0301".repeat(9)}`,
    ])
      assert.ok(isRefused(run), JSON.stringify(run));
  });

  it("is refused where a person could not check it", () => {
    assert.equal(refused("x".repeat(2_000)), undefined);
    assert.ok(isRefused("x".repeat(2_001)));
    assert.ok(isRefused("x".repeat(65_536)));
    assert.equal(refused("a\n".repeat(39)), undefined);
    assert.ok(isRefused("a\n".repeat(40)));
    for (const nothing of ["", " ", "\n\t\n", 5, undefined]) assert.notEqual(refused(nothing), undefined);
  });

  it("is refused with a secret in it, whose line is told without it", () => {
    for (const [run, line] of [
      ["cd api\nmysql -uroot -phunter22 shop <up.sql", "mysql -uroot -p*** shop <up.sql"],
      ["export DB_PASSWORD=hunter22\nphp migrate", "export DB_PASSWORD=***"],
      ["curl -H 'Authorization: Bearer abcdefghijklmnop' https://a.example", "curl -H 'Authorization: ***'***"],
      ["curl https://deploy:hunter22@a.example/x", "curl https://deploy:***@a.example/x"],
      ["npm config set //registry.npmjs.org/:_authToken=npm_abcdefghijklmnopqrstuvwx", undefined],
      ["export TOKEN='$ecret12'", "export TOKEN='***'"],
    ] as const) {
      assert.equal(refused(run), "secret", run);
      const told = secretIn(run) ?? "";
      assert.ok(told.includes("***") && !/hunter22|abcdefghij|ecret12/.test(told), told);
      if (line !== undefined && !line.includes("Bearer")) assert.ok(told.startsWith(line.slice(0, 12)), told);
    }
  });

  it("may name a secret that a file of the server has", () => {
    for (const run of [
      'set -a; . ./.env; set +a\nmysql -uroot -p"$DB_PASSWORD" shop <up.sql',
      "mysqldump --password=${DB_PASSWORD} shop >dump.sql",
      "TOKEN=$(cat ../token) npm publish",
      'curl -H "Authorization: Bearer $TOKEN" https://a.example',
      "php artisan key:generate --force",
    ])
      assert.equal(refused(run), undefined, `${run}: ${secretIn(run)}`);
  });
});
