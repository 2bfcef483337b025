/** Whether a panel's version, as `11.7.0` or `9.0.0_lts`, is at least `oldest`, as `11.1`. A version without numbers is not. */
export function versionAtLeast(version: string, oldest: string): boolean {
  const numbers = numbersOf(version);
  if (numbers.length === 0) return false;
  for (const [index, wanted] of numbersOf(oldest).entries()) {
    const number = numbers[index] ?? 0;
    if (number !== wanted) return number > wanted;
  }
  return true;
}

function numbersOf(version: string): readonly number[] {
  const [digits = ""] = /^\d{1,6}(?:\.\d{1,6}){0,5}/.exec(version) ?? [];
  if (digits === "") return [];
  return digits.split(".").map(Number);
}
