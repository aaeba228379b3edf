/** What holds of a line of text whatever is done to it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readlineBindings } from '../src/tui/keys/field.ts';
import {
  deletedToEnd,
  deletedToStart,
  deletedWordBefore,
  inserted,
  type Line,
  type LineEdit,
  lineAccepted,
  lineBroughtBack,
  lineCancelled,
  lineOf,
  lineOffered,
  lineOpened,
  movedLeft,
  movedToEnd,
  putBack,
  undone,
} from '../src/tui/state/line.ts';

const MAXIMUM = 40;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Pieces that join to one character, or are one of several units, among them a mark without anything to stand on. */
const texts = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      'é',
      'e\u0301',
      '\u0301',
      '👍🏽',
      '👩‍🚀',
      '\u200D',
      '🇩',
      '🇪',
      '日',
      '\r\n',
      '\t',
      'gpu_ram',
    ),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''));

/** Every edit that a key makes, by the id of its row. */
const keyEdits = (): ReadonlyMap<string, LineEdit> => {
  const edits = new Map<string, LineEdit>();
  const rows = readlineBindings({
    owner: 'test',
    line: () => undefined,
    change: (edit) => edits.set('', edit),
    maximum: MAXIMUM,
  });
  for (const { id, run } of rows) {
    run();
    edits.set(id, edits.get('') ?? ((line) => line));
  }
  edits.delete('');
  return edits;
};

const edits = fc.oneof(
  texts.map((text) => ({ name: `type ${JSON.stringify(text)}`, edit: inserted(text, MAXIMUM) })),
  fc.constantFrom(...[...keyEdits()].map(([name, edit]) => ({ name, edit }))),
  fc.constantFrom(
    { name: 'open', edit: lineOpened },
    { name: 'offer', edit: lineOffered },
    { name: 'accept', edit: lineAccepted },
    { name: 'cancel', edit: lineCancelled },
  ),
);

const lines = fc
  .tuple(texts, fc.array(edits, { maxLength: 20 }))
  .map(([text, some]) => some.reduce<Line>((line, { edit }) => edit(line), inserted(text, MAXIMUM)(lineOf(''))));

const holds = (property: (line: Line, text: string) => void) =>
  fc.assert(fc.property(lines, texts, property), { numRuns: 2000 });

describe('whatever is done to a line', () => {
  test('its cursor stands between two characters, never inside one nor outside the text', () => {
    holds(({ text, at }) => {
      const places = [...segmenter.segment(text)].map(({ index }) => index);
      expect([...places, text.length]).toContain(at);
    });
  });

  test('it stays one line, and no longer than its field allows', () => {
    holds(({ text }) => {
      expect(text).not.toMatch(/[\r\n\t]/);
      expect(text.length).toBeLessThanOrEqual(MAXIMUM);
    });
  });
});

describe('the ways back', () => {
  test('undo gives back the text and the place, and undone twice nothing has changed', () => {
    holds((line, text) => {
      const moved = { ...movedLeft(line) };
      const edited = inserted(text, MAXIMUM)(moved);
      if (edited === moved) return;
      expect(undone(undone(edited))).toMatchObject({ text: edited.text, at: edited.at });
    });
  });

  test('undo takes back a stretch of typing as a whole, and a paste behind a move alone', () => {
    const typed = ['o', 'n', 'e'].reduce(
      (line, letter) => inserted(letter)(line),
      inserted('x')(lineOpened(lineOf(''))),
    );
    expect(undone(typed).text).toBe('');
    const pasted = inserted('two ')(movedLeft(typed));
    expect(pasted.text).toBe('xontwo e');
    expect(undone(pasted)).toMatchObject({ text: 'xone', at: 3 });
  });

  test('what was deleted at a stretch and put back stands where it was', () => {
    holds((line) => {
      for (const deleted of [deletedToStart, deletedToEnd, deletedWordBefore]) {
        const without = deleted({ ...line, deleted: '' });
        const whole = putBack(MAXIMUM)(without);
        // Deleting may join what stood on both sides to one character, which nothing is put into.
        if (without.at === (deleted === deletedToEnd ? line.at : line.at - (without.deleted?.length ?? 0))) {
          expect(whole.text).toBe(line.text);
        }
      }
    });
  });

  test('cancelling gives back what stood there when the field was opened, and Ctrl-R what stood there then', () => {
    holds((line, text) => {
      const before = line.text;
      const typed = inserted(text, MAXIMUM)(lineOpened(line));
      const cancelled = lineCancelled(typed);
      expect(cancelled.text).toBe(before);
      if (typed.text === before || typed.text.trim() === '') return;
      expect(lineBroughtBack(lineOpened(cancelled)).text).toBe(typed.text);
      expect(undone(lineBroughtBack(lineOpened(cancelled))).text).toBe(before);
    });
  });

  test('accepting keeps what was typed, and Esc at the next opening gives that back', () => {
    holds((line, text) => {
      const typed = inserted(text, MAXIMUM)(lineOpened(line));
      const again = lineOpened(lineAccepted(typed));
      expect(lineCancelled(inserted('more', MAXIMUM)(again)).text).toBe(typed.text);
    });
  });
});

describe('a text that is offered', () => {
  const offered = lineOffered(lineOf('100'));

  test('gives way to what is typed or pasted, also where the field is full', () => {
    expect(inserted('7')(offered).text).toBe('7');
    expect(inserted('7', 3)(offered).text).toBe('7');
    expect(lineCancelled(inserted('7')(offered)).text).toBe('100');
  });

  test('stays once the cursor has moved, or End was pressed', () => {
    expect(inserted('0')(movedToEnd(offered)).text).toBe('1000');
    expect(inserted('0')(movedLeft(offered)).text).toBe('1000');
  });
});
