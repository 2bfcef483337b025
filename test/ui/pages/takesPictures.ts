/**
 * Whether tests take pictures of what they pass by, into `out/screenshots`, for somebody who looks at them: unless `PICTURES` is
 * `none`. Each picture takes a third of a second, and a window's change of its theme more.
 */
export const takesPictures = process.env["PICTURES"] !== "none";
