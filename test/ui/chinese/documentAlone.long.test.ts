import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { startDocumentPanel, type DocumentPanel } from "../../documentPanel/startDocumentPanel.ts";
import { openDocumentTree } from "../pages/documentTree.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { addShop, pictures } from "./shop.ts";

describe("In Chinese, a panel of the document alone", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  let panel: DocumentPanel;

  beforeEach(async () => {
    panel = await startDocumentPanel("json");
  });
  afterEach(async () => panel.close());

  it("is added, and has a row to click for each kind that it does not list", async () => {
    const { window } = here;
    await addShop(window, panel);
    await openDocumentTree(window, panel, chinese);
    await pictures(here.vscode, window, "document-tree");
  });
});
