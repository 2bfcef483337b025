import { lstat } from "node:fs/promises";
import { join } from "node:path";

/** What visitors are to see of an application in PHP that keeps the rest to itself, below its folder. */
export const PUBLIC = "public";

/**
 * Whether a folder is an application in PHP of which visitors are to see `public` alone, which is nothing without the rest: it has
 * Laravel's `artisan`, or a `composer.json` beside `public/index.php`.
 */
export async function isPhpApplication(folder: string): Promise<boolean> {
  if (!(await isFileAt(join(folder, PUBLIC, "index.php")))) return isFileAt(join(folder, "artisan"));
  return (await isFileAt(join(folder, "artisan"))) || isFileAt(join(folder, "composer.json"));
}

async function isFileAt(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
