/** Letters and digits that cannot be mistaken for one another. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

const LENGTH = 16;

/** A password of 16 letters and digits, at least one of each kind, from the platform's cryptographic random numbers. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, randomLetter).join("");
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)) return password;
  }
}

function randomLetter(): string {
  // a remainder would favour the first letters
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}
