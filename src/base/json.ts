/** Parsing that answers instead of throwing. An error of JSON.parse quotes the text it stumbled over, and with it a key. */

/** The value of `text`; undefined, which no JSON text means, when it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
