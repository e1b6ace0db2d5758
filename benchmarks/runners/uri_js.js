// The runner of uri-js.
const { load, serve } = require("./serve.js");

serve("uri-js", "IRIs and URIs; it repairs, and normalises as it reads", () => {
  const [version, uri] = load("uri-js");
  const parse = (text, options) => {
    const found = uri.parse(text, options);
    if (found.error) throw new Error(found.error);
    return found;
  };
  const accepts = (text, options) => uri.parse(text, options).error === undefined;
  return [
    version,
    {
      is_iri_reference: ({ input }) => accepts(input, { iri: true }),
      is_uri_reference: ({ input }) => accepts(input),
      iri_to_uri: ({ input }) => uri.serialize(parse(input, { iri: true })),
      uri_to_iri: ({ input }) => uri.serialize(parse(input), { iri: true }),
      resolve: ({ input, base }) => uri.resolve(base, input, { iri: true }),
      normalize: ({ input }) => uri.normalize(input, { iri: true }),
      equivalent: ({ input }) => uri.equal(...input, { iri: true }),
    },
  ];
});
