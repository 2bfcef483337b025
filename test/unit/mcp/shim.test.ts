import assert from "node:assert/strict";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentPrompts } from "../../../src/agents/agentPrompts.ts";
import { agentTools, agentToolNames } from "../../../src/agents/agentTools.ts";
import { callWindow } from "../../../src/mcp/shim/callWindow.ts";
import { toolList } from "../../../src/mcp/shim/toolList.ts";
import { eventually } from "../../eventually.ts";
import { AgentsPlace, type Invoke, SHIM } from "../../fakes/agents/agentsPlace.ts";

/** A call that ends when it is canceled, or when a test lets it. */
function held(): { readonly invoke: Invoke; readonly letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const invoke: Invoke = async (tool, _input, { signal }) => {
    const canceled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("canceled")), { once: true });
    });
    await Promise.race([promise, canceled]);
    return JSON.stringify({ happened: "yes", tool });
  };
  return { invoke, letGo: resolve };
}

const RESTART = { panel: "Shop", kind: "site", name: "a", action: "restart" };

describe("the shim", () => {
  let place: AgentsPlace;
  beforeEach(() => (place = new AgentsPlace()));
  afterEach(async () => place.dispose());

  for (const mode of ["legacy", "auto"] as const)
    it(`serves the protocol's own client, ${mode === "auto" ? "which knows the newest version" : "with a session"}`, async () => {
      const { calls, hellos } = await place.open({ name: "shop" });
      const { client } = await place.client({ mode, name: "Claude Code" });
      assert.equal(client.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
      await eventually(
        () => hellos[0]?.name,
        (name) => name === "Claude Code",
      );
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        agentToolNames,
      );
      for (const { name, description, annotations } of tools) {
        const tool = agentTools[name as keyof typeof agentTools];
        assert.equal(description, tool.about);
        assert.equal(annotations?.readOnlyHint, tool.access === "read");
        assert.equal(annotations.openWorldHint, true);
      }
      const result = await client.callTool({ name: "list_panels", arguments: { offset: 3 } });
      assert.deepEqual(result.structuredContent, { tool: "list_panels", window: "shop" });
      assert.deepEqual(result.content, [
        { type: "text", text: '{"tool":"list_panels","window":"shop"}' },
        { type: "text", text: '{"window":"shop"}' },
      ]);
      assert.deepEqual(
        calls.map(({ input, call }) => [input, call.agent]),
        [[{ offset: 3 }, { client: "Claude Code" }]],
      );
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name }) => name),
        Object.keys(agentPrompts),
      );
      const { messages } = await client.getPrompt({ name: "deploy_safely" });
      assert.deepEqual(messages[0]?.content, { type: "text", text: agentPrompts.deploy_safely.text });
    });

  it("says hello for a client that brings more of itself than a window takes, and calls for it", async () => {
    const { calls, hellos } = await place.open();
    const agent = place.agent();
    const icons = [{ src: `data:image/png;base64,${"A".repeat(100_000)}` }];
    const clientInfo = { name: "N".repeat(100_000), version: "1".repeat(100_000), icons };
    await agent.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const { result } = await agent.request("tools/call", { name: "list_panels", arguments: {} });
    assert.equal(result?.structuredContent?.["tool"], "list_panels");
    assert.equal(calls[0]?.call.agent.client, `${"N".repeat(39)}…`);
    assert.equal(hellos.at(-1)?.name, `${"N".repeat(39)}…`);
  });

  it("runs with Node 20, which lacks some of what the project's Node has", async () => {
    await place.open();
    const newer = [
      "Promise.withResolvers",
      "Promise.try",
      "Object.groupBy",
      "Map.groupBy",
      "Array.fromAsync",
      "RegExp.escape",
    ];
    const older = `data:text/javascript,${[...newer.map((name) => `delete ${name}`), "delete globalThis.Iterator"].join(";")}`;
    const { client } = await place.client({ shim: ["--import", older, SHIM] });
    const { structuredContent } = await client.callTool({ name: "list_panels", arguments: {} });
    assert.equal((structuredContent as { readonly tool: string }).tool, "list_panels");
  });

  it("says that a problem is one", async () => {
    await place.open({ invoke: async () => JSON.stringify({ problem: "No.", next: "Stop." }) });
    const { client } = await place.client();
    const { isError, structuredContent } = await client.callTool({ name: "list_panels", arguments: {} });
    assert.equal(isError, true);
    assert.deepEqual(structuredContent, { problem: "No.", next: "Stop.", window: "shop" });
  });

  it("tells what is going on to who wants to know", async () => {
    const { invoke, letGo } = held();
    await place.open({
      async invoke(tool, input, call) {
        call.tell("Waits for the user.");
        call.tell("Works on it.");
        return invoke(tool, input, call);
      },
    });
    const agent = place.agent();
    await agent.initialize();
    const id = agent.send("tools/call", {
      name: "control_panel_resource",
      arguments: RESTART,
      _meta: { progressToken: "p" },
    });
    const untold = agent.send("tools/call", { name: "list_panels", arguments: {} });
    const told = () => agent.received.filter(({ method }) => method === "notifications/progress");
    await eventually(
      () => told().length,
      (count) => count === 2,
    );
    assert.deepEqual(
      told().map(({ params }) => params),
      [
        { progressToken: "p", progress: 1, message: "Waits for the user." },
        { progressToken: "p", progress: 2, message: "Works on it." },
      ],
    );
    letGo();
    assert.equal((await agent.answer(id)).result?.structuredContent?.["happened"], "yes");
    await agent.answer(untold);
  });

  it("cancels what is canceled, and then answers it no more", async () => {
    const { invoke } = held();
    const { calls } = await place.open({ invoke });
    const agent = place.agent();
    await agent.initialize();
    const id = agent.send("tools/call", { name: "list_panels", arguments: {} });
    await eventually(
      () => calls.length,
      (count) => count === 1,
    );
    agent.notify("notifications/cancelled", { requestId: "another" });
    agent.notify("notifications/cancelled", { requestId: { toString: "x" } });
    agent.notify("notifications/cancelled");
    assert.deepEqual((await agent.request("ping")).result, {}, "a call holds up nothing else");
    assert.equal(calls[0]?.call.signal.aborted, false);
    agent.notify("notifications/cancelled", { requestId: id, reason: "enough" });
    await eventually(
      () => calls[0]?.call.signal.aborted,
      (isAborted) => isAborted === true,
    );
    await agent.request("ping");
    assert.deepEqual(
      agent.received.filter((message) => message.id === id),
      [],
    );
  });

  it("begins nothing that is canceled while it looks for a window", async () => {
    const { calls } = await place.open();
    const tool = toolList.find(({ name }) => name === "control_panel_resource") ?? assert.fail();
    const call = async (signal: AbortSignal, input: object) =>
      callWindow(
        { directory: place.directory, workingDirectory: undefined },
        { tool, input, client: { name: "Raw", version: "1" }, signal, progress: () => undefined },
      );
    await call(AbortSignal.abort(), { ...RESTART, name: "canceled" });
    await call(new AbortController().signal, RESTART);
    assert.deepEqual(
      calls.map(({ input }) => input),
      [RESTART],
    );
  });

  const absences: readonly (readonly [what: string, prepare: () => Promise<unknown>, problem: RegExp])[] = [
    ["program was connected", async () => undefined, /^No agent was connected/],
    ["window is open", async () => (await place.open()).door.dispose(), /^No window of the editor takes calls/],
    [
      "window is allowed to",
      async () => place.open({ isAllowed: () => false }),
      /^No window of the editor takes calls/,
    ],
    [
      "window of its version is open",
      async () => {
        await place.open();
        const { path, ...file } = place.file;
        writeFileSync(path, JSON.stringify({ ...file, protocol: 2 }));
      },
      /^Server Panel was updated/,
    ],
    [
      "window answers",
      async () => place.open({ describe: async () => new Promise(() => undefined) }),
      /^The window takes no call: It is there, but has not answered within 10 seconds\.$/,
    ],
    [
      "window is alive",
      async () => {
        const { door } = await place.open();
        const { path, ...file } = place.file;
        await door.dispose();
        writeFileSync(path, JSON.stringify(file));
      },
      /^No window of the editor takes calls/,
    ],
  ];
  for (const [what, prepare, problem] of absences)
    it(`says what to do where no ${what}, and lists its tools all the same`, async () => {
      await prepare();
      const { client } = await place.client();
      assert.equal((await client.listTools()).tools.length, agentToolNames.length);
      const { isError, structuredContent } = await client.callTool({ name: "list_panels", arguments: {} });
      assert.equal(isError, true);
      assert.match((structuredContent as { problem: string }).problem, problem);
    });

  it("says unknown of what a window has begun that closes, and goes on with the next window", async () => {
    const { invoke } = held();
    const { door, calls } = await place.open({ invoke });
    const agent = place.agent();
    await agent.initialize();
    const acting = agent.send("tools/call", { name: "control_panel_resource", arguments: RESTART });
    const reading = agent.send("tools/call", { name: "list_panels", arguments: {} });
    await eventually(
      () => calls.length,
      (count) => count === 2,
    );
    await door.dispose();
    const acted = (await agent.answer(acting)).result?.structuredContent;
    assert.equal(acted?.["happened"], "unknown");
    assert.match(String(acted?.["next"]), /look with get_panel_resource/);
    const read = (await agent.answer(reading)).result?.structuredContent;
    assert.equal(read?.["happened"], undefined);
    assert.match(String(read?.["next"]), /^Nothing was changed/);
    await place.open({ name: "reloaded" });
    const again = await agent.request("tools/call", { name: "list_panels", arguments: {} });
    assert.equal(again.result?.structuredContent?.["window"], "reloaded");
  });

  it("calls the window whose folder it was started in, even where that directory goes away", async () => {
    const folder = join(realpathSync(place.root), "shop");
    mkdirSync(folder);
    await place.open({ name: "focused", folders: ["/elsewhere"], focusedAt: 9 });
    await place.open({ name: "shop", folders: [folder], focusedAt: 1 });
    const agent = place.agent(folder);
    await agent.initialize();
    rmSync(folder, { recursive: true });
    const { result } = await agent.request("tools/call", { name: "list_panels", arguments: {} });
    assert.equal(result?.structuredContent?.["window"], "shop");
  });

  const wrong: readonly (readonly [what: string, text: Buffer | string, code: number])[] = [
    ["100 MB without an end", Buffer.concat([Buffer.alloc(100_000_000, "x"), Buffer.from("\n")]), -32_600],
    ["what is not JSON", "GET / HTTP/1.1\n", -32_700],
    ["half a message and a new one", '{"jsonrpc":"2.0","id":1,"me{"jsonrpc"\n', -32_700],
    ["several requests in one", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32_600],
    ["another JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32_600],
    ["an id that is none", '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}\n', -32_600],
    ["a method that there is not", '{"jsonrpc":"2.0","id":"x","method":"tools/delete"}\n', -32_601],
    ["a subscription, for nothing changes", '{"jsonrpc":"2.0","id":"x","method":"subscriptions/listen"}\n', -32_601],
    [
      "100,000 lists in one another",
      `{"jsonrpc":"2.0","id":"x","method":"tools/get","params":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}\n`,
      -32_601,
    ],
  ];
  for (const [what, text, code] of wrong)
    it(`answers ${what} with an error, and goes on`, async () => {
      const agent = place.agent();
      await agent.initialize();
      agent.write(text);
      const failed = () => agent.received.filter(({ error }) => error !== undefined);
      await eventually(
        () => failed().length,
        (count) => count > 0,
      );
      assert.deepEqual(
        failed().map(({ error }) => error?.code),
        [code],
      );
      assert.deepEqual((await agent.request("ping")).result, {});
    });

  it("takes a message byte by byte", async () => {
    const agent = place.agent();
    for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"b","method":"ping"}\n')) {
      agent.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    assert.deepEqual((await agent.answer("b")).result, {});
  });

  it("takes 16 of 10,000 calls at once, and answers each", async () => {
    const { invoke, letGo } = held();
    const { calls } = await place.open({ invoke });
    const agent = place.agent();
    await agent.initialize();
    const ids = Array.from({ length: 10_000 }, () => agent.send("tools/call", { name: "list_panels", arguments: {} }));
    await eventually(
      () => agent.received.filter(({ result }) => result?.isError === true).length,
      (count) => count === 9_984,
    );
    await eventually(
      () => calls.length,
      (count) => count === 16,
    );
    letGo();
    const answers = await Promise.all(ids.map(async (id) => agent.answer(id)));
    assert.equal(answers.filter(({ result }) => result?.structuredContent?.["happened"] === "yes").length, 16);
    assert.equal(calls.length, 16);
  });

  it("takes no second request by an id that is in use", async () => {
    const { invoke, letGo } = held();
    const { calls } = await place.open({ invoke });
    const agent = place.agent();
    await agent.initialize();
    agent.send("tools/call", { name: "list_panels", arguments: {} }, "same");
    await eventually(
      () => calls.length,
      (count) => count === 1,
    );
    agent.send("tools/call", { name: "list_panels", arguments: {} }, "same");
    assert.equal((await agent.answer("same")).error?.code, -32_600);
    letGo();
    await eventually(
      () => agent.received.filter(({ id }) => id === "same").length,
      (count) => count === 2,
    );
    assert.equal(calls.length, 1);
  });

  const versions: readonly (readonly [asked: string, agreed: string])[] = [
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2031-01-01", "2025-11-25"],
  ];
  for (const [asked, agreed] of versions)
    it(`agrees with a client that asks for ${asked} on ${agreed}`, async () => {
      const agent = place.agent();
      assert.equal((await agent.initialize(asked)).result?.protocolVersion, agreed);
    });

  it("ends with its agent", async () => {
    assert.equal(await place.agent().end(), 0);
    const agent = place.agent();
    await agent.initialize();
    assert.equal(await agent.end(), 0);
  });
});
