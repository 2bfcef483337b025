/** Reads the fields of a multipart form, without its file. */
export function multipartFields(body: string): readonly (readonly [name: string, value: string])[] {
  return [...body.matchAll(/name="(\w+)"\r\n\r\n([^]*?)\r\n--/g)].map(([, name = "", value = ""]) => [name, value]);
}
