/**
 * What stands for a server's ssh where none can be asked for: a connection on which each message is answered after a while, with as many
 * of them as OpenSSH needs to log in and to begin a command, and a shell of this machine behind it. It encrypts nothing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";

const delayMs = Number(process.argv[2]);

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  void answer(socket);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.on("message", () => undefined);
process.on("disconnect", () => process.exit(0));
process.send?.({ port: (server.address() as AddressInfo).port });

/** Each line is a message in JSON: nothing but that it comes, or a command with what it reads. */
async function answer(socket: Socket): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const { command, input = "" } = JSON.parse(line) as { readonly command?: string; readonly input?: string };
    await new Promise((resolve) => void setTimeout(resolve, delayMs));
    const code = command === undefined ? 0 : await codeOf(command, Buffer.from(input, "base64"));
    socket.write(`${code}\n`);
  }
}

async function codeOf(command: string, input: Buffer): Promise<number> {
  const child = spawn("sh", ["-c", command], { stdio: ["pipe", "ignore", "ignore"] });
  // a command need not read all
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}
