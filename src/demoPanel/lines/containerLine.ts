import { pick } from "./pick.ts";
import { webLines } from "./webLines.ts";

/** A line of what runs in a container of an image, the same for the same number and time. */
export function containerLine(
  { name, image }: { readonly name: string; readonly image: string },
  number: number,
  at: number,
): string {
  const time = new Date(at).toISOString();
  switch (image.split(":")[0] ?? "") {
    case "nginx":
      return webLines.access(`${name}.example.com`, number, at);
    case "postgres":
      return `${time.slice(0, 23).replace("T", " ")} UTC [${60 + (number % 9)}] ${pick(
        [
          "LOG:  checkpoint starting: time",
          `LOG:  checkpoint complete: wrote ${30 + number} buffers (0.2%); sync=0.004 s, total=3.112 s`,
          `LOG:  duration: ${800 + number}.214 ms  statement: SELECT * FROM orders WHERE state = 'open'`,
          'ERROR:  duplicate key value violates unique constraint "customers_email_key"',
        ],
        number,
      )}`;
    case "redis":
      return `1:M ${time.slice(0, 19).replace("T", " ")} * ${pick(["Background saving started by pid 84", "DB saved on disk", "100 changes in 300 seconds. Saving..."], number)}`;
    default:
      return `${time} ${pick(["INFO  copying /data to the backup", "INFO  42 files are unchanged", "WARN  1 file changed while it was read"], number)}`;
  }
}
