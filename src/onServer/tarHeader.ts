/** A tar archive is made of blocks of so many bytes. */
export const BLOCK = 512;

/** What comes after the last member. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK);

/** Values below this are written in octal digits, greater ones in bytes. */
const OCTAL_BELOW = 8 ** 11;

/** A longer name is a member of its own before its file's, as GNU's tar writes it. */
const LONGEST_NAME = 100;

/** The name of such a member, and its type. */
const LONG_NAME = { name: "././@LongLink", type: "L" };

/** Blocks that a header has at most, for a name of at most 512 bytes. */
export const MOST_HEADER_BLOCKS = 3;

/**
 * The header of a regular file of root's that nobody else may read.
 * @param name its bytes, or a text in UTF-8
 * @param mtime seconds since the epoch
 */
export function tarHeader(name: string | Buffer, size: number, mtime: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length <= LONGEST_NAME) return headerBlock(bytes, size, mtime);
  return Buffer.concat([
    headerBlock(Buffer.from(LONG_NAME.name), bytes.length, 0, LONG_NAME.type),
    bytes,
    tarPadding(bytes.length),
    headerBlock(bytes.subarray(0, LONGEST_NAME), size, mtime),
  ]);
}

/** A block in the format ustar. @param name at most 100 bytes */
function headerBlock(name: Buffer, size: number, mtime: number, type = "0"): Buffer {
  const header = Buffer.alloc(BLOCK);
  name.copy(header);
  header.write("0000600", 100);
  header.write("0000000", 108);
  header.write("0000000", 116);
  writeNumber(header, 124, size);
  writeNumber(header, 136, mtime);
  header.write(type, 156);
  header.write("ustar", 257);
  header.write("00", 263);
  // the sum counts its own field as blanks
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0`, 148);
  return header;
}

/** The blanks that fill the last block of a member. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** Writes a number into a field of 12 bytes: a file may have more than 8 GiB. */
function writeNumber(header: Buffer, at: number, value: number): void {
  if (value < OCTAL_BELOW) {
    header.write(value.toString(8).padStart(11, "0"), at);
    return;
  }
  header.writeUInt8(0x80, at);
  header.writeBigUInt64BE(BigInt(value), at + 4);
}
