/** Says in one line what a body of text holds that was meant for somebody else: a proxy's page, a plain sentence. Pure. */

/** Longest line kept, in characters. */
const LONGEST = 300;

/**
 * One line about a body: of an HTML page its title or first heading, never its body; of plain text its first words.
 * Undefined when there is nothing to say, as for an empty text or JSON that was cut off. Control characters become blanks.
 */
export const describeBody = (text: string, contentType: string): string | undefined => {
  const beginning = text.slice(0, 64 * 1024).trim();
  if (beginning === '') return undefined;
  if (/html/i.test(contentType) || /^<(?:!doctype|html|head|body|\?xml)/i.test(beginning)) return titleOf(beginning);
  if (/json/i.test(contentType) || /^[{[]/.test(beginning)) return undefined;
  return lineOf(beginning);
};

/** `text` on one line of at most 300 characters; undefined when nothing visible is left of it. */
export const lineOf = (text: string): string | undefined => {
  const line = text
    .slice(0, 10 * LONGEST)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed();
  if (line === '') return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 3)}...` : line;
};

const titleOf = (html: string): string => {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(html)?.[1] ?? '';
  return lineOf(unescaped(title)) ?? 'a web page without a title';
};

/** The five entities that every page may use; others stay as they are. */
const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
