// Renders SVG to PNG in the browser.

const MOST_PIXELS = 60_000_000;

/** Return the PNG of an SVG at its own size. */
export async function renderPng(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    if (image.width * image.height > MOST_PIXELS) throw new RangeError("the picture is too large for a PNG; take SVG");
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
