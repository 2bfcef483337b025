import type { TerminalState } from "../records/terminalState.ts";

/** A terminal that nobody has set up, with hosts of every kind and commands of one line and of several. */
export function seedTerminal(): TerminalState {
  return {
    settings: undefined,
    isOffline: false,
    hosts: [
      { id: "192.0.2.10_22", port: 22, note: "web 1", position: 1 },
      { id: "127.0.0.1_22", port: 22, note: "本机", position: 0 },
      { id: "192.0.2.11_2222", port: 2222, note: "web 2", position: 2 },
      { id: "192.0.2.20", port: 22, note: "Old entry", position: 3 },
      { id: "2001:db8::30_22", port: 22, note: "IPv6", position: 4 },
      { id: "db_1.example.com_22", port: 22, note: "", position: 5 },
    ],
    commands: [
      { title: "disk", shell: "df -h" },
      { title: "重启 nginx", shell: "nginx -t && systemctl reload nginx" },
      { title: "clean up", shell: "cd /var/log\nfind . -name '*.gz' -mtime +30 -print\njournalctl --vacuum-time=30d" },
    ],
  };
}
