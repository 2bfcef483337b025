import assert from "node:assert/strict";
import type { Verb } from "../../src/resources/verbs.ts";
import { dialogueAbout, play } from "../agents/dialogue.ts";
import { note } from "./claims.ts";
import { compare, onEachPanel, soon } from "./onEachPanel.ts";
import { JAVA_PORT, type ProjectType } from "./server.ts";

type Pid = number | undefined;

const TYPES: readonly ProjectType[] = ["nodejs", "python", "go", "other"];

/** Python refuses everything while it is prepared, for ten seconds and more (docs/protocol.md 18.3). */
const PREPARING_S = 60;

onEachPanel("Projects beside those of Java", (live, edition) => {
  for (const [at, type] of TYPES.filter((each) => each !== "other" || edition === "baota").entries())
    describe(type, () => {
      const port = JAVA_PORT + 1 + at;
      let name: string;
      let isThere: boolean;

      before(async () => {
        name = `${live.panel.prefix}${type}`;
        isThere = (type !== "nodejs" && type !== "python") || (await live.panel.has(type));
        if (isThere) await live.panel.server.addProject(type, name, port);
      });

      const pid = async () => live.panel.server.listener(port);

      /** Acts on the project and compares its process. */
      async function actAndCompare(
        verb: Verb,
        isSo: (before: Pid, after: Pid) => boolean,
        kinds: readonly string[] = ["done"],
      ): Promise<void> {
        const before = await pid();
        const result = await live.target.act("project", verb, name);
        const after = await pid();
        const so = `process ${before ?? "none"} → ${after ?? "none"}`;
        compare(live, `project.${verb}`, result, { isSo: isSo(before, after), so, kinds });
      }

      it("is listed with the process of the server", async () => {
        if (!isThere) return;
        const so = String(await pid());
        const claimed = async () => {
          const { facts } = await live.target.item("project", name);
          return facts.find((fact) => fact.name === "pid")?.value;
        };
        const isRight = async () => (await claimed())?.split(", ").includes(so) === true;
        const isListed = await soon(isRight, PREPARING_S);
        note({ operation: "project.list", panel: live.panel.name, claimed: `process ${await claimed()}`, so });
        assert.ok(isListed);
      });

      it("restarts, stops and starts", async () => {
        if (!isThere) return;
        await actAndCompare("restart", (before, after) => after !== undefined && after !== before);
        await actAndCompare("stop", (_, after) => after === undefined);
        await actAndCompare("start", (_, after) => after !== undefined);
      });

      it("shows the lines of its followed log", async () => {
        if (!isThere) return;
        const screen = await live.target.follow("serverPanel.followLog", "project", name);
        const isShown = () => screen.rows.some((row) => row.includes(name) && !row.startsWith("──"));
        await soon(async () => isShown());
        await live.window.stopFollowing();
        const claimed = `${screen.rows.length} rows`;
        note({ operation: "project.log", panel: live.panel.name, claimed, so: "a line with its name" });
        assert.ok(isShown(), screen.text);
      });

      it("gets going again by an agent, as in a recorded dialogue", async () => {
        if (!isThere) return;
        const { target, window } = live;
        await target.act("project", "stop", name);
        const stopped = { panel: target.record.name, kind: "project", name, logged: name } as const;
        await play(dialogueAbout({ ...stopped, isRestartable: false }), window.invoke);
        const after = await pid();
        const claimed = "found stopped, started, restarted";
        note({ operation: "agent's dialogue", panel: live.panel.name, claimed, so: `process ${after ?? "none"}` });
        assert.notEqual(after, undefined);
      });

      it("that ends at once does not count as running", async () => {
        if (!isThere) return;
        await live.panel.server.breakProject(type, name);
        await actAndCompare("restart", (_, after) => after !== undefined, ["failed", "wentWrong", "uncertain"]);
        assert.equal((await live.target.item("project", name)).state, "stopped");
        await actAndCompare("start", (_, after) => after !== undefined, ["failed", "wentWrong", "uncertain"]);
      });
    });
});
