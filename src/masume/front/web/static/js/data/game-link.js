// Links to games: the board, its moves and the number of moves made, compressed and encoded as base64url.
// The first letter says whether they are compressed.

const COMPRESSED = "z";
const PLAIN = "j";

/** Return the value of `g` in `#/play?g=…`. */
export async function packGame({ board, moves, at }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ board, moves, at }));
  if (typeof CompressionStream === "undefined") return PLAIN + toText(bytes);
  return COMPRESSED + toText(await pipe(bytes, new CompressionStream("deflate-raw")));
}

/** Return the saved game of a link; raises if there is none. */
export async function unpackGame(text) {
  let bytes = fromText(text.slice(1));
  if (text[0] === COMPRESSED) bytes = await pipe(bytes, new DecompressionStream("deflate-raw"));
  const { board, moves, at } = JSON.parse(new TextDecoder().decode(bytes));
  return { masume: 1, board, moves, at, trials: [], seconds: 0, auto: false, checking: true };
}

async function pipe(bytes, stream) {
  const compressed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

function toText(bytes) {
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromText(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}
