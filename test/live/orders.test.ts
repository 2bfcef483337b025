import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { factInRow } from "../../src/texts/resourceTexts.ts";
import { factsInRow } from "../../src/texts/nodeTexts.ts";
import { note } from "./claims.ts";
import { isDemo } from "./livePanels.ts";
import { compare, onEachPanel } from "./onEachPanel.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

onEachPanel("Certificate orders", (live, edition) => {
  /** Adds an order whose certificate expired some seconds ago, or will if negative. */
  async function addOrder(
    what: string,
    secondsAgo: number,
  ): Promise<{ readonly index: string; readonly domain: string }> {
    const { server, prefix } = live.panel;
    const domain = `${prefix}-${what}.example.com`;
    const index = createHash("md5").update(domain).digest("hex");
    await server.addOrder(index, domain, Math.floor(Date.now() / 1000) - secondsAgo);
    return { index, domain };
  }

  for (const [what, secondsAgo, state, days] of [
    ["minutes", 10 * MINUTE_S, "expired", 0],
    ["hours", 25 * HOUR_S, "expired", 1],
    ["days", 72 * HOUR_S + MINUTE_S, "expired", 3],
    ["valid", -61 * HOUR_S, "valid", 2],
  ] as const) {
    it(`count whole days to and from the end of a certificate: ${what}`, async () => {
      const { domain } = await addOrder(what, secondsAgo);
      const item = await live.target.item("certificateOrder", domain);
      const claimed = factsInRow(item).map(factInRow).join(", ");
      const so = `${secondsAgo > 0 ? "expired" : "expires"}, ${(Math.abs(secondsAgo) / HOUR_S).toFixed(1)} h`;
      note({ operation: "certificateOrder.list", panel: live.panel.name, claimed, so });
      assert.equal(item.state, state);
      assert.equal(Number(/(\d+) days?/.exec(claimed)?.[1] ?? 0), days, claimed);
    });
  }

  it("are renewed on BaoTa, where an authority grants it", async () => {
    if (edition !== "baota") return;
    const { domain } = await addOrder("renewed", HOUR_S);
    const result = await live.target.act("certificateOrder", "renew", domain);
    const { state } = await live.target.item("certificateOrder", domain);
    // no authority knows the domain of a run on a running panel
    const kinds = isDemo(edition) ? ["done"] : ["failed", "sent", "uncertain"];
    compare(live, "certificateOrder.renew", result, { isSo: state === "valid", so: state, kinds });
  });

  it("are deleted", async () => {
    const { server } = live.panel;
    const { index, domain } = await addOrder("removed", -HOUR_S);
    const result = await live.target.act("certificateOrder", "remove", domain);
    const isSo = !(await server.hasOrder(index));
    compare(live, "certificateOrder.remove", result, {
      isSo,
      so: isSo ? "no such order" : "still there",
      kinds: ["done"],
    });
  });
});
