/** Letters and digits that are not easily confused. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

const LENGTH = 16;

/** Generates 16 letters and digits with at least one capital, one small letter and one digit. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, randomLetter).join("");
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)) return password;
  }
}

function randomLetter(): string {
  // a plain remainder would favour the first letters
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}
