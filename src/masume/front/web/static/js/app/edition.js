// The two editions: pages of a server, and a static site with Python in the page, which may lack the documentation.

/** Return whether the pages have no server. */
export function isSite() {
  return isEdition("site");
}

/** Return whether the documentation is part of the site; a server says how to build it. */
export function hasDocs() {
  return !isEdition("without-docs");
}

function isEdition(word) {
  return Boolean(globalThis.document?.querySelector?.(`meta[name="masume-edition"][content~="${word}"]`));
}

/** Return the URL of a file next to index.html. */
export function siteUrl(path) {
  return new URL(`../../../${path}`, import.meta.url).href;
}
