import { ConfigurationFiles } from "../../src/serverFiles/configurationFiles.ts";
import {
  ServiceConfigurations,
  type ServiceConfigurationsOptions,
} from "../../src/serverFiles/serviceConfigurations.ts";
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
  }: Partial<Pick<ServiceConfigurationsOptions, "log" | "onChange">> & {
    readonly files?: ReturnType<typeof memoryFiles>;
  } = {},
): ServiceConfigurations {
  const stored = new ConfigurationFiles({ root: "/data", files, clock, redact: (text) => text });
  return new ServiceConfigurations({ clock, files: stored, log, onChange });
}
