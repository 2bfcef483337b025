import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../withPanel.ts";

type Row = Readonly<Record<string, unknown>>;

const list = async ({ post }: Fixture) => (await post("/acme", { action: "get_orders" })) as readonly Row[];

describe("a demo panel's certificate orders", () => {
  it(
    "have the fields of their state, as recorded",
    withPanel(async (fixture) => {
      const orders = await list(fixture);
      const keys = (position: number) => Object.keys(orders[position] ?? {}).join(" ");
      const valid = "status auth_type url ca domains auth_to certificate_url index create_time renew_time";
      assert.equal(keys(0), `${valid} cert_timeout save_path`);
      const pending = "status expires identifiers authorizations finalize auth_type url ca domains auth_to index";
      assert.equal(keys(1), `${pending} create_time renew_time`);
      assert.equal(keys(5), `${pending} create_time renew_time auths private_key`);
      assert.deepEqual(orders[1]?.["identifiers"], [{ type: "dns", value: "staging.example.com" }]);
      for (const { index } of orders) assert.match(String(index), /^[0-9a-f]{32}$/);
      assert.equal(new Set(orders.map(({ index }) => index)).size, orders.length);
    }),
  );

  const now = 1_795_223_987_000;
  it(
    "are valid, about to expire, expired, pending and invalid",
    withPanel(
      async (fixture) => {
        const days = (epoch: unknown) => Math.floor((Number(epoch) - now / 1000) / 86_400);
        const states = (await list(fixture)).map(
          ({ status, cert_timeout: end, expires }) => `${String(status)} ${days(end ?? expires)}`,
        );
        assert.deepEqual(states, ["valid 62", "pending 6", "valid 12", "valid 3", "valid -4", "invalid -20"]);
      },
      { now: () => now },
    ),
  );

  it(
    "are gone once removed, and unknown from then on",
    withPanel(async (fixture) => {
      const remove = (index: string) => fixture.post("/acme", { action: "remove_order", index });
      const [first, ...others] = await list(fixture);
      const index = String(first?.["index"]);
      assert.deepEqual(await remove(index), { status: true, msg: "订单删除成功!" });
      assert.deepEqual(await list(fixture), others);
      for (const unknown of [index, "nope", ""])
        assert.deepEqual(await remove(unknown), { status: false, msg: "指定订单不存在!" });
      const { status, headers } = await fixture.call({ path: "/acme", form: { action: "remove_order" } });
      assert.deepEqual([status, headers["content-type"]], [404, "text/html"]);
    }),
  );

  it(
    "are also answered to GET, and are none where there are none",
    withPanel(async ({ get, panel }) => {
      panel.state.certificateOrders.length = 0;
      assert.deepEqual(await get("/acme", { action: "get_orders" }), []);
    }),
  );
});
