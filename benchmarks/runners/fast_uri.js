// The runner of fast-uri, the URIs of Fastify and Ajv.
const { load, serve } = require("./serve.js");

serve("fast-uri", "URIs; hosts and other parts are normalised as they are read", () => {
  const [version, uri] = load("fast-uri");
  const parse = (text) => {
    const found = uri.parse(text);
    if (found.error) throw new Error(found.error);
    return found;
  };
  const accepts = (text) => uri.parse(text).error === undefined;
  return [
    version,
    {
      is_uri: ({ input }) => accepts(input) && uri.parse(input).scheme !== undefined,
      is_uri_reference: ({ input }) => accepts(input),
      components: ({ input }) => {
        const { scheme = null, userinfo = null, host = null, path, query = null, fragment = null } = parse(input);
        // The path of a mailto: or a urn: is divided there, and lacks.
        const name = host?.includes(":") ? `[${host}]` : host;
        return { scheme, userinfo, host: name, path, query, fragment };
      },
      iri_to_uri: ({ input }) => uri.serialize(parse(input)),
      resolve: ({ input, base }) => uri.resolve(base, input),
      normalize: ({ input }) => uri.normalize(input),
      equivalent: ({ input }) => uri.equal(...input),
    },
  ];
});
