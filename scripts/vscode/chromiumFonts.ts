import { mkdirSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { serverPackageDir } from "../paths.ts";

/** Installed only after this module may have been loaded. */
interface Woff2 {
  readonly decompress: (font: Buffer) => Promise<Uint8Array>;
}

/** Fonts besides Chromium's Open Sans: for other scripts, and for Output channels. */
const FONTS = ["@fontsource-variable/noto-sans-sc/files/*.woff2", "@fontsource/dejavu-mono/files/*-normal.woff2"];

/**
 * Completes the fonts in a folder and writes its `fonts.conf`, after which pages look the same on every machine. Packages have
 * fonts for the web alone, which Chromium does not take from the system.
 */
export async function unpackFonts(fontsDir: string): Promise<void> {
  const { decompress } = createRequire(join(serverPackageDir, "package.json"))("wawoff2") as Woff2;
  const packages = join(serverPackageDir, "node_modules");
  for (const [index, pattern] of FONTS.entries()) {
    const target = join(fontsDir, String(index));
    mkdirSync(target, { recursive: true });
    for (const [part, file] of globSync(pattern, { cwd: packages }).entries())
      writeFileSync(join(target, `${part}.ttf`), await decompress(readFileSync(join(packages, file))));
  }
  writeFileSync(fontsFile(fontsDir), configuration(fontsDir));
}

/** Configuration that makes Chromium use only these fonts. */
export function fontsFile(fontsDir: string): string {
  return join(fontsDir, "fonts.conf");
}

// every family ends with Open Sans, or semibold letters come from the Chinese font, which alone has that weight
const configuration = (fontsDir: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fontsDir}</dir>
  <cachedir>${fontsDir}/cache</cachedir>
  <alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern">
    <edit name="family" mode="append_last" binding="strong"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;
