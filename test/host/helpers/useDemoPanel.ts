import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { removePanels } from "./extension.ts";

/**
 * A demo panel that nobody has added, new in each test of the enclosing `describe`, which starts without panels. A test
 * may put another in its place; the one that is there at the end is closed.
 */
export function useDemoPanel(start: () => Promise<DemoPanel> = startDemoPanel): { panel: DemoPanel } {
  // filled before each test
  const fixture = {} as { panel: DemoPanel };
  beforeEach(async () => {
    await removePanels();
    fixture.panel = await start();
  });
  afterEach(async () => {
    await removePanels();
    await fixture.panel.close();
  });
  return fixture;
}
