import assert from "node:assert/strict";
import { readPhpCheck } from "../../../src/configurations/readCheck.ts";
import { shells } from "../deployments/exchange/exchangeServer.ts";
import { CheckedServer } from "./checkedServer.ts";

for (const shell of shells)
  describe(`the script of a check, in ${shell}`, () => {
    let server: CheckedServer;
    beforeEach(() => (server = new CheckedServer(shell)));
    afterEach(() => server.remove());

    it("tells how a service's own program has ended, with the beginning of what it has said of errors", () => {
      server.hasMysql("1 [Warning] it is old\n[ERROR] wrong");
      assert.deepEqual(server.check("mysql -"), { code: 1, words: "[ERROR] wrong" });
      server.hasPhp("test is successful");
      assert.equal(readPhpCheck(server.check("php 82") ?? assert.fail()), "fine");
      server.hasMysql(`%s \\n * é ${"x".repeat(9000)}`);
      assert.equal(server.check("mysql -")?.words, `%s \\n * é ${"x".repeat(4000 - 11)}`);
    });

    it("tells the errors first, however many warnings stand before them", () => {
      const warning = "[29-Nov-2026 10:00:00] WARNING: [pool www] user is ignored when FPM is not running as root";
      server.hasPhp(
        [...Array.from({ length: 200 }, () => warning), "[29-Nov-2026 10:00:00] ERROR: unknown entry"].join("\n"),
        78,
      );
      const found = readPhpCheck(server.check("php 82") ?? assert.fail());
      assert.equal(typeof found === "object" && found.text, "unknown entry");
    });

    it("says nothing of a service that has no program", () => {
      assert.deepEqual(server.check("mysql -"), { code: 127, words: "" });
      assert.deepEqual(server.check("php 82"), { code: 127, words: "" });
    });
  });
