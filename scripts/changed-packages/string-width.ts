import { type Change, replaced } from './change.ts';

const ASCII = '/^[\\u0020-\\u007E]*$/';

/**
 * Printable ASCII, and the punctuation, arrows, lines, bars and dots that screens are drawn with: each a cluster of its own, one cell
 * wide. What joins others, what is an emoji and what may be two cells wide is not among them.
 */
const NARROW =
  '/^[\\u0020-\\u007E\\u00B7\\u00D7\\u2010-\\u2027\\u2030-\\u203B\\u2190-\\u21FF\\u2200-\\u22FF\\u2500-\\u25FC\\u2713\\u2717\\u2800-\\u28FF]*$/';

export const stringWidth: Change = {
  package: 'string-width',
  version: '8.3.0',
  files: ['index.js'],
  reason:
    'It builds the set of all emoji when it is loaded, which takes longer than drawing a frame; nearly all text is measured without it.',
  gain: 'With the changes to yoga-layout and Intl.Segmenter the first row is there after 261 ms instead of 294. An arrow in the headings takes 0.4 ms instead of 40. Bars and points of ellipsis take none of the expressions, which are 8 ms of the first picture.',
  apply: (source) =>
    replaced(
      replaced(source, ASCII, `(ambiguousIsNarrow ? ${NARROW} : ${ASCII})`),
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
      // Every emoji has one of these, and an arrow, a frame or a letter has none.
      `let emoji;
       const partOfEmoji = /[\\p{Emoji_Presentation}\\uFE0F]/u;
       const rgiEmojiRegex = {
         test: (text) => partOfEmoji.test(text) && (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text),
       };`,
    ),
};
