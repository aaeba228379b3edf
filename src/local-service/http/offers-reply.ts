/** The reply to a search, sent piece by piece: the whole market is 60 MB of JSON, which never stands in memory at once. */

/** Characters collected before a piece is sent: enough that pieces cost little, few enough that the first comes at once. */
const PIECE_LENGTH = 65_536;

/** `{"offers": [...]}` (docs/interface.md, Search offers) of the JSON texts of the offers, which are taken only as fast as the client reads. */
export const offersReply = (offers: Iterable<string>): Response => {
  const texts = pieces(offers)[Symbol.iterator]();
  const encoder = new TextEncoder();
  // The first piece is made at once: what fails in the database fails before the reply says 200.
  let next = texts.next();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = texts.next();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
};

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
