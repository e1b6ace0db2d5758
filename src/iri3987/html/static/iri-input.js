/* Show the URI that is sent for the IRI that is typed (RFC 3987 section 7.2).
 *
 * What is shown is what the server makes of the text, and only if the field accepts it: the rules
 * are those of `iri3987`, and the attribute data-iri of the input says which of them hold. The
 * browser's URL parser has a say about the host alone: it maps domain names (UTS #46). Where its
 * Unicode or its URL Standard is of another version than the server's, nothing is shown rather than
 * another host.
 * Without this script the form works as well.
 */
"use strict";

{
  // Long enough that a screen reader, to which the output is a live region, is not interrupted at
  // every key.
  const PAUSE = 400;

  // The most that is looked at, in UTF-16 code units, where the field itself has no limit.
  const LONGEST = 16384;

  // RFC 3987 section 2.2. ucschar is without what section 4.1 forbids: bidi formatting.
  const PLANES = [..."123456789abcd"].map((plane) => `\\u{${plane}0000}-\\u{${plane}fffd}`).join("");
  const UCSCHAR =
    "\\u{a0}-\\u{61b}\\u{61d}-\\u{200d}\\u{2010}-\\u{2029}\\u{202f}-\\u{2065}\\u{206a}-\\u{d7ff}" +
    `\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${PLANES}\\u{e1000}-\\u{efffd}`;
  const IPRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";
  const component = (more) =>
    new RegExp(`^(?:[A-Za-z0-9\\-._~!$&'()*+,;=${UCSCHAR}${more}]|%[0-9A-Fa-f]{2})*$`, "u");
  const REG_NAME = component("");
  const USERINFO = component(":");
  const PATH = component(":@/");
  const QUERY = component(`:@/?${IPRIVATE}`);
  const FRAGMENT = component(":@/?");
  const IP_FUTURE = /^\[v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+\]$/i;
  const SCHEME = /^[A-Za-z][A-Za-z0-9+.\-]*$/;
  // RFC 3986 appendix B, and an authority.
  const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
  const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:[\]@]*)(?::([0-9]*))?$/s;

  const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
  const NUMBER = /^(?:[0-9]+|0x[0-9a-f]*)$/;
  const USER_AND_PASSWORD = /^[^:]+(?::[^:]*)?$/;
  const PORT = /^(?:0|[1-9][0-9]{0,8})$/;
  // What no IRI has after its authority, and browsers take.
  const LACKING = /[ "<>^`{|}[\]#\\]|%(?![0-9A-Fa-f]{2})/g;
  const SPECIAL = new Set(["ftp", "http", "https", "ws", "wss"]);
  const ASCII = /^[\x00-\x7f]*$/;

  // Schemes whose host is a domain name (section 3.1).
  const DOMAIN_NAME = new Set(
    (
      "ftp ftps git gopher http https imap imaps irc ircs ldap ldaps nntp nntps pop rtmp rtsp " +
      "rtsps sftp sip sips smtp ssh svn telnet ws wss xmpp"
    ).split(" "),
  );

  const percentEncode = (text) => text.replace(/[^\x00-\x7f]+/g, encodeURIComponent);

  /* The browser's ToASCII of a host; null where it refuses it. */
  const parsed = (host) => {
    try {
      return new URL(`http://${host}/`).hostname;
    } catch {
      return null;
    }
  };

  /* What an A-label encodes (RFC 3492 section 6.2); null where it encodes nothing. */
  const decodeLabel = (label) => {
    if (!label.startsWith("xn--")) return label;
    const start = label.lastIndexOf("-");
    const output = start > 3 ? [...label.slice(4, start)] : [];
    let [n, i, bias] = [128, 0, 72];
    for (let at = Math.max(start, 3) + 1; at < label.length; ) {
      const before = i;
      for (let weight = 1, k = 36; ; k += 36) {
        const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(label[at++] ?? " ");
        if (digit < 0 || i > 0x7fffffff) return null;
        i += digit * weight;
        const threshold = Math.min(Math.max(k - bias, 1), 26);
        if (digit < threshold) break;
        weight *= 36 - threshold;
      }
      const length = output.length + 1;
      let delta = Math.floor((i - before) / (before === 0 ? 700 : 2));
      delta += Math.floor(delta / length);
      for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
      bias += Math.floor((36 * delta) / (delta + 38));
      n += Math.floor(i / length);
      i %= length;
      if (n > 0x10ffff) return null;
      output.splice(i++, 0, String.fromCodePoint(n));
    }
    return output.join("");
  };

  /* Whether a label holds what only browsers accept: look-alikes of "/", and characters that RFC
   * 5892 appendix A.3 to A.9 has elsewhere. */
  const isMisplaced = (label) =>
    /[\u2044\u2215\u29f8]|(?<!l)\u00b7|\u00b7(?!l)|\u0375(?!\p{Script=Greek})/u.test(label) ||
    /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u.test(label) ||
    (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) ||
    (/\u30fb/.test(label) && !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(label));

  /* The domain name that a host is sent as; null where it is not one, or not one for the web. */
  const domainName = (host, isWeb, isSingleLabelEnough) => {
    if (isWeb && host.includes("%")) return null;
    let decoded;
    try {
      decoded = decodeURIComponent(host);
    } catch {
      return null;
    }
    // Before the mapping, as a combining mark takes "=" away, and a browser would not see it.
    if (/(?![A-Za-z0-9_.\-])[\x00-\x7f]/.test(decoded) || [...host].length > 1024) return null;
    const name = parsed(host);
    if (name === null) return null;
    const labels = name.replace(/\.$/, "").split(".");
    const isName = labels.every((label) => /^[a-z0-9_\-]{1,63}$/.test(label));
    if (!isName || labels.join(".").length > 253) return null;
    // A host in ASCII is looked up as it is, whatever its A-labels encode.
    if (!ASCII.test(host)) {
      const inUnicode = labels.map(decodeLabel);
      if (inUnicode.some((label) => label === null || isMisplaced(label))) return null;
      if (isMisplaced(decoded.replace(/[^\u2044\u2215\u29f8]/g, ""))) return null;
      // An A-label beside other characters is one only if what it encodes is encoded so.
      if (parsed(inUnicode.join("."))?.replace(/\.$/, "") !== labels.join(".")) return null;
    }
    if (NUMBER.test(labels.at(-1))) {
      // A browser reads "127.1" as an address, too, and writes it in full: another text.
      const typed = isWeb ? host : decoded.normalize("NFKC").replace(/[\u3002\uff61]/g, ".");
      if (!IPV4.test(typed.replace(/\.$/, ""))) return null;
    } else if (isWeb && labels.length === 1 && labels[0] !== "localhost" && !isSingleLabelEnough) {
      return null;
    }
    if (isWeb && labels.some((label) => /^-|-$/.test(label))) return null;
    return ASCII.test(host) ? host : name;
  };

  /* The host as it is sent; null where it is refused. */
  const toHost = (host, scheme, rules) => {
    const isWeb = rules.web && DOMAIN_NAME.has(scheme ?? "http");
    if (host.startsWith("[")) {
      if (IP_FUTURE.test(host)) return isWeb ? null : host;
      const [, ipv4] = /:([^:]*\..*)\]$/.exec(host) ?? [];
      return parsed(host) === null || (ipv4 && !IPV4.test(ipv4)) ? null : host;
    }
    if (!REG_NAME.test(host)) return null;
    if (isWeb && host) {
      const name = domainName(host, true, rules.singleLabel);
      // A reference has no scheme that is known to use domain names.
      return name === null || scheme !== undefined ? name : percentEncode(host);
    }
    if (ASCII.test(host)) return host;
    return DOMAIN_NAME.has(scheme) ? domainName(host, false) : percentEncode(host);
  };

  /* Whether an IRI with this scheme must have a host: all must, or those of some schemes. A
   * reference takes the scheme of its base. */
  const needsHost = (scheme, { requireHost }) =>
    Array.isArray(requireHost)
      ? requireHost.length > 0 && (scheme === undefined || requireHost.includes(scheme))
      : requireHost;

  /* The authority as it is sent; null where it is refused. */
  const toAuthority = (authority, scheme, rules) => {
    const [, userinfo, host, port] = AUTHORITY.exec(authority) ?? [];
    if (host === undefined || !USERINFO.test(userinfo ?? "")) return null;
    if (needsHost(scheme, rules) && !host) return null;
    if (userinfo !== undefined) {
      if (!rules.userinfo) return null;
      const isWeb = rules.web && DOMAIN_NAME.has(scheme ?? "http");
      if (isWeb && host && !USER_AND_PASSWORD.test(userinfo)) return null;
    }
    if (port && rules.port) {
      const [low, high] = rules.port;
      if (!PORT.test(port) || Number(port) < low || Number(port) > high) return null;
    }
    const sent = toHost(host, scheme, rules);
    if (sent === null) return null;
    const before = userinfo === undefined ? "" : `${percentEncode(userinfo)}@`;
    return `${before}${sent}${port === undefined ? "" : `:${port}`}`;
  };

  /* The scheme that the field puts before the text, with what follows it. */
  const prefixOf = (text, rules) => {
    if (!rules.assume) return "";
    if (text.startsWith("//")) return `${rules.assume}:`;
    if (!text || "/?#".includes(text[0])) return "";
    const [, name] = /^([^/?#:@]+):[0-9]+(?![^/?#])/.exec(text) ?? [];
    const isHostAndPort = name && rules.schemes && !rules.schemes.includes(name.toLowerCase());
    return /^[A-Za-z][^/?#:]*:/.test(text) && !isHostAndPort ? "" : `${rules.assume}://`;
  };

  /* The text without white space at its ends. A regular expression for its end is quadratic. */
  const trim = (text) => {
    let [start, end] = [0, text.length];
    while (start < end && " \t\r\n\f".includes(text[start])) start++;
    while (start < end && " \t\r\n\f".includes(text[end - 1])) end--;
    return text.slice(start, end);
  };

  /* Path, query and fragment with what they lack percent-encoded, as `iri3987.repair` has it. */
  const repaired = (scheme, authority, parts) => {
    const isSpecial = SPECIAL.has(scheme ?? "http");
    // Browsers find a host there, or in what a backslash begins.
    const isHostAtStake =
      scheme === undefined && authority === undefined ? /^[/\\]{2}/.test(parts[0]) : !authority;
    if (!isSpecial || isHostAtStake) return parts;
    const encode = (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`;
    const [path, ...others] = parts;
    return [path.replaceAll("\\", "/"), ...others].map((part) => part?.replace(LACKING, encode));
  };

  /* The URI that is sent for what was typed; "" where the field refuses it. */
  const toURI = (typed, rules) => {
    const trimmed = trim(typed);
    if (!trimmed || trimmed.length > LONGEST) return "";
    const text = prefixOf(trimmed, rules) + trimmed;
    const [, scheme, authority, ...parts] = PARTS.exec(text);
    const given = rules.repair ? repaired(scheme?.toLowerCase(), authority, parts) : parts;
    const [path, query, fragment] = given;
    const length = [...text].length + given.join("").length - parts.join("").length;
    if (rules.characters !== null && length > rules.characters) return "";
    if (!PATH.test(path) || !QUERY.test(query ?? "") || !FRAGMENT.test(fragment ?? "")) return "";
    if (scheme === undefined) {
      const isColonFirst = authority === undefined && /^[^/]*:/.test(path);
      if (!rules.reference || isColonFirst) return "";
    } else {
      if (!SCHEME.test(scheme)) return "";
      if (rules.schemes && !rules.schemes.includes(scheme.toLowerCase())) return "";
      if (needsHost(scheme.toLowerCase(), rules) && authority === undefined) return "";
    }
    let uri = scheme === undefined ? "" : `${scheme}:`;
    if (authority !== undefined) {
      const sent = toAuthority(authority, scheme?.toLowerCase(), rules);
      if (sent === null) return "";
      uri += `//${sent}`;
    }
    uri += percentEncode(path);
    if (query !== undefined) uri += `?${percentEncode(query)}`;
    if (fragment !== undefined) uri += `#${percentEncode(fragment)}`;
    return rules.octets !== null && uri.length > rules.octets ? "" : uri;
  };

  const timers = new WeakMap();

  const outputOf = (target) => {
    const next = target instanceof HTMLInputElement ? target.nextElementSibling : null;
    return next?.matches("output.iri-uri") && target.dataset.iri ? next : null;
  };

  const show = (input, output) => {
    const uri = toURI(input.value, JSON.parse(input.dataset.iri));
    const code = document.createElement("code");
    code.dir = "ltr";
    code.textContent = uri;
    output.replaceChildren(...(uri ? [`${output.dataset.label} `, code] : []));
  };

  // One listener for all inputs, those that a form set adds later too.
  document.addEventListener("input", ({ target }) => {
    const output = outputOf(target);
    if (output === null) return;
    clearTimeout(timers.get(target));
    timers.set(target, setTimeout(show, PAUSE, target, output));
  });

  for (const output of document.querySelectorAll("output.iri-uri")) {
    if (outputOf(output.previousElementSibling) === output) {
      show(output.previousElementSibling, output);
    }
  }
}
