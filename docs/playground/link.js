/* The text in a link: percent-encoded UTF-8, as encodeURIComponent writes it, of any string. */

const LONE = /[\ud800-\udfff]/u;
const hex = (octet) => `%${octet.toString(16).toUpperCase()}`;

/* Half a character, a lone surrogate, has no UTF-8: it is written as if it had. */
const octetsOf = (unit) => [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)];

export const encode = (text) =>
  [...text]
    .map((each) =>
      LONE.test(each) ? octetsOf(each.charCodeAt(0)).map(hex).join("") : encodeURIComponent(each),
    )
    .join("")
    // Programs that find addresses in text leave these out at the end.
    .replace(/[!'()*]/g, (character) => hex(character.charCodeAt(0)));

/* Throws for what `encode` does not write: a "%" without two digits, octets that are not UTF-8. */
export const decode = (value) =>
  value
    .split(/(%ED%[AB][0-9A-F]%[89AB][0-9A-F])/i)
    .map((piece, index) => {
      if (index % 2 === 0) return decodeURIComponent(piece);
      const [, second, third] = piece.match(/%../g).map((octet) => parseInt(octet.slice(1), 16));
      return String.fromCharCode(0xd000 | ((second & 63) << 6) | (third & 63));
    })
    .join("");
