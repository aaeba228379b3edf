/** What a service says that repeats a key or a secret: in every usual spelling where it is short enough. */

/** Characters that the spellings of one text may have together, so that an answer with many such texts is still taken. */
const MAXIMUM = 100_000;

/** `secret` as it is, as JSON, in an address and in HTML; of a very long one only as it is. */
export const chatterOf = (secret: string): string => {
  const html = [...secret].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('');
  const all = [secret, JSON.stringify(secret), encodeURIComponent(secret), html].join(', ');
  return all.length > MAXIMUM ? secret : all;
};
