import { startDocumentPanel, type DocumentPanel } from "../documentPanel/startDocumentPanel.ts";
import { english } from "./connectCursor.ts";
import { openDocumentTree } from "./pages/documentTree.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { addPanel } from "./panels.ts";

describe("A panel of the document alone", () => {
  const here = useWindow();
  let panel: DocumentPanel;

  beforeEach(async () => {
    panel = await startDocumentPanel("page");
  });
  afterEach(async () => panel.close());

  it("is added, and has a row to click for each kind that it does not list", async () => {
    const { window } = here;
    await addPanel(window, "Shop", panel);
    await openDocumentTree(window, panel, english);
    await window.page.mouse.move(0, 0);
    await window.screenshot("document-tree");
  });
});
