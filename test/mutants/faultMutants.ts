/** A file, and the defects to plant in it, each as `[defect, find, replace]`. */
type DefectsOf = readonly [file: string, ...(readonly [defect: string, find: string, replace: string])[]];

/** A defect for each branch by which a fault before a panel's answer is recognised, told and diagnosed. */
const FILES: readonly DefectsOf[] = [
  [
    "src/wire/http/networkFailure.ts",
    ["a certificate that is not trusted is a lost connection", "if (refusal === code)", "if (refusal === message)"],
    ["plain text is another failure of TLS", `problem: "notTls"`, `problem: "other"`],
    ["a failed handshake is a lost connection", "if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/", "if (/^(ERR_TLS_)/"],
    ["a proxy's error has no name", `{ code: "ERR_PROXY_TUNNEL", message }`, `{ code: "UNKNOWN", message }`],
  ],
  [
    "src/wire/http/exchange.ts",
    ["an earlier answer is forgotten", `cause.kind === "network" && plan.answeredBefore`, "false"],
    [
      "a lost change is a plain failure",
      `if (plan.change) throw new PanelError({ kind: "uncertain", cause });`,
      "throw new PanelError(cause);",
    ],
    ["any status is one", "return status >= 200 && status <= 599;", "return status >= 200;"],
    ["a dead idle connection fails the call", `isUnanswered && isReset(cause)`, `isUnanswered && !isReset(cause)`],
    ["a proxy that refuses is a lost connection", `code: "ERR_PROXY_TUNNEL"`, `code: "ECONNRESET"`],
  ],
  [
    "src/wire/http/certificate.ts",
    ["a changed certificate is one that is not trusted", `problem: "changed"`, `problem: "untrusted"`],
    ["any certificate is the pinned one", "certificate.fingerprint256 !== pin.toUpperCase()", `pin === ""`],
  ],
  [
    "src/wire/http/readBody.ts",
    [
      "a declared length is not believed",
      `if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();`,
      "",
    ],
    ["a bomb is unpacked", "if (size > maxBytes)", "if (chunks.length > maxBytes)"],
    [
      "an unknown encoding is none",
      `throw new PanelError({ kind: "network", code: "ERR_CONTENT_ENCODING" });`,
      "return undefined;",
    ],
    [
      "what was cut off is whole",
      `source.once("end", resolve).on("error", reject);`,
      `source.once("end", resolve).on("error", () => resolve());`,
    ],
    ["brotli is read as it is", "return createBrotliDecompress();", "return undefined;"],
  ],
  [
    "src/wire/http/transport.ts",
    ["a refused certificate is not shown", "throw new PanelError({ ...error.failure, certificate });", "throw error;"],
  ],
  [
    "src/wire/decode.ts",
    ["a gateway's refusal counts", `status === 200 && contentType`, `contentType`],
    ["every rejection is a refusal", `contentType.toLowerCase().startsWith("text/html")`, `contentType !== ""`],
    ["a refused key is not recognised", "密钥校验失败|key verification failed", "key verification"],
    ["a refused key is not recognised in English", "密钥校验失败|key verification failed", "密钥校验失败"],
    ["a refused address is not recognised", "IP校验失败|IP validation failed", "IP validation"],
    ["a refused address is not recognised in English", "IP校验失败|IP validation failed", "IP校验失败"],
    ["a lockout is not recognised", "连续\\d+次验证失败|", ""],
    ["our address is lost", "isIP(clientAddress) !== 0", "isIP(message) !== 0"],
    ["a gateway's JSON is the panel's", "if (status !== 200 && status !== 404)", "if (status === 404)"],
    ["an unknown operation is rejected", `{ kind: "unsupported" }`, `{ kind: "rejected", message: "" }`],
    ["an answer of nobody is a rejection", `if (opened.kind === "unclear") return`, `if (status === 0) return`],
    ["where a redirect leads is lost", "...(redirect && { redirect })", ""],
  ],
  [
    "src/wire/answers/redirect.ts",
    ["the login page is any", `["/login", "login"],`, ""],
    ["the page of a closed panel is any", `["/close", "close"],`, ""],
    ["the page that binds an account is any", `["/bind", "bind"],`, ""],
    ["the error page is any", `["/error", "error"],`, ""],
    ["the page for an expired password is any", `["/modify_password", "password"],`, ""],
    ["another host's page is the panel's", "target?.host === new URL(origin).host", "target !== null"],
  ],
  ["src/wire/client.ts", ["a panel that is not bound is asked once", `answer.redirect === "bind"`, `false`]],
  [
    "src/connection/callDeadline.ts",
    [
      "what takes too long is canceled",
      `{ kind: "timeout", afterMs: this.#options.deadlineMs }`,
      `{ kind: "cancelled" }`,
    ],
  ],
  [
    "src/connection/addressProbe.ts",
    ["https is never found", `origin.startsWith("http://") && cause.kind === "network"`, `cause.kind === "timeout"`],
    ["the page for strangers is any", `body.includes("<center>nginx</center>")`, `body === ""`],
    ["an empty 401 is any", `status === 401 && body === "",`, ""],
    ["the pages of panels are any", `status === 302 && redirect !== undefined && redirect !== "other",`, ""],
    ["a refusal of strangers is any answer", `"status":\\s*false,`, `"status":\\s*0,`],
  ],
  [
    "src/texts/failureTexts.ts",
    ["a name server that fails has no words", `case "EAI_AGAIN":`, `case "EAI":`],
    ["a network without a way has no words", `case "ENETUNREACH":`, `case "ENET":`],
    ["a closed port has no words", `case "ECONNREFUSED":`, `case "ECONN":`],
    ["a proxy has no words", `case "ERR_PROXY_TUNNEL":`, `case "ERR_PROXY":`],
    ["a connection was never there", "if (answeredBefore === true)", "if (code === address)"],
    ["SSL is never the cause", `address?.startsWith("http://") === true`, `address === ""`],
    ["all failures of TLS read alike", "return words[problem];", "return words.other;"],
    ["all refusals read alike", "return words[reason];", "return words.unknown;"],
    ["the end of a lockout is not told", "lockedUntil === undefined", "timeOfDay(0) !== undefined"],
    ["a password reads like any page", "if (status === 401)", "if (status === 402)"],
    ["a forbidden call reads like any page", "if (status === 403)", "if (status === 402)"],
    ["all redirects read alike", "return words[redirect];", "return words.other;"],
    [
      "a change that may have happened reads like one that has not",
      `return [short, l10n.t("No complete answer came back, so it may have taken effect. {0}", long)];`,
      "return [short, long];",
    ],
  ],
  [
    "src/commands/panels/fixNames.ts",
    ["a refused key is tried again first", `return ["key", "browse", "retry"];`, `return ["retry", "key", "browse"];`],
    ["our address cannot be copied", `["copy", "browse", "retry"]`, `["browse", "retry"]`],
    ["a lockout is tried again first", `return ["browse", "key", "retry"];`, `return ["retry", "browse", "key"];`],
    ["a page does not lead to the browser", `return ["browse", "address", "retry"];`, `return ["address", "retry"];`],
    ["a password does not lead to the key", `failure.status === 401`, `failure.status === 402`],
    ["a changed certificate cannot be reviewed", ` || problem === "changed")`, ")"],
    ["a certificate that is not trusted cannot be reviewed", `(problem === "untrusted" || `, "("],
    [
      "a lost connection does not lead to the address",
      `case "timeout":
      return ["retry", "address", "browse"];`,
      `case "timeout":
      return ["retry", "browse"];`,
    ],
    ["a missing key is not asked for", `return ["key"];`, `return ["log"];`],
    ["an agreement is not asked for", `return ["consent", "retry"];`, `return ["log"];`],
    ["a lost change has no fixes", `return fixNamesFor(failure.cause);`, `return ["log"];`],
    ["a broken answer does not lead to the log", `return ["log", "retry"];`, `return ["retry"];`],
  ],
  [
    "src/commands/panels/fixesFor.ts",
    ["a certificate is reviewed in the browser", "browse: certificate ? undefined :", "browse:"],
    ["https is not suggested", "if (origin === undefined) return others;", "if (origin !== panel.id) return others;"],
    ["any failure is tried again", `retry: cause.kind === "refused" ?`, `retry: cause.kind !== "refused" ?`],
  ],
  [
    "src/doctor/lossOf.ts",
    [
      "a refused address is a refused key",
      `failure.reason === "ip" || failure.reason === "locked"`,
      `failure.reason === "locked"`,
    ],
    ["a lockout is a refused key", `failure.reason === "ip" || failure.reason === "locked"`, `failure.reason === "ip"`],
    [
      "a refused key says nothing of the address",
      `return loss("key", failure.reason === "key");`,
      `return loss("key");`,
    ],
    ["other words prove a refused key", `return loss("key", failure.reason === "key");`, `return loss("key", true);`],
    [
      "a missing key is no key",
      `case "storage":\n      return loss("key");`,
      `case "storage":\n      return loss("api");`,
    ],
    [
      "a broken list of addresses is an API that is off",
      `failure.redirect === "login"`,
      `failure.redirect === "other"`,
    ],
    ["another website is an API that is off", `if (!isLikePanel) return loss("panel");`, ""],
    ["a password is an API that is off", `failure.status === 401`, `failure.status === 402`],
    ["a rejection proves nothing", `return loss("edition", true);`, `return loss("edition");`],
    [
      "a broken answer is an API that is off",
      `case "defect":\n      return loss("edition");`,
      `case "defect":\n      return loss("api");`,
    ],
  ],
  [
    "src/doctor/diagnose.ts",
    ["http needs no agreement", "if (!maySign(record))", "if (record.id === undefined)"],
    ["what a proxy reaches is lost", `failure !== undefined && failure.kind !== "tls"`, "true"],
    [
      "another certificate behind a proxy is a closed port",
      `failure !== undefined && failure.kind !== "tls"`,
      "failure !== undefined",
    ],
    ["an unknown name is a closed port", `name?.failure === undefined ? "port" : "name"`, `"port"`],
    ["a port is called secure", `isPastSecure ? "panel" : "secure"`, `"panel"`],
    ["silence is called no certificate", `isPastSecure ? "panel" : "secure"`, `"secure"`],
    [
      "any server is a panel",
      `if (isLikePanel) yield passed("panel", { fact: "fine" });`,
      `yield passed("panel", { fact: "fine" });`,
    ],
    ["any clock is right", "Math.abs(aheadMs) < SAME_TIME_MS", "SAME_TIME_MS > 0"],
    [
      "a clock that shows nothing is right",
      `return unknown("clock", { fact: "clock" });`,
      `return passed("clock", { fact: "clock" });`,
    ],
    ["an edition that nobody knows is known", `edition === "unknown" ? "unknown" : "tick"`, `"tick"`],
    ["a key that is refused late is good", `yield failed("edition", learned.failure);`, `yield notReached("edition");`],
  ],
];

/** The defects of `FILES`, in the form of the others. */
export const faultMutants = FILES.flatMap(([file, ...defects]) =>
  defects.map(([defect, find, replace]) => [defect, file, find, replace] as const),
);
