import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";

type Form = Readonly<Record<string, string>>;

const rowsOf = async ({ post }: Fixture, path: string, form: Form) => {
  const answer = await post(path, { table: "sites", type: "-1", ...form });
  return (answer as { readonly data: readonly Form[] }).data;
};

describe("a demo panel's sites", () => {
  it(
    "leave traces of searches, orders and requests for the older list",
    withPanel(async (fixture) => {
      const { traces } = fixture.panel.state;
      const datalist = (form: Form) => rowsOf(fixture, "/datalist/data/get_data_list", form);
      const getData = (form: Form) => rowsOf(fixture, "/data", { action: "getData", ...form });
      await datalist({ p: "1", limit: "50" });
      assert.deepEqual(traces, { pageSize: undefined, order: undefined, searches: [] });
      const found = await datalist({ search: "shop" });
      assert.deepEqual(
        found.map(({ name }) => name),
        ["shop.example.com"],
      );
      await getData({ limit: "7", order: "id asc" });
      assert.deepEqual({ ...traces, searches: traces.searches.length }, { pageSize: 7, order: "id asc", searches: 1 });
      assert.equal((await getData({})).length, 7);
      assert.equal(traces.pageSize, 7);
    }),
  );
});
