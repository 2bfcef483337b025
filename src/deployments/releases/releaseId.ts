import { randomBytes } from "node:crypto";

/** The name of a release by the time when it was prepared; earlier versions have given them random ones. */
const TIMED = /^\d{8}-\d{6}-[\da-f]{4}$/;

/** The id of a release, which is the name of its directory, too: the time by the clock on the wall here, and what tells two of one second apart. */
export function newReleaseId(wallTime: number): string {
  const time = new Date(wallTime);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = `${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
  return `${day}-${clock}-${randomBytes(2).toString("hex")}`;
}

/** Letters of a random id that tell it from others. */
const ENOUGH = 8;

/** As much of an id as tells it from others: a random one by its beginning, one by time as a whole. */
export function shortId(id: string): string {
  return TIMED.test(id) ? id : id.slice(0, ENOUGH);
}
