/** The panel of the deployments that are measured, in a process of its own: answers each request after a while. */
import * as http from "node:http";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";

const delayMs = Number(process.argv[2]);
const panel = await startDemoPanel({
  runsCommands: true,
  createServer: (listener) =>
    http.createServer((request, response) => void setTimeout(() => listener(request, response), delayMs)),
});
process.on("message", () => undefined);
process.on("disconnect", () => process.exit(0));
process.send?.({ address: panel.address, key: panel.key });
