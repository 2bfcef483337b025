import assert from "node:assert/strict";
import { groupNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { openItems, useAddedPanels } from "../helpers/addedPanels.ts";
import { features, tooltipOf } from "../helpers/extension.ts";
import { language } from "./language.ts";

describe("The tree of an aaPanel", () => {
  const [shop] = useAddedPanels({ name: "Shop", edition: "aapanel", language });

  /** What stands under a node, as the view is given it. */
  async function below(id: string): Promise<readonly (string | undefined)[]> {
    const { services, itemOf } = await features();
    await services.tree.children(undefined);
    return (await services.tree.children(id)).map((child) => {
      const { label } = itemOf(child);
      return typeof label === "string" ? label : undefined;
    });
  }

  const sitesWith = async () => new Map((await openItems(shop, "site")).map((site) => [site.label, site]));
  const factsOf = (
    item: { readonly facts: readonly { readonly name: string; readonly value: string }[] } | undefined,
  ) => Object.fromEntries(item?.facts.map(({ name, value }) => [name, value]) ?? []);

  it("has the groups of what the panel has, and says which edition and version it is", async () => {
    assert.deepEqual(await below(panelNodeId(shop.id)), [
      "Websites",
      "Projects",
      "Containers",
      "Databases",
      "Services",
      "Scheduled Tasks",
      "Maintenance",
      "Certificate Orders",
      "Web Terminal",
    ]);
    assert.match(await tooltipOf(panelNodeId(shop.id)), /^aaPanel 8\.10\.0$/m);
  });

  it("shows PHP and WordPress sites with state and PHP version, by names in their own script", async () => {
    const sites = await sitesWith();
    const { itemOf } = await features();
    const described = (label: string) => String(itemOf(sites.get(label)?.id ?? "").description);
    assert.equal(sites.size, 10);
    assert.deepEqual(
      ["www.example.com", "staging.example.com", "news.example.com", "bücher.example.com"].map((label) => {
        const item = sites.get(label);
        return [item?.state, factsOf(item)["php"], factsOf(item)["type"]];
      }),
      [
        ["running", "8.2", undefined],
        ["stopped", "8.2", undefined],
        ["running", "8.2", "WP"],
        ["stopped", "8.2", "WP"],
      ],
    );
    // a word of another language is no version, and is not shown
    assert.equal(described("static.example.com").endsWith("static"), language === "en");
    assert.match(described("blog.example.com"), /PHP 7\.4$/);
    assert.equal(factsOf(sites.get("bücher.example.com"))["punycode"], "xn--bcher-kva.example.com");
  });

  it("has saved hosts and commands, and no settings", async () => {
    const terminal = groupNodeId(shop.id, "terminalSetting");
    await below(panelNodeId(shop.id));
    assert.deepEqual(await below(terminal), ["Saved Hosts", "Saved Commands"]);
    assert.deepEqual(
      (await openItems(shop, "savedHost")).map(({ label }) => label),
      ["本机", "web 1", "web 2", "Old entry", "IPv6", "db_1.example.com"],
    );
    assert.deepEqual(
      (await openItems(shop, "savedCommand")).map(({ label }) => label),
      ["disk", "重启 nginx", "clean up"],
    );
    assert.deepEqual(await openItems(shop, "terminalSetting"), []);
    assert.equal(shop.panel.counters.requests.filter(({ operation }) => operation === undefined).length, 0);
  });

  it("has Composer, and no runtime beside it", async () => {
    await below(panelNodeId(shop.id));
    assert.deepEqual(await below(groupNodeId(shop.id, "dependencyManager")), ["Composer"]);
    assert.deepEqual(await openItems(shop, "runtime"), []);
    const [composer] = await openItems(shop, "dependencyManager");
    assert.equal(factsOf(composer)["version"], "2.7.0");
  });

  it("says of a Composer that does not run that its version is not known", async () => {
    shop.panel.state.composer.version = "";
    const [composer] = await openItems(shop, "dependencyManager");
    assert.equal(factsOf(composer)["version"], undefined);
  });
});
