// The two editions: pages of a server, and a static site with Python in the page.

/** Return whether the pages have no server. */
export function isSite() {
  return Boolean(globalThis.document?.querySelector?.('meta[name="masume-edition"][content="site"]'));
}

/** Return the URL of a file next to index.html. */
export function siteUrl(path) {
  return new URL(`../../../${path}`, import.meta.url).href;
}
