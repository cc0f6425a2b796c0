// Which edition this is: pages of a server, or a site without one, with Python in the page.

/** Whether there is no server behind the pages. */
export function isSite() {
  return Boolean(globalThis.document?.querySelector?.('meta[name="masume-edition"][content="site"]'));
}

/** Whatever lies beside the pages, by its path from where they are. */
export function beside(path) {
  return new URL(`../../../${path}`, import.meta.url).href;
}
