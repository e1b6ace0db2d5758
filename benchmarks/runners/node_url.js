// The runner of Node's class URL.
const { domainToASCII, domainToUnicode } = require("node:url");
const { serve } = require("./serve.js");

const href = (text) => new URL(text).href;

serve("Node", "the class URL, by the URL Standard: lenient by design, and normalising", () => [
  process.versions.node,
  {
    is_iri: ({ input }) => URL.canParse(input),
    iri_to_uri: ({ input }) => href(input),
    to_ascii: ({ input }) => domainToASCII(input) || null,
    to_unicode: ({ input }) => domainToUnicode(domainToASCII(input)) || null,
    resolve: ({ input, base }) => new URL(input, base).href,
    normalize: ({ input }) => href(input),
    equivalent: ({ input }) => href(input[0]) === href(input[1]),
  },
]);
