/** Takes a JSON object apart without reading its values, so that numbers keep the digits in which they came. */

/**
 * The members of the JSON object `text` by name, each value as its own JSON text. Of a name that stands twice the last one
 * counts, as in `JSON.parse`. `text` must be valid JSON.
 */
export const memberTexts = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    const nameFrom = text.indexOf('"', at);
    if (nameFrom < 0) return members;
    const nameTo = endOfString(text, nameFrom);
    const valueFrom = text.indexOf(':', nameTo) + 1;
    at = endOfValue(text, valueFrom);
    members.set(JSON.parse(text.slice(nameFrom, nameTo)), text.slice(valueFrom, at).trim());
  }
};

/** Where the string that begins at `from` ends, after its closing quote. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
};

/** Where the value that begins at `from` ends: at the comma or bracket that follows it on its own level. */
const endOfValue = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    at++;
  }
  return at;
};
