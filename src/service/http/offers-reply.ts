/** The reply to a search, sent piece by piece: the whole market is 60 MB of JSON, which never stands in memory as one string. */

/** Characters collected before a piece is sent; large enough that pieces cost nothing, small enough to come at once. */
const PIECE_LENGTH = 65_536;

/** `{"offers": [...]}` (API.md, Search offers) of the JSON texts of the offers, which are taken only as fast as the client reads. */
export const offersReply = (offers: Iterable<string>): Response =>
  new Response(ReadableStream.from(encoded(pieces(offers))), { headers: { 'Content-Type': 'application/json' } });

function* pieces(offers: Iterable<string>): Iterable<string> {
  let piece = '{"offers":[';
  let separator = '';
  for (const offer of offers) {
    piece += separator + offer;
    separator = ',';
    if (piece.length >= PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

function* encoded(texts: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}
