/**
 * Passes over the bytes that stand around the records of a reply, keeps them, and finds the place where the records
 * begin. Looks only at quotes, backslashes, brackets, colons and commas, which UTF-8 never uses inside a longer character.
 */
import { parseJson } from '../../base/json.ts';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Stands in the envelope where a single record stood. */
const NO_RECORDS = Buffer.from('[]');

/** Member names are read up to this many bytes; a longer one is not ours. */
const LONGEST_NAME = 256;

/** What holds the records: a list of them, or the place of a list with one record in it. */
export type Holder = 'list' | 'single';

/** Finds the records of one reply; see RecordSplitter for what `name` means. */
export class ListFinder {
  readonly #name: string | undefined;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #depth = 0;
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

  /** How much has been passed over so far, in bytes. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** Everything passed over so far, with nothing between the brackets of the list. */
  get envelope(): string {
    return Buffer.concat(this.#kept)
      .toString()
      .replace(/^\ufeff/, '');
  }

  /** Passes on from index `from`: to the first byte of the records and what holds them, or to the end of the chunk. */
  pass(chunk: Buffer, from: number): { readonly at: number; readonly holder?: Holder } {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#isInText) {
        this.#passText(byte);
        continue;
      }
      const holder = this.#holderAt(byte);
      if (holder === 'single') {
        this.#keep(chunk.subarray(from, at));
        this.#kept.push(NO_RECORDS);
        return { at, holder };
      }
      this.#passMark(byte);
      if (holder === 'list') {
        this.#keep(chunk.subarray(from, at + 1));
        return { at: at + 1, holder };
      }
    }
    this.#keep(chunk.subarray(from));
    return { at: chunk.length };
  }

  #keep(passed: Buffer): void {
    this.#kept.push(passed);
    this.#keptBytes += passed.length;
  }

  /** What `byte` begins, when the value that holds the records is due. */
  #holderAt(byte: number): Holder | undefined {
    // Blanks may come before a value; above ASCII there can only be a byte order mark here.
    if (!this.#isAwaited || byte <= 0x20 || byte >= 0x80) return undefined;
    this.#isAwaited = false;
    if (byte === OPEN_BRACKET) return 'list';
    return byte === OPEN_BRACE && this.#name !== undefined ? 'single' : undefined;
  }

  #passText(byte: number): void {
    if (byte === QUOTE && !this.#isEscaped) {
      this.#isInText = false;
      return;
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
    if (this.#depth === 1 && this.#memberName !== undefined && this.#memberName.length < LONGEST_NAME) {
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
        this.#depth++;
        if (this.#depth === 1) this.#memberName = [];
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth--;
        break;
      case COMMA:
        if (this.#depth === 1) this.#memberName = [];
        break;
      case COLON:
        if (this.#depth !== 1 || this.#memberName === undefined) break;
        this.#isAwaited =
          this.#name !== undefined && parseJson(`"${Buffer.from(this.#memberName).toString()}"`) === this.#name;
        this.#memberName = undefined;
        break;
    }
  }
}
