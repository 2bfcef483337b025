import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of all packages that a build has put into its files, as their authors demand. Throws where a package has
 * none to pass on.
 *
 * @param {readonly string[]} inputs The files that went into the build, as esbuild's metafile names them.
 */
export function thirdPartyNotices(inputs) {
  const directories = new Set(inputs.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return `Server Panel contains these packages.\n\n${[...directories].toSorted().map(noticeOf).join("\n")}`;
}

function noticeOf(directory) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const texts = readdirSync(directory)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(directory, file), "utf8").trim());
  // some packages only name theirs; this project's is the MIT licence too
  if (texts.length === 0 && license === "MIT" && author !== undefined)
    texts.push(
      readFileSync("LICENSE", "utf8")
        .trim()
        .replace(/^Copyright .*$/m, `Copyright (c) ${author.name ?? author}`),
    );
  if (texts.length === 0) throw new Error(`${directory} has no licence text`);
  return [`${"=".repeat(80)}\n${name} ${version}\n${"=".repeat(80)}`, ...texts, ""].join("\n\n");
}
