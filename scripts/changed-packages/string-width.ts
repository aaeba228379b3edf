import { type Change, replaced } from './change.ts';

export const stringWidth: Change = {
  package: 'string-width',
  version: '8.3.0',
  files: ['index.js'],
  reason:
    'It builds the set of all emoji when it is loaded, which takes longer than drawing a frame; nearly all text is measured without it.',
  gain: 'With the changes to yoga-layout and Intl.Segmenter the first row is there after 261 ms instead of 294.',
  apply: (source) =>
    replaced(
      source,
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
      `let emoji;
       const rgiEmojiRegex = { test: (text) => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text) };`,
    ),
};
