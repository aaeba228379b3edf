import { type Change, replaced } from './change.ts';

/** Whatever changes the content of a text marks it, so that it is measured again. */
const MARKED = 'const markNodeAsDirty = (node) => {';
const SQUASHED = 'const squashTextNodes = (node) => {';
const WIDEST = 'const currentWidth = widestLine(text);';

export const inkKeptTexts: Change = {
  package: 'ink',
  version: '8.0.0',
  files: ['build/dom.js', 'build/squash-text-nodes.js', 'build/render-node-to-output.js'],
  reason:
    'Ink puts every text of a frame together, cleans it and measures it again, also those that have not changed, which are nearly all.',
  gain: 'With the change to its Text a move of the cursor takes three fifths of the time.',
  apply: (source) => {
    if (source.includes(MARKED)) {
      return replaced(
        source,
        MARKED,
        `${MARKED}
    for (let text = node; text !== undefined; text = text.parentNode) {
        text.squashed = undefined;
        text.squashedWidth = undefined;
    }`,
      );
    }
    if (source.includes(WIDEST))
      return replaced(source, WIDEST, 'const currentWidth = (node.squashedWidth ??= widestLine(text));');
    return replaced(
      source,
      SQUASHED,
      `const squashTextNodes = (node) =>
    node.nodeName === 'ink-text' ? (node.squashed ??= squashAgain(node)) : squashAgain(node);
const squashAgain = (node) => {`,
    );
  },
};

export const inkKeptStyles: Change = {
  package: 'ink',
  version: '8.0.0',
  files: ['build/components/Text.js'],
  reason:
    'A Text that is drawn again has a new function for its colours and a new object for its layout, so that Ink takes it for changed, and measures it and what stands around it.',
  gain: 'A text that is drawn again as it was costs nothing after React.',
  apply: (source) => {
    const parts = '[color, effectiveBackgroundColor, dimColor, bold, italic, underline, strikethrough, inverse]';
    const named = replaced(
      replaced(source, 'const transform = (text) => {', `const transform = kept(${parts}.join('|'), () => (text) => {`),
      '        return text;\n    };',
      '        return text;\n    });',
    );
    const style = `{
                flexGrow: 0,
                flexShrink: 1,
                flexDirection: 'row',
                textWrap: wrap,
            }`;
    return `${replaced(named, style, `kept(wrap, () => (${style}))`)}
// As many as there are looks of a text on all screens.
const made = new Map();
const kept = (key, make) => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
};
`;
  },
};
