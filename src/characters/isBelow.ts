/** Whether a path lies in a directory, and is not the directory itself. Neither ends with `/`, but for the root. */
export function isBelow(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory === "/" ? directory : `${directory}/`);
}

/** Whether a path is a directory or lies in it. */
export function isIn(path: string, directory: string): boolean {
  return path === directory || isBelow(path, directory);
}

/** The directories above a relative path, the nearest last. */
export function directoriesAbove(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join("/"));
}
