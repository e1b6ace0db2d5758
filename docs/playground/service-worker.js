/* Keeps the files of the playground, so that it works without a network after one visit.
 * The build writes VERSION and FILES above this: a hash of everything, and the hash of each file by
 * its path.
 */
// Documentation of another version may have a playground of its own on this host.
const PREFIX = `${self.registration.scope} `;
const NAME = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  // "no-cache" asks the server whether its files have changed, and loads only those that have. A file
  // of another version does not have the hash: then nothing is kept, and the next visit tries again.
  const requests = Object.entries(FILES).map(
    ([path, integrity]) => new Request(path, { cache: "no-cache", integrity }),
  );
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

// The pages of one version are closed before this: no page gets files of two versions.
self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== NAME;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || event.request.method !== "GET") return;
  url.pathname = url.pathname.replace(/index\.html$/, "");
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(url.href, { ignoreSearch: true, ignoreVary: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
