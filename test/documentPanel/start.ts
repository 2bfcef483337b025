/** Starts a panel of the document alone in each way to refuse, to be added beside `npm start`; until Ctrl+C. */
import { startDocumentPanel, waysToRefuse } from "./startDocumentPanel.ts";

for (const way of waysToRefuse) {
  const { address, key } = await startDocumentPanel(way);
  console.log(`${address} refuses by ${way}; its key is ${key}`);
}
