import { ConfigurationFiles } from "../../src/serverFiles/configurationFiles.ts";
import {
  WebServerConfigurations,
  type WebServerConfigurationsOptions,
} from "../../src/serverFiles/webServerConfigurations.ts";
import type { Clock } from "../../src/storage/ports.ts";
import { memoryFiles } from "./memoryFiles.ts";
import { TestLog } from "./storageFixture.ts";

/** What is known of web servers' configurations in one window, alone unless it shares `files` with others. */
export function configurationsOver(
  clock: Clock,
  {
    files = memoryFiles(),
    log = new TestLog(),
    onChange = () => undefined,
  }: Partial<Pick<WebServerConfigurationsOptions, "log" | "onChange">> & {
    readonly files?: ReturnType<typeof memoryFiles>;
  } = {},
): WebServerConfigurations {
  const stored = new ConfigurationFiles({ root: "/data", files, clock, redact: (text) => text });
  return new WebServerConfigurations({ clock, files: stored, log, onChange });
}
