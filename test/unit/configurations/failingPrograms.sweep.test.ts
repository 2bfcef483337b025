import { readMysqlCheck, readPhpCheck } from "../../../src/configurations/readCheck.ts";
import { usualShell } from "../deployments/exchange/exchangeServer.ts";
import { failEach, type Verdict } from "../faults/failEach.ts";
import { CheckedServer } from "./checkedServer.ts";

const MISTAKES = { "mysql -": "unknown variable 'no_such=2'", "php 82": "syntax error" };

describe("programs that fail while a configuration is checked", () => {
  for (const what of ["mysql -", "php 82"] as const)
    failEach({
      what: `the mistake of ${what} is told as it is, or none`,
      programs: ["timeout", "grep", "base64"],
      begin() {
        const server = new CheckedServer(usualShell);
        server.hasMysql(`[ERROR] ${MISTAKES["mysql -"]}`);
        server.hasPhp(`PHP: ${MISTAKES["php 82"]}`);
        return server;
      },
      path: (server) => server.path(),
      async run(server): Promise<Verdict> {
        const end = server.check(what) ?? { code: 127, words: "" };
        const found = what === "php 82" ? readPhpCheck(end) : readMysqlCheck(end);
        if (found === "unknown") return "not done";
        return found !== "fine" && found.text === MISTAKES[what] ? "done" : "lie";
      },
    });
});
