/* The state of the page in the fragment of its address: #text=...&other=...&language=...
 *
 * The values are percent-encoded UTF-8, as encodeURIComponent writes it, of any string.
 */

const NAMES = ["text", "other", "language"];

/* Texts by name, as a fragment without "#". What is empty or absent is left out. */
export const fragmentOf = (state) =>
  NAMES.filter((name) => state[name])
    .map((name) => `${name}=${encode(state[name])}`)
    .join("&");

const PLACE = /^[\w-]*$/;

/* The texts in a fragment, and whether it is damaged; null if it is the name of a place in the page.
 * Anything else is a text: "#http://example.org". A damaged value is taken as it stands.
 */
export const stateOf = (fragment) => {
  const state = { isDamaged: false };
  let isState = fragment === "";
  for (const pair of fragment.split("&")) {
    const name = NAMES.find((each) => pair.startsWith(`${each}=`));
    if (!name) continue;
    isState = true;
    const value = pair.slice(name.length + 1);
    try {
      state[name] = decode(value);
    } catch {
      state[name] = value;
      state.isDamaged = true;
    }
  }
  if (isState || PLACE.test(fragment)) return isState ? state : null;
  try {
    return { ...state, text: decode(fragment) };
  } catch {
    return { ...state, text: fragment, isDamaged: true };
  }
};

const LONE = /[\ud800-\udfff]/u;
const hex = (octet) => `%${octet.toString(16).toUpperCase()}`;

/* Half a character, a lone surrogate, has no UTF-8: it is written as if it had. */
const octetsOf = (unit) => [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)];

const encode = (text) =>
  [...text]
    .map((each) =>
      LONE.test(each) ? octetsOf(each.charCodeAt(0)).map(hex).join("") : encodeURIComponent(each),
    )
    .join("")
    // Programs that find addresses in text leave these out at the end.
    .replace(/[!'()*]/g, (character) => hex(character.charCodeAt(0)));

/* Throws for what `encode` does not write: a "%" without two digits, octets that are not UTF-8. */
const decode = (value) =>
  value
    .split(/(%ED%[AB][0-9A-F]%[89AB][0-9A-F])/i)
    .map((piece, index) => {
      if (index % 2 === 0) return decodeURIComponent(piece);
      const [, second, third] = piece.match(/%../g).map((octet) => parseInt(octet.slice(1), 16));
      return String.fromCharCode(0xd000 | ((second & 63) << 6) | (third & 63));
    })
    .join("");
