import { finishing } from "../../src/demoPanel/seed.ts";
import type { UpgradeScript } from "../../src/demoPanel/state.ts";

const failing: UpgradeScript = {
  chunks: [
    "检查环境...\n",
    "开始下载升级环境脚本...\n",
    "获取最新升级环境脚本失败：下载失败：HTTPSConnectionPool(host='download.example.com', port=443): Max retries exceeded\n",
  ],
  succeeds: false,
};

/** An upgrade that finishes, and one whose download fails; both release the lock. */
export const upgradeScripts = { finishing, failing };
