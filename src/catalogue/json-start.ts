/** Values of a service as JSON, which may be megabytes long or nested without an end. */

/** `value` as JSON, whole; of one that is nested more deeply than can be written, the beginning. */
export const jsonOf = (value: object): string => {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonStart(value, NESTED_MAXIMUM);
  }
};

/** Characters of such a value that are written. */
const NESTED_MAXIMUM = 2000;

/** `value` as JSON, at most `most` characters of it, which may be some thousands; a cut is marked by `...` behind them. Nothing that was parsed makes it throw. */
export const jsonStart = (value: unknown, most: number): string => {
  const pieces: string[] = [];
  let room = most;
  const put = (piece: string): void => {
    if (room <= 0) return;
    pieces.push(piece);
    room -= piece.length;
  };
  // Each level takes a character, so that `most` bounds the levels too.
  const write = (part: unknown): void => {
    if (room <= 0) return;
    if (typeof part === 'string') {
      put(JSON.stringify(part.slice(0, room)));
    } else if (Array.isArray(part)) {
      put('[');
      for (const [place, inner] of part.slice(0, room).entries()) {
        if (place > 0) put(',');
        write(inner);
      }
      put(']');
    } else if (typeof part === 'object' && part !== null) {
      put('{');
      let isFirst = true;
      for (const name in part) {
        if (room <= 0) return;
        put(`${isFirst ? '' : ','}${JSON.stringify(name.slice(0, room))}:`);
        isFirst = false;
        write(Reflect.get(part, name));
      }
      put('}');
    } else {
      put(JSON.stringify(part) ?? 'null');
    }
  };
  write(value);
  const text = pieces.join('');
  return room > 0 ? text : `${text.slice(0, most)}...`;
};
