import * as l10n from "@vscode/l10n";
import type { PanelRefusal } from "../characters/panelRefusals.ts";
import type { SiteField } from "./siteDraft.ts";

/** A panel's reason for refusing a site. */
interface SiteRefusal extends PanelRefusal {
  /** Absent if no field is the cause. */
  readonly field?: SiteField;
}

/** Why panels refuse a site (docs/protocol.md 6.16, 6.34). */
export function siteRefusals(): readonly SiteRefusal[] {
  return [
    {
      begins: [
        "您添加的域名已存在",
        "您添加的站点已存在",
        "The site you tried to add already exists",
        "The domain you tried to add already exists",
      ],
      field: "domain",
      text: () => l10n.t("A website on the panel already has this domain."),
    },
    {
      begins: ["主域名格式不正确", "Format of primary domain is incorrect"],
      field: "domain",
      text: () => l10n.t("The panel does not accept this domain."),
    },
    {
      begins: ["主域名不能为泛解析"],
      field: "domain",
      text: () => l10n.t("The panel does not accept a wildcard as the main domain."),
    },
    {
      begins: ["指定PHP版本不存在", "Requested PHP version does NOT exist"],
      field: "php",
      text: () => l10n.t("This PHP version is not installed on the server."),
    },
    {
      begins: ["端口范围不合法", "The port is occupied or the port range is incorrect"],
      field: "port",
      text: () => l10n.t("The panel does not accept this port."),
    },
    {
      begins: [
        "请不要将网站根目录设置到以下关键目录中",
        "不能以系统关键目录作为站点目录",
        "Please do not set the website root directory to the system main directory",
      ],
      field: "root",
      text: () => l10n.t("This directory belongs to the system or contains all websites."),
    },
    {
      begins: ["目录中不能包含空格或换行符"],
      field: "root",
      text: () => l10n.t("The panel does not accept spaces in this path."),
    },
    {
      begins: ["选中的必须是一个目录而不是一个文件"],
      field: "root",
      text: () => l10n.t("There is a file at this path, not a directory."),
    },
    {
      begins: ["不安全的路径", "Unsafe path"],
      field: "root",
      text: () => l10n.t("The panel does not accept this path."),
    },
    {
      begins: ["未安装任意Web服务"],
      text: () => l10n.t("No web server is installed on the server. Install Nginx or Apache in the panel first."),
    },
    {
      begins: ["ERROR: 检测到配置文件有错误", "ERROR: An error was detected in the configuration file"],
      text: () =>
        l10n.t(
          "A configuration file of the web server has an error. The panel creates no website until it is corrected.",
        ),
    },
  ];
}
