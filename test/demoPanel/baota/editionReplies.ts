import type { EditionReplies } from "../editionReplies.ts";
import { applicationPage, nginxPage } from "../pages.ts";

/** A module's message about an unknown action. */
export const UNKNOWN_ACTION = "指定参数无效!";

const pages = ["/site", "/files", "/xterm"];

const page = (status: number, title: string) => nginxPage(status, title, { lineEnd: "\r\n", lastLineEnd: "\r\n" });

/** BaoTa's replies. */
export const replies: EditionReplies = {
  notFoundPage: page(404, "404 Not Found"),
  forbiddenPage: page(403, "403 Forbidden"),
  applicationPage: applicationPage("zh", "宝塔Linux面板"),
  modules: [...pages, "/system", "/data", "/acme", "/ajax"],
  pages: new Set(pages),
  addressRefused: (clientAddress) => `IP校验失败,您的访问IP为[${clientAddress}]`,
  unknownAction: UNKNOWN_ACTION,
  unknownModel({ module, name, isKnownModule }) {
    if (module.startsWith("/v2/")) return undefined;
    const [group, last] = module.split("/").slice(-2);
    return isKnownModule ? `[${group}/${last}]模块中找不到[${name}]方法` : "没有在模型中找到指定模块";
  },
  missingTemplate: "指定模板不存在!",
  unsafePath: "不安全的路径",
  largestBody: 16 * 1024 * 1024,
  readsJson: false,
  // panels trust a proxy on their own machine
  clientAddress(socketAddress, headers) {
    if (!/^(127\.|::1$)/.test(socketAddress)) return socketAddress;
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    return forwarded.at(-1)?.trim() || socketAddress;
  },
  cookie: { attributes: () => "HttpOnly; Path=/; SameSite=Lax", onErrorPages: true },
};
