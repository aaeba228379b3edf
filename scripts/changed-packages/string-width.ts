import { type Change, replaced } from './change.ts';

export const stringWidth: Change = {
  package: 'string-width',
  version: '8.3.0',
  files: ['index.js'],
  reason:
    'It builds the set of all emoji when it is loaded, which takes longer than drawing a frame; nearly all text is measured without it.',
  gain: 'With the changes to yoga-layout and Intl.Segmenter the first row is there after 261 ms instead of 294. An arrow in the headings takes 0.4 ms instead of 40.',
  apply: (source) =>
    replaced(
      source,
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
      // Every emoji has one of these, and an arrow, a frame or a letter has none.
      `let emoji;
       const partOfEmoji = /[\\p{Emoji_Presentation}\\uFE0F]/u;
       const rgiEmojiRegex = {
         test: (text) => partOfEmoji.test(text) && (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text),
       };`,
    ),
};
