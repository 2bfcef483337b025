import type { UpgradeScript, UpgradeState } from "../records/upgradeState.ts";

const libraries = ["flask", "gevent", "requests", "psutil", "cryptography", "docker", "pymysql", "paramiko", "pillow"];

/** Progress is drawn with carriage returns, as `wget` and `pip` do. */
const download = [10, 35, 60, 85, 100].map((percent) => `\rPython-3.13.7.tar.xz  ${percent}%`);

const builds = Array.from({ length: 40 }, (_, index) => `gcc -O2 -c Objects/part${index + 1}.c\n`);

const finishing: UpgradeScript = {
  chunks: [
    "检查环境...\n",
    "开始下载升级环境脚本...\n",
    "开始执行升级环境脚本...\n\n",
    ...download,
    "\n",
    "./configure --prefix=/www/server/panel/pyenv313\nchecking for gcc... gcc\nchecking for openssl... yes\n",
    ...builds,
    ...libraries.map((name) => `Collecting ${name}\n  Downloading ${name}.whl\nInstalled ${name}\n`),
    "环境准备完成\n",
  ],
  succeeds: true,
};

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

/** A panel that was never upgraded; its first upgrade would finish. */
export function seedUpgrade(): UpgradeState {
  return { log: undefined, locked: false, upgraded: false, script: finishing };
}
