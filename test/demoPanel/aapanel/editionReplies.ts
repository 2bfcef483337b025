import type { EditionReplies } from "../editionReplies.ts";
import { fromApplication } from "../../../src/demoPanel/http.ts";
import { applicationPage, nginxPage } from "../pages.ts";

const DAY_MS = 86_400_000;

const page = (status: number, title: string) =>
  nginxPage(status, title, { lineEnd: "\n", lastLineEnd: "", headers: fromApplication });

/** Returns both paths of each module (docs/protocol.md 14.4). */
const onBoth = (paths: readonly string[]) => paths.flatMap((path) => [path, `/v2${path}`]);

const pages = onBoth(["/site", "/files", "/xterm"]);

/** aaPanel's replies, which are English in every language (docs/protocol.md 2.8). */
export const replies: EditionReplies = {
  notFoundPage: page(404, "404 Not Found"),
  forbiddenPage: page(403, "403 Forbidden"),
  applicationPage: applicationPage("en", "aaPanel Linux panel"),
  modules: [...pages, ...onBoth(["/system", "/data", "/acme", "/ajax"])],
  pages: new Set(pages),
  addressRefused: (clientAddress) => `IP validation failed, your access IP is[${clientAddress}]`,
  unknownAction: "Specific parameters are invalid!",
  // other models are looked up by a library of the vendor, whose message is Chinese (docs/protocol.md 2.7)
  unknownModel: ({ module }) => (/^\/(?:v2|mod)\//.test(module) ? undefined : "没有在模型中找到指定模块"),
  missingTemplate: undefined,
  unsafePath: "Unsafe path",
  largestBody: 50 * 1024 * 1024,
  readsJson: true,
  clientAddress: (socketAddress, headers) => String(headers["x-real-ip"] ?? "").trim() || socketAddress,
  cookie: {
    attributes: (now) => `Expires=${new Date(now + DAY_MS).toUTCString()}; HttpOnly; Path=/`,
    onErrorPages: false,
  },
};
