import { strict as assert } from "node:assert";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { approveAll, OtherExtension } from "../otherExtension.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

describe("In Chinese, an agent whose tools VS Code approves by itself", () => {
  const agent = new OtherExtension();
  after(() => agent.remove());
  const vscode = useVsCode({
    locale: "zh-cn",
    title: chineseTitle("container.title"),
    settings: { "serverPanel.agentTools": "all" },
    extensions: [agent.folder],
  });
  const used = usePanel();

  it("still has a person asked, and stands in the activity", async () => {
    approveAll(vscode());
    const window = await vscode().open();
    const { dialog } = window;
    await addShop(window, used.panel);
    assert.equal((await agent.beApproved(window)).data?.panels?.[0]?.["name"], SHOP);

    const project = { panel: SHOP, kind: "javaProject", name: "order-service" };
    await agent.invoke(window, "control_panel_resource", { ...project, action: "restart" });
    const asks = window.notification(chinese("Answer…"));
    await asks.waitFor();
    await pictures(vscode(), window, "agent-asks");
    await asks.follow(chinese("Answer…"));
    const text = await dialog.text();
    assert.ok(text.includes(SHOP) && text.includes(chinese("An agent in this window asks for this.")), text);
    await pictures(vscode(), window, "agent-question");
    await dialog.click(chinese("Restart"));
    assert.equal((await agent.result()).outcome, "done");
    await window.expandPane(chineseTitle("view.activity"));
    const entries = window.sideBar.getByRole("treeitem").filter({ hasText: "order-service" });
    await entries.filter({ hasText: chinese("agent") }).waitFor();
    await pictures(vscode(), window, "agent-activity");
    await window.close();
  });
});
