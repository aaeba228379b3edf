/** Says in one line what a body of text holds that was meant for somebody else: a proxy's page, a plain sentence. Pure. */

/** Longest line kept, in characters. */
export const LONGEST_LINE = 300;

/** As much of a body as is looked at, in characters. */
const LOOKED_AT = 64 * 1024;

/**
 * One line about a body: of an HTML page its title or first heading, else its words where they are a line and no more; of
 * plain text its first words, whatever type it is said to be. Undefined when there is nothing to say, as for an empty text or
 * JSON that was cut off. Control characters become spaces.
 */
export const describeBody = (text: string, contentType: string): string | undefined => {
  const beginning = text.slice(0, LOOKED_AT).trim();
  if (beginning === '') return undefined;
  const isMarkup = /html/i.test(contentType) && /<[a-z!/]/i.test(beginning);
  if (isMarkup || /^<(?:!doctype|html|head|body|\?xml)/i.test(beginning)) return titleOf(beginning);
  if (/json/i.test(contentType) || /^[{[]/.test(beginning)) return undefined;
  return lineOf(beginning);
};

/** `text` on one line of at most 300 characters; undefined when nothing visible is left of it. */
export const lineOf = (text: string): string | undefined => {
  const line = text
    .slice(0, 10 * LONGEST_LINE)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed();
  if (line === '') return undefined;
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 3)}...` : line;
};

const titleOf = (html: string): string => {
  const title = elementText(html, 'title') ?? elementText(html, 'h1') ?? wordsOf(html);
  return lineOf(unescaped(title)) ?? 'a web page without a title';
};

/** What stands in the first element called `name` up to the next tag; undefined when there is none, or nothing in it. */
const elementText = (html: string, name: string): string | undefined => {
  const start = html.search(ELEMENTS[name] ?? /(?!)/);
  const from = start < 0 ? -1 : html.indexOf('>', start);
  if (from < 0) return undefined;
  const to = html.indexOf('<', from);
  const text = html.slice(from + 1, to < 0 ? undefined : to);
  return text.trim() === '' ? undefined : text;
};

/** Where an element begins. */
const ELEMENTS: Readonly<Record<string, RegExp>> = { title: /<title[\s>]/i, h1: /<h1[\s>]/i };

/** The words of a short page; nothing of a long one, which says more than one line can, or of one with a script in it. */
const wordsOf = (html: string): string => {
  if (/<(?:script|style)/i.test(html)) return '';
  // What stands behind each `<` up to its `>` is a tag.
  const words = html.split('<').map((piece, place) => (place === 0 ? piece : piece.slice(piece.indexOf('>') + 1)));
  const text = words.join(' ').trim();
  return text.length > LONGEST_LINE ? '' : text;
};

/** The five entities that every page may use; others stay as they are. */
const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
