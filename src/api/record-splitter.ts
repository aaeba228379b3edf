/**
 * Cuts the list of records out of a reply while its bytes arrive, so that a reply of any size is parsed in small steps.
 * Looks only at quotes, backslashes, brackets and commas, which UTF-8 never uses inside a longer character. Whether the
 * records and what stands around them are JSON is for JSON.parse to judge, which gets both.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const CAPITAL_Z = 0x5a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Stands in the envelope where the records stood. */
const NO_RECORDS = Buffer.from('[]');

/** Member names are read up to this many bytes; a longer one is not ours. */
const LONGEST_NAME = 256;

/** Where the next byte belongs: around the records, in a list of them, or in the only one. */
type Place = 'around' | 'list' | 'single';

/**
 * Splits one reply. The records are the value of the member `name` of the reply's outermost object: a list, or a
 * single object (as in the published sample of search). Without a name the reply itself is the list.
 */
export class RecordSplitter {
  readonly #name: string | undefined;
  readonly #around: Buffer[] = [];
  #place: Place = 'around';
  /** What has come of the record that is being read. */
  #pieces: Buffer[] = [];
  #isFirstRecord = true;
  #isFound = false;
  /** Open brackets around the records, and inside the record being read. */
  #outerDepth = 0;
  #innerDepth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Bytes of the member name at depth 1 that is being read or was read last; undefined while its value is read. */
  #memberName: number[] | undefined;
  /** True when the next value is the one that holds the records. */
  #isAwaited: boolean;

  constructor(name: string | undefined) {
    this.#name = name;
    this.#isAwaited = name === undefined;
  }

  /** The reply with an empty list in place of its records, as far as it has come. */
  get envelope(): string {
    return Buffer.concat(this.#around)
      .toString()
      .replace(/^\ufeff/, '');
  }

  /** True when the records were found and have ended, so that only the envelope can still be cut off. */
  get isComplete(): boolean {
    return this.#isFound && this.#place === 'around';
  }

  /** Takes the next bytes and yields the bytes of each record that ends in them, blanks around it included. */
  *push(chunk: Buffer): Generator<Buffer> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#place === 'around') {
        at = this.#passAround(chunk, at);
        continue;
      }
      const end = this.#endOfRecord(chunk, at);
      this.#pieces.push(chunk.subarray(at, end));
      if (end === chunk.length) return;
      const record = Buffer.concat(this.#pieces);
      const isList = this.#place === 'list';
      const isLast = !isList || chunk[end] !== COMMA;
      const isNone = isList && isLast && this.#isFirstRecord && record.every((byte) => byte <= 0x20);
      // What ends a single record belongs to the object around it, what ends a list does not.
      at = isLast && !(isList && chunk[end] === CLOSE_BRACKET) ? end : end + 1;
      this.#pieces = [];
      this.#isFirstRecord = false;
      if (isLast) this.#place = 'around';
      if (!isNone) yield record;
    }
  }

  /** Index of the byte that ends the record being read, a comma or closing bracket of its own level; the chunk's length when the record goes on. */
  #endOfRecord(chunk: Buffer, from: number): number {
    // The hot loop of a search: two comparisons a byte inside text, three outside it.
    const { length } = chunk;
    let depth = this.#innerDepth;
    let isInText = this.#isInText;
    let at = this.#isEscaped ? from + 1 : from;
    while (at < length) {
      while (isInText && at < length) {
        const byte = chunk[at++];
        if (byte === QUOTE) isInText = false;
        else if (byte === BACKSLASH) at++;
      }
      if (at >= length) break;
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) {
        isInText = true;
      } else if (byte > CAPITAL_Z) {
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
        else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
        if (depth < 0) break;
      } else if (byte === COMMA && depth === 0) {
        break;
      }
      at++;
    }
    this.#isEscaped = at > length;
    this.#isInText = isInText;
    this.#innerDepth = Math.max(depth, 0);
    return Math.min(at, length);
  }

  /** Passes over what stands around the records. Index of the first byte inside them, or the chunk's length. */
  #passAround(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#isInText) {
        this.#passText(byte);
        continue;
      }
      // Above ASCII there can only be a byte order mark here.
      if (this.#isAwaited && byte > 0x20 && byte < 0x80) {
        this.#isAwaited = false;
        const isList = byte === OPEN_BRACKET;
        if (isList || (byte === OPEN_BRACE && this.#name !== undefined)) {
          this.#around.push(chunk.subarray(from, at), NO_RECORDS);
          this.#place = isList ? 'list' : 'single';
          this.#isFirstRecord = true;
          this.#isFound = true;
          return isList ? at + 1 : at;
        }
      }
      this.#passMark(byte);
    }
    this.#around.push(chunk.subarray(from));
    return chunk.length;
  }

  #passText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInText = false;
      return;
    }
    if (this.#outerDepth === 1 && this.#memberName !== undefined && this.#memberName.length < LONGEST_NAME) {
      this.#memberName.push(byte);
    }
  }

  #passMark(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInText = true;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#outerDepth++;
        if (this.#outerDepth === 1) this.#memberName = [];
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#outerDepth--;
        break;
      case COMMA:
        if (this.#outerDepth === 1) this.#memberName = [];
        break;
      case COLON:
        if (this.#outerDepth !== 1 || this.#memberName === undefined) break;
        this.#isAwaited = this.#name !== undefined && textOf(this.#memberName) === this.#name;
        this.#memberName = undefined;
        break;
    }
  }
}

/** The text that the bytes between two quotes mean; undefined when they are no JSON text. */
const textOf = (bytes: readonly number[]): unknown => {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString()}"`);
  } catch {
    return undefined;
  }
};
