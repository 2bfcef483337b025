import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { agentPrompts } from "../../../src/agents/agentPrompts.ts";
import { agentToolNames } from "../../../src/agents/agentTools.ts";
import { AgentsPlace } from "../../fakes/agents/agentsPlace.ts";
import type { FromShim, RawAgent } from "../../fakes/agents/rawAgent.ts";

interface ProtocolSchema {
  readonly $defs: Readonly<Record<string, unknown>>;
}

/** Says what of a message is not as a definition of the protocol has it. */
function checkedBy(version: string): (definition: string, message: unknown) => void {
  const path = join(import.meta.dirname, "schemas", `${version}.json`);
  const schema = JSON.parse(readFileSync(path, "utf8")) as ProtocolSchema;
  const validator = new AjvJsonSchemaValidator();
  return (definition, message) => {
    assert.ok(definition in schema.$defs, `${version} has ${definition}`);
    const { valid, errorMessage } = validator.getValidator({ ...schema, $ref: `#/$defs/${definition}` } as never)(
      message,
    );
    assert.ok(valid, `${definition}: ${errorMessage}: ${JSON.stringify(message)}`);
  };
}

/** A request of a client, and the definition of its result; a regular expression: of an error with such words. */
type Row = readonly [method: string, params: object, expected: RegExp | string];

const CALL = { name: "list_panels", arguments: {} };

const common: readonly Row[] = [
  ["tools/list", {}, "ListToolsResult"],
  ["tools/call", CALL, "CallToolResult"],
  ["tools/call", { ...CALL, _meta: { progressToken: 1 } }, "CallToolResult"],
  ["tools/call", { name: "control_panel_resource", arguments: { fails: true } }, "CallToolResult"],
  ["tools/call", { name: "list_panels" }, "CallToolResult"],
  ["prompts/list", {}, "ListPromptsResult"],
  ...Object.keys(agentPrompts).map((name): Row => ["prompts/get", { name }, "GetPromptResult"]),
  ["prompts/get", { name: "another" }, /not found/],
  ["resources/list", {}, /not found/i],
  ["completion/complete", {}, /not found/],
  ["another", {}, /not found/i],
];

const inSession: readonly Row[] = [
  [
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Test", version: "1" } },
    "InitializeResult",
  ],
  ["ping", {}, "EmptyResult"],
  ["server/discover", {}, /./],
  ...common,
];

const withoutSession: readonly Row[] = [["server/discover", {}, "DiscoverResult"], ...common, ["ping", {}, /./]];

/** What each request carries where there is no session. */
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "Test", version: "1" },
};

describe("the messages of the shim", () => {
  let place: AgentsPlace;
  let agent: RawAgent;
  beforeEach(async () => {
    place = new AgentsPlace();
    await place.open({
      async invoke(_tool, input, { tell }) {
        tell("Works on it.");
        return JSON.stringify("fails" in (input as object) ? { problem: "No.", next: "Stop." } : { happened: "yes" });
      },
    });
    agent = place.agent();
  });
  afterEach(async () => place.dispose());

  for (const [version, rows] of [
    ["2025-11-25", inSession],
    ["2026-07-28", withoutSession],
  ] as const)
    it(`are as the schema of ${version} has them`, async () => {
      const check = checkedBy(version);
      const answers: FromShim[] = [];
      for (const [method, params, expected] of rows) {
        const { _meta: own = {}, ...others } = params as { readonly _meta?: object };
        const meta = version === "2026-07-28" ? { _meta: { ...META, ...own } } : { _meta: own };
        const answer = await agent.request(method, { ...others, ...meta });
        answers.push(answer);
        if (typeof expected === "string") {
          check("JSONRPCResultResponse", answer);
          check(expected, answer.result);
        } else {
          check("JSONRPCErrorResponse", answer);
          assert.match(answer.error?.message ?? "", expected);
        }
      }
      for (const text of ["no JSON\n", "[]\n"]) agent.write(text);
      await agent.request("tools/list", version === "2026-07-28" ? { _meta: META } : {});
      const others = agent.received.filter((message) => message.id === undefined);
      assert.deepEqual(
        others.map(({ method, error }) => method ?? error?.code),
        ["notifications/progress", -32_700, -32_600],
      );
      for (const message of others) {
        check(message.error === undefined ? "JSONRPCNotification" : "JSONRPCErrorResponse", message);
        if (message.error === undefined) check("ProgressNotification", message);
      }
    });

  it("tell a client of a version that is not known which is", async () => {
    const answer = await agent.request("tools/list", {
      _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" },
    });
    checkedBy("2026-07-28")("UnsupportedProtocolVersionError", answer);
  });

  it("list tools whose input schemas are schemas", async () => {
    await agent.initialize();
    const tools = (await agent.request("tools/list")).result as unknown as {
      readonly tools: readonly { readonly name: string; readonly inputSchema: Readonly<Record<string, unknown>> }[];
    };
    assert.deepEqual(
      tools.tools.map(({ name }) => name),
      agentToolNames,
    );
    const validator = new AjvJsonSchemaValidator();
    for (const { inputSchema } of tools.tools) {
      const fits = validator.getValidator(inputSchema);
      assert.equal(fits({ unknown_field: 1 }).valid, false);
    }
  });
});
