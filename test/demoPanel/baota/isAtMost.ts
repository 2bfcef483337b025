/** Whether a panel's version, such as `11.3.0`, belongs to the given release or an earlier one. */
export function isAtMost(version: string, release: readonly [major: number, minor: number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < release[0] || (major === release[0] && minor <= release[1]);
}
