/**
 * Cuts the list of records out of a reply while its bytes arrive, so that a reply of any size is parsed in small steps.
 * Whether the records and what stands around them are JSON is for JSON.parse to judge, which gets both.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  type Holder,
  ListFinder,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './list-finder.ts';

const CAPITAL_Z = 0x5a;

/** Where one object of a list usually ends and the next begins, in a reply without spaces. */
const BETWEEN_OBJECTS = Buffer.from('},{');

/**
 * Splits one reply. The records are the value of the member `name` of the reply's outermost object: a list, or a
 * single object (as in the published sample of search). Without a name the reply itself is the list.
 */
export class RecordSplitter<T> {
  readonly #finder: ListFinder;
  readonly #read: (bytes: Buffer) => T | undefined;
  /** What holds the record that is being read; undefined around the records. */
  #holder: Holder | undefined;
  /** What has come of that record. */
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #isFirst = true;
  #isFound = false;
  /** Open brackets, and where in a text the last chunk ended, inside that record. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** `read` makes something of a record's bytes; undefined when they are no JSON. */
  constructor(name: string | undefined, read: (bytes: Buffer) => T | undefined) {
    this.#read = read;
    this.#finder = new ListFinder(name);
  }

  /** The reply with an empty list in place of its records, as far as it has come. */
  get envelope(): string {
    return this.#finder.envelope;
  }

  /** Bytes that are held of what stands around the records and of the one that has not ended. */
  get heldBytes(): number {
    return this.#finder.keptBytes + this.#piecesBytes;
  }

  /** True when the records were found and have ended, so that only the envelope can still be cut off. */
  get isComplete(): boolean {
    return this.#isFound && this.#holder === undefined;
  }

  /** Takes the next bytes and yields what was read of each record that ends in them, spaces around it included. */
  *push(chunk: Buffer): Generator<T | undefined> {
    let at = 0;
    let isGuessing = true;
    while (at < chunk.length) {
      if (this.#holder === undefined) {
        ({ at, holder: this.#holder } = this.#finder.pass(chunk, at));
        this.#isFound ||= this.#holder !== undefined;
        continue;
      }
      if (isGuessing && this.#holder === 'list' && this.#pieces.length === 0) {
        const guessed = this.#guess(chunk, at);
        if (guessed !== undefined) {
          at = guessed.at;
          this.#isFirst = false;
          yield guessed.record;
          continue;
        }
        // Where one record of a chunk does not look so, others hardly do.
        isGuessing = false;
      }
      const end = this.#endOfRecord(chunk, at);
      const piece = chunk.subarray(at, end);
      if (end === chunk.length) {
        this.#pieces.push(piece);
        this.#piecesBytes += piece.length;
        return;
      }
      const record = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece]);
      const isList = this.#holder === 'list';
      const isLast = !isList || chunk[end] !== COMMA;
      const isNone = isList && isLast && this.#isFirst && record.every((byte) => byte <= 0x20);
      // What ends the records belongs to the envelope.
      at = isLast ? end : end + 1;
      this.#pieces = [];
      this.#piecesBytes = 0;
      this.#isFirst = false;
      if (isLast) this.#holder = undefined;
      if (!isNone) yield this.#read(record);
    }
  }

  /**
   * The record at `from`, where it ends as the bytes look: what can be read is the whole record, because no beginning of an object
   * is JSON. To look at each byte takes as long as to read them.
   */
  #guess(chunk: Buffer, from: number): { readonly record: T; readonly at: number } | undefined {
    if (chunk[from] !== OPEN_BRACE) return undefined;
    const comma = chunk.indexOf(BETWEEN_OBJECTS, from) + 1;
    const record = comma === 0 ? undefined : this.#read(chunk.subarray(from, comma));
    return record === undefined ? undefined : { record, at: comma + 1 };
  }

  /** Index of the byte that ends the record: a comma or closing bracket of its own level; the chunk's length when it goes on. */
  #endOfRecord(chunk: Buffer, from: number): number {
    // The hot loop of a search. Two loops, one inside text and one outside it, take two thirds of the time of one.
    const { length } = chunk;
    let depth = this.#depth;
    let isInText = this.#isInText;
    let at = this.#isEscaped ? from + 1 : from;
    scan: while (at < length) {
      if (isInText) {
        for (; at < length; at++) {
          const byte = chunk[at];
          if (byte === QUOTE) break;
          if (byte === BACKSLASH) at++;
        }
      } else {
        for (; at < length; at++) {
          const byte = chunk[at] ?? 0;
          if (byte === QUOTE) break;
          if (byte > CAPITAL_Z) {
            if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
            else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth < 0) break scan;
          } else if (byte === COMMA && depth === 0) {
            break scan;
          }
        }
      }
      if (at >= length) break;
      isInText = !isInText;
      at++;
    }
    this.#isEscaped = at > length;
    this.#isInText = isInText;
    this.#depth = Math.max(depth, 0);
    return Math.min(at, length);
  }
}
