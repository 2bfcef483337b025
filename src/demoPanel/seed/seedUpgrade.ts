import type { UpgradeScript, UpgradeState } from "../records/upgradeState.ts";

/** What `pip` installs, with its size in kB. */
const libraries = [
  ["flask-3.0.3", 101],
  ["gevent-24.11.1", 6_812],
  ["requests-2.32.3", 64],
  ["psutil-6.1.0", 287],
  ["cryptography-43.0.3", 3_984],
  ["docker-7.1.0", 147],
  ["pymysql-1.1.1", 44],
  ["paramiko-3.5.0", 227],
  ["pillow-11.0.0", 4_361],
] as const;

/** Progress is drawn with carriage returns, as `wget` and `pip` do. */
const download = [10, 35, 60, 85, 100].map((percent) => `\rPython-3.13.7.tar.xz  ${percent}%`);

const builds = Array.from(
  { length: 40 },
  (_, index) => `gcc -pthread -O2 -c Modules/part${index + 1}.c -o Modules/part${index + 1}.o\n`,
);

const installs = libraries.flatMap(([name, size]) => [
  `Collecting ${name.replace(/-(?=\d)/, "==")}\n  Downloading ${name}-cp313-cp313-manylinux_2_28_x86_64.whl (${size} kB)\n`,
  `\r     ━━━━━━━━━━━━━━━━━━━━ ${size}.0/${size}.0 kB 5.4 MB/s eta 0:00:00\n`,
]);

/** An upgrade that finishes, and releases the lock. */
export const finishing: UpgradeScript = {
  chunks: [
    "检查环境...\n",
    "开始下载升级环境脚本...\n",
    "开始执行升级环境脚本...\n\n",
    ...download,
    "\n",
    "./configure --prefix=/www/server/panel/pyenv313\nchecking for gcc... gcc\nchecking for openssl... yes\n",
    ...builds,
    ...installs,
    "WARNING: Running pip as the 'root' user can result in broken permissions\n",
    `Installing collected packages: ${libraries.map(([name]) => name.replace(/-\d.*/, "")).join(", ")}\n`,
    `Successfully installed ${libraries.map(([name]) => name).join(" ")}\n`,
    "环境准备完成\n",
  ],
  succeeds: true,
};

/** A panel that was never upgraded; its first upgrade would finish. */
export function seedUpgrade(): UpgradeState {
  return { log: undefined, locked: false, upgraded: false, script: finishing };
}
