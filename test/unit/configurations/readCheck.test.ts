import assert from "node:assert/strict";
import { locate, markOf, readMark, readMysqlCheck, readPhpCheck } from "../../../src/configurations/readCheck.ts";

const FPM = "/www/server/php/82/etc/php-fpm.conf";
const INI = "/www/server/php/82/etc/php.ini";
const FINE = `[28-Nov-2026 14:43:29] NOTICE: configuration file ${FPM} test is successful`;
const FAILED = `[28-Nov-2026 14:43:29] ERROR: failed to load configuration file '${FPM}'\n[28-Nov-2026 14:43:29] ERROR: FPM initialization failed`;

describe("what a check of a configuration has told", () => {
  it("is the line with its own nonce, from which the words come as they were", () => {
    const words = "error: <b> & “引号”\nline 2";
    const log = `server-panel other 0 \nxserver-panel n1 9 \n\nserver-panel n1 78 ${Buffer.from(words).toString("base64")}\r\n----`;
    assert.deepEqual(readMark(markOf(log, "n1") ?? ""), { code: 78, words });
    assert.equal(markOf(log, "n2"), undefined);
    assert.deepEqual(readMark("server-panel n1 0 "), { code: 0, words: "" });
    for (const mark of ["server-panel n1 missing sh", "server-panel n1 ", "server-panel n1 1e3 "])
      assert.equal(readMark(mark), undefined, mark);
  });

  it("is a mistake of PHP-FPM with its line, or without one", () => {
    const check = (words: string) => readPhpCheck({ code: 78, words: `${words}\n${FAILED}` });
    assert.deepEqual(check(`[28-Nov-2026 14:43:29] ERROR: [${FPM}:24] unknown entry 'nonsense'`), {
      text: "unknown entry 'nonsense'",
      place: { path: FPM, line: 24 },
    });
    assert.deepEqual(check("[28-Nov-2026 14:43:29] ALERT: [pool www] pm.max_children must be a positive value"), {
      text: "[pool www] pm.max_children must be a positive value",
    });
    // of its own file it does not say which
    assert.deepEqual(check("PHP:  syntax error, unexpected end of file, expecting ']' in Unknown on line 1"), {
      text: "syntax error, unexpected end of file, expecting ']'",
    });
  });

  it("is a mistake of PHP, which starts without it", () => {
    const syntax = `PHP:  syntax error, unexpected END_OF_LINE in ${INI} on line 1976`;
    const startsWithout = true;
    assert.deepEqual(readPhpCheck({ code: 0, words: `${syntax}\n${FINE}` }), {
      text: "syntax error, unexpected END_OF_LINE",
      place: { path: INI, line: 1976 },
      startsWithout,
    });
    const warning =
      'Invalid "memory_limit" setting. Invalid quantity "12x": unknown multiplier "x", interpreting as "12" for backwards compatibility';
    const found = readPhpCheck({
      code: 0,
      words: `[28-Nov-2026 14:43:29] NOTICE: PHP message: PHP Warning:  ${warning} in Unknown on line 0\n${FINE}`,
    });
    assert.deepEqual(found, { text: warning, startsWithout, setting: "memory_limit" });
    const library = "PHP Startup: Unable to load dynamic library 'nothere' (tried: /usr/lib/php/nothere)";
    assert.deepEqual(readPhpCheck({ code: 0, words: `PHP Warning:  ${library} in Unknown on line 0\n${FINE}` }), {
      text: library,
      startsWithout,
    });
  });

  it("is fine only where a program has said so", () => {
    assert.equal(readPhpCheck({ code: 0, words: FINE }), "fine");
    for (const [code, words] of [
      [0, ""],
      [127, ""],
      [124, FINE],
      [1, "Segmentation fault"],
    ] as const)
      assert.equal(readPhpCheck({ code, words }), "unknown", words);
    assert.equal(readMysqlCheck({ code: 0, words: "" }), "fine");
    assert.equal(readMysqlCheck({ code: 127, words: "" }), "unknown");
    const old = "[ERROR] unknown option '--validate-config'";
    assert.equal(readMysqlCheck({ code: 7, words: old }), "unknown", "a MySQL that has no check");
  });

  it("is a mistake of MySQL or MariaDB, with its line or its setting", () => {
    const check = (words: string) => readMysqlCheck({ code: 1, words: `${words}\n[ERROR] Aborting` });
    const place = { path: "/etc/my.cnf", line: 3 };
    for (const words of [
      "error: Found option without preceding group in config file: /etc/my.cnf at line: 3",
      "mysqld: [ERROR] Found option without preceding group in config file /etc/my.cnf at line 3.",
    ])
      assert.deepEqual(check(words), { text: "Found option without preceding group", place }, words);
    const program = "/www/server/mysql/bin/mysqld";
    for (const [words, text, setting] of [
      [
        `2026-11-28 14:43:29 0 [ERROR] ${program}: unknown variable 'no_such=2'`,
        "unknown variable 'no_such=2'",
        "no_such",
      ],
      [
        "2026-11-28T10:00:00Z 0 [ERROR] [MY-000067] [Server] unknown variable 'no-such=2'.",
        "unknown variable 'no-such=2'.",
        "no-such",
      ],
      [
        `2026-11-28 14:43:29 0 [ERROR] ${program}: Error while setting value 'wrong' to 'binlog_format'`,
        "Error while setting value 'wrong' to 'binlog_format'",
        "binlog_format",
      ],
      [
        "2026-11-28 0 [ERROR] Buffered error: Unknown suffix 'l' used for variable 'max_connections' (value 'lots')",
        "Unknown suffix 'l' used for variable 'max_connections' (value 'lots')",
        "max_connections",
      ],
    ] as const)
      assert.deepEqual(check(words), { text, setting }, words);
  });

  it("gets the last line that sets what is wrong, in any spelling of MySQL", () => {
    const text = "[mysqld]\nmax-connections = 10\n# max_connections = 1\nMax_Connections=lots\n";
    const found = { text: "x", setting: "max_connections" };
    assert.deepEqual(locate(found, "/etc/my.cnf", text), { text: "x", place: { path: "/etc/my.cnf", line: 4 } });
    assert.deepEqual(locate({ text: "x", setting: "other" }, "/etc/my.cnf", text), { text: "x" });
    const place = { path: "/etc/other.cnf", line: 1 };
    assert.deepEqual(locate({ ...found, place }, "/etc/my.cnf", text), { text: "x", place });
  });
});
