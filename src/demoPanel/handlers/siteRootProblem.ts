import type { ServerFiles } from "../records/serverFiles.ts";

const EXACTLY = "/www /usr / /dev /home /media /mnt /opt /tmp /var".split(" ");
const BELOW =
  "/www/.Recycle_bin/ /www/backup/ /www/php_session/ /www/wwwlogs/ /www/server/ /etc/ /usr/ /var/ /boot/ /proc/ /sys/ /tmp/ /root/ /lib/ /bin/ /sbin/ /run/ /lib64/ /lib32/ /srv/".split(
    " ",
  );

/** What panels have against a directory for a site, with their HTML (docs/protocol.md 6.17); `undefined`: nothing. */
export function siteRootProblem(root: string, { files }: ServerFiles): string | undefined {
  if (/[ \n]/.test(root)) return "目录中不能包含空格或换行符，请重新选择！";
  if (files.has(root)) return "选中的必须是一个目录而不是一个文件";
  if (EXACTLY.includes(root) || BELOW.some((directory) => root.startsWith(directory)))
    return `请不要将网站根目录设置到以下关键目录中: <br>${[...EXACTLY, ...BELOW].join("<br>")}`;
  return undefined;
}
