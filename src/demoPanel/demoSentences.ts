/** The messages of an aaPanel in English, with the placeholders `{0}` and `{1}`. */
export const english = {
  total: "Total {0}",
  static: "Static",
  otherPhp: "Other",
  defaultCategory: "Default category",
  siteStarted: "Site started",
  siteStopped: "Site stopped",
  siteDeleted: "Successfully deleted site!",
  noLogFile: "The log file does not exist.",
  noSuchSite: "Specified site does NOT exist",
  siteExists: "The site you tried to add already exists!",
  noSuchPhp: "Requested PHP version does NOT exist!",
  badDomain: "Format of primary domain is incorrect",
  badPort: "The port is occupied or the port range is incorrect! It should be between 100 and 65535",
  systemDirectory: "Please do not set the website root directory to the system main directory:<br> {0}",
  javaStarted: "Started successfully",
  javaStopped: "Stopped successfully",
  javaNotRunning: "The project is not running",
  noSuchProject: "The specified project does not exist",
  logPathChanged: "Project log path modified successfully",
  noProjectOfLog: "Project does not exist",
  invalidPath: "Invalid path",
  containerStarted: "starting success!",
  containerStopped: "Stop succeeding!",
  containerRestarted: "Container restarts successfully!",
  containerPaused: "Container pause successfully!",
  containerUnpaused: "The container unpaused successfully",
  containerWoken: "The container unpaused successfully",
  containerDeleted: "Successfully deleted!",
  bootFailed: "boot failed!",
  noSuchContainer: "The container doesn't exist!",
  containerStoppedAndDeleted: "Container stopped and deleted",
  containerNotStarted: "The container is not started and cannot be paused!",
  containerAlreadyPaused: "The container has been suspended!",
  containerNotPaused:
    "The container is not paused or has been deleted. Check if the container has the option to delete immediately after stopping!",
  containerNotDeleted: "Delete failed! {0}",
  orderDeleted: "Order deleted successfully!",
  noSuchOrder: "The specified order does not exist!",
  composerLatest: "Currently the latest version, no upgrade required!",
  composerUpgraded: "Upgrade composer from {0} to {1}",
};

export type SentenceName = keyof typeof english;

/** The messages of a panel in one language. */
export type Language = Readonly<Record<SentenceName, string>>;

/** The messages of a BaoTa, as far as both editions share handlers. */
export const chinese: Language = {
  ...english,
  total: "共{0}条",
  noSuchPhp: "指定PHP版本不存在!",
  systemDirectory: "请不要将网站根目录设置到以下关键目录中: <br>{0}",
  siteExists: "您添加的域名已存在",
  badDomain: "主域名格式不正确",
  badPort: "端口范围不合法",
  containerStarted: "启动成功!",
  containerStopped: "停止成功!",
  containerRestarted: "容器重启成功!",
  containerPaused: "容器暂停成功!",
  containerUnpaused: "容器取消暂停成功!",
  containerWoken: "容器取消暂停成功",
  containerDeleted: "成功删除!",
  bootFailed: "启动失败!",
  noSuchContainer: "容器不存在！",
  containerStoppedAndDeleted: "容器已停止并删除，因为容器有停止后自动删除的选项!",
  containerNotStarted: "容器状态不是 running!",
  containerAlreadyPaused: "容器状态不是 running!",
  containerNotPaused: "容器状态不是 paused!",
  containerNotDeleted: "删除失败!{0}",
  orderDeleted: "订单删除成功!",
  noSuchOrder: "指定订单不存在!",
  composerLatest: "当前已经是最新版本，无需升级!",
  composerUpgraded: "升级composer从{0}到{1}",
};

/** Fills in a message. */
export function sentence(language: Language, name: SentenceName, ...values: readonly (string | number)[]): string {
  return language[name].replace(/\{(\d)\}/g, (_, position: string) => String(values[Number(position)] ?? ""));
}
