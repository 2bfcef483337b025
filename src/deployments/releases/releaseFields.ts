import * as v from "valibot";
import { below } from "../deploymentFields.ts";

/** Most paths that all releases of a website share. */
export const MOST_SHARED = 20;

/** Most releases that are kept beside the one that is served, and how many are where nothing is said. */
export const MOST_RELEASES = 20;
const USUALLY_KEPT = 3;

/** A path of the website's own directory that all its releases share. */
export interface StatedShared {
  readonly path: string;
  /** It is meant to be a directory, and made where it is not there. */
  readonly isDirectory: boolean;
}

/** The directory with all releases of a website: its name cannot be guessed, for it may lie where visitors see it. */
export const RELEASES = /^releases-[\da-f]{16}$/;

/** A path that a shell takes as it is written: panels put it into commands without quotes (docs/protocol.md 6.44). */
export const PLAIN_PATH = /^[\w./-]*$/;

const sharedPath = v.pipe(
  v.string(),
  v.check((stated) => {
    const parsed = v.safeParse(below, stated);
    if (!parsed.success) return false;
    const [first = ""] = parsed.output.split("/");
    return first !== "" && !RELEASES.test(first);
  }),
);

/** The fields of websites that have releases. */
export const releaseFields = {
  /** Files in their places, or each time a whole directory of its own. */
  mode: v.exactOptional(v.picklist(["exchange", "releases"])),
  /** The directory of a release that visitors see. */
  served: v.exactOptional(
    v.pipe(
      below,
      v.check((path) => PLAIN_PATH.test(path)),
    ),
  ),
  /** Paths that all releases share, such as uploads; a directory may have `/` at its end. */
  shared: v.exactOptional(
    v.pipe(
      v.array(sharedPath),
      v.maxLength(MOST_SHARED),
      v.check((paths) => !areNested(paths)),
      v.readonly(),
    ),
  ),
  /** How many older releases are kept. */
  keep: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_RELEASES))),
};

type Fields = { readonly [Field in keyof typeof releaseFields]?: v.InferOutput<(typeof releaseFields)[Field]> };

/** What a deployment says of its releases. */
export interface ReleaseSetting {
  /** `undefined`: what is served already, below the website's directory or the release. */
  readonly served: string | undefined;
  readonly shared: readonly StatedShared[];
  readonly keep: number;
}

/** What a deployment says of its releases; `undefined`: it exchanges files in their places. */
export function releaseSettingOf(deployment: object): ReleaseSetting | undefined {
  const { mode, served, shared = [], keep = USUALLY_KEPT }: Fields = deployment;
  if (mode !== "releases") return undefined;
  return { served, keep, shared: shared.map((path) => sharedOf(path)) };
}

function sharedOf(stated: string): StatedShared {
  return { path: v.parse(below, stated), isDirectory: stated.trim().endsWith("/") };
}

/** Whether some of the paths lie in each other; it is also asked where others are no paths at all. */
function areNested(stated: readonly string[]): boolean {
  const paths = stated.flatMap((each) => (v.is(sharedPath, each) ? [`${sharedOf(each).path}/`] : []));
  return paths.some((one, index) => paths.some((other, at) => at !== index && other.startsWith(one)));
}
