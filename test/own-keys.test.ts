/** The keys that users give to rows: how they are written, what is refused, and that nothing gets lost whatever is written. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownPress } from '../src/base/press-names.ts';
import { readKeyName } from '../src/own-keys/key-names.ts';
import { CONTEXTS, KEY_ROWS } from '../src/own-keys/key-rows.ts';
import { rebound } from '../src/own-keys/rebinding.ts';
import { type KeyRow, shownKey } from '../src/own-keys/written-rows.ts';
import { withOwnKeys } from '../src/tui/deck/keys-in-force.ts';
import { bind, type Layer } from '../src/tui/keys/binding.ts';

const ALL = { rows: KEY_ROWS, contexts: CONTEXTS };

const row = (id: string, keys: string, more: Partial<KeyRow> = {}): KeyRow => ({
  id,
  keys: keys.split(' '),
  label: id.replace(/.*\./, ''),
  isConfirming: false,
  isDestructive: false,
  isWhileTyping: false,
  ...more,
});

describe('the name of a key', () => {
  test.each([
    ['u', 'u'],
    ['G', 'G'],
    ['ö', 'ö'],
    ['Ctrl-R', 'ctrl-r'],
    ['ctrl+r', 'ctrl-r'],
    ['C-r', 'ctrl-r'],
    ['^r', 'ctrl-r'],
    ['Alt-x', 'alt-x'],
    ['Alt-X', 'alt-X'],
    ['PgDn', 'pagedown'],
    ['Space', 'space'],
    ['Shift-Tab', 'shift-tab'],
    ['^', '^'],
  ])('%s is the press %s', (written, press) => expect(readKeyName(written)).toEqual({ press }));

  test.each([
    [
      'F5',
      '"F5" is no key that a terminal sends to gpudeck. Keys are written as in "u", "G", "Ctrl-R", "Alt-x", "PgDn"',
    ],
    ['pagedwon', '"pagedwon" is no key that a terminal sends to gpudeck. Did you mean "pagedown"?'],
    ['Esc', 'Esc means the same everywhere, and cannot be given away'],
    ['Return', 'Enter means the same everywhere, and cannot be given away'],
    ['ctrl-c', 'Ctrl-C means the same everywhere, and cannot be given away'],
    ['Ctrl-I', 'a terminal sends the same for Ctrl-I and Tab: take another key'],
    ['Ctrl-M', 'a terminal sends the same for Ctrl-M and Enter: take another key'],
    ['Shift-g', 'write "G" for Shift and g'],
    [' ', 'the space bar is written "Space"'],
    [
      'gg',
      '"gg" is no key that a terminal sends to gpudeck. Keys are written as in "u", "G", "Ctrl-R", "Alt-x", "PgDn"',
    ],
    [
      '\u0301',
      '"\u0301" is no key that a terminal sends to gpudeck. Keys are written as in "u", "G", "Ctrl-R", "Alt-x", "PgDn"',
    ],
    [
      '\u001B',
      '"\u001B" is no key that a terminal sends to gpudeck. Keys are written as in "u", "G", "Ctrl-R", "Alt-x", "PgDn"',
    ],
  ])('%s is refused', (written, problem) => expect(readKeyName(written)).toEqual({ problem }));
});

test('every key is read as it is printed, but for those that a terminal sends like another one', () => {
  const refused: string[] = [];
  for (const key of new Set(KEY_ROWS.flatMap(({ keys }) => keys))) {
    const reading = readKeyName(shownPress(key));
    if ('press' in reading) expect(reading.press).toBe(key);
    else refused.push(shownPress(key));
  }
  expect(refused.sort()).toEqual(['Ctrl-C', 'Ctrl-H', 'Enter', 'Esc']);
});

test('the key of every row is found by its id, as the user has it or as it is usually', () => {
  for (const { id, keys } of KEY_ROWS) expect(shownKey(new Map(), id), id).toBe(shownPress(keys[0] ?? ''));
  const own = new Map([['offers.rent-page-down', ['ctrl-t']]]);
  expect(shownKey(own, 'offers.rent-page-down', 'space')).toBe('Ctrl-T');
  expect(shownKey(undefined, 'offers.rent-page-down', 'space')).toBe('Space');
});

test.each([
  ['offers.position-type', '#', 'offers.position-gpus', 'n'],
  ['offers.own-type', '@', 'offers.own-place', 'r'],
  ['offers.position-ask', 'H', 'offers.position-past', 'h'],
  ['offers.view-save', 'D', 'offers.view-delete', 'x'],
])('%s that was given %s before keeps it, and %s has %s again', (mine, key, moved, before) => {
  expect(rebound({ [mine]: key }, ALL)).toEqual({
    problems: [],
    keys: new Map([
      [mine, [key]],
      [moved, [before]],
    ]),
  });
});

describe('what cannot be', () => {
  const refresh = row('a.refresh', 'R');
  const copy = row('a.copy', 'y');
  const quit = row('frame.quit', 'q ctrl-c', { isDestructive: true });
  const send = row('a.send', 'c', { isConfirming: true, label: 'send it' });
  const word = row('a.word', 'ctrl-b', { isWhileTyping: true });
  const other = row('b.look', 'y');
  const open = row('b.open', 'enter');
  const rows = [refresh, copy, quit, send, word, other, open];
  const tables = { rows, contexts: [[refresh, copy, quit, send], [word], [other, quit, open]] };
  const problemsOf = (wanted: Parameters<typeof rebound>[0]) =>
    rebound(wanted, tables).problems.map(({ id, message }) => `${id}: ${message}`);

  test.each([
    [{ 'a.refrehs': 'u' }, 'a.refrehs: no key has this id. Did you mean a.refresh? "gpudeck config keys" lists all'],
    [{ 'a.send': 's' }, 'a.send: "send it" confirms: its key cannot be changed'],
    [{ 'b.open': 'v' }, 'b.open: "open" is on Enter, which means the same everywhere: it has no other key'],
    [{ 'a.refresh': [] }, 'a.refresh: at least one key is needed: leave the line out to have the usual ones'],
    [
      { 'frame.quit': 'Ctrl-D' },
      'frame.quit: "quit" takes something away, and Ctrl-D is pressed by habit: take another key',
    ],
    [
      { 'frame.quit': 'Space' },
      'frame.quit: "quit" takes something away, and Space is pressed by habit: take another key',
    ],
    [
      { 'a.word': 'w' },
      'a.word: w is typed into the text there: take a key that types nothing, such as Ctrl or Alt with a letter',
    ],
    [
      { 'a.refresh': 'y' },
      'a.refresh: y is the key of a.copy ("copy") in the same place: take another key, or give that one another',
    ],
    [
      { 'a.refresh': 'c' },
      'a.refresh: c is the key of a.send ("send it") in the same place: take another key, or give that one another',
    ],
  ])('%j', (wanted, problem) => expect(problemsOf(wanted)).toEqual([problem]));

  test('a key of another place can be taken, and so can one that its row gives away', () => {
    expect(rebound({ 'b.look': 'R', 'a.copy': 'R', 'a.refresh': ['y', 'F'] }, tables)).toEqual({
      problems: [],
      keys: new Map([
        ['b.look', ['R']],
        ['a.copy', ['R']],
        ['a.refresh', ['y', 'F']],
      ]),
    });
  });

  test('where a row has its usual key back, who took that gives it up too, and the others hold', () => {
    const { keys, problems } = rebound({ 'a.refresh': 'y', 'a.copy': 'F9', 'b.look': 'l' }, tables);
    expect(problems.map(({ id }) => id)).toEqual(['a.copy', 'a.refresh']);
    expect([...keys]).toEqual([['b.look', ['l']]]);
  });

  test('a row keeps one key at least that leads to nothing else', () => {
    const close = row('b.close', 'q escape');
    const quitting = row('frame.leave', 'q Q');
    const both = { rows: [close, quitting], contexts: [[close, quitting]] };
    expect(rebound({ 'frame.leave': ['q', 'X'] }, both).problems).toEqual([]);
    expect(rebound({ 'frame.leave': 'q' }, both).problems).toEqual([
      {
        id: 'frame.leave',
        message: 'q is the key of b.close ("close") in the same place: take another key, or give that one another',
      },
    ]);
  });

  test('who gave a key away that another row has by now keeps it, and that row has the key that it had', () => {
    const mine = row('a.mine', 'm');
    const moved = row('a.moved', '#');
    const tables = { rows: [mine, moved], contexts: [[mine, moved]], former: { 'a.moved': 'n' } };
    expect(rebound({ 'a.mine': '#' }, tables)).toEqual({
      problems: [],
      keys: new Map([
        ['a.mine', ['#']],
        ['a.moved', ['n']],
      ]),
    });
    expect(rebound({ 'a.mine': 'k' }, tables).keys).toEqual(new Map([['a.mine', ['k']]]));
    expect(rebound({ 'a.mine': ['#', 'n'] }, tables).problems.map(({ id }) => id)).toEqual(['a.mine']);
  });

  test('of two that want one key the later loses', () => {
    const { keys, problems } = rebound({ 'a.refresh': 'z', 'a.copy': 'z' }, tables);
    expect(problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'a.copy: z is the key of a.refresh ("refresh") in the same place: take another key, or give that one another',
    ]);
    expect([...keys.keys()]).toEqual(['a.refresh']);
  });
});

describe('whatever is written', () => {
  const someKey = fc.constantFrom(
    ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]/?:+-=*',
    'Ctrl-A',
    'Ctrl-D',
    'Alt-x',
    'Tab',
    'Space',
    'PgDn',
    'F1',
    'Esc',
  );
  const wanted = fc.dictionary(
    fc.oneof(fc.constantFrom(...KEY_ROWS.map(({ id }) => id)), fc.constant('no.row')),
    fc.oneof(someKey, fc.array(someKey, { maxLength: 3 })),
    { maxKeys: 30 },
  );
  /** Rows by the keys that they have, with their keys. */
  const byKey = (rows: readonly { readonly id: string; readonly keys: readonly string[] }[]) =>
    Map.groupBy(
      rows.flatMap(({ id, keys }) => keys.map((key) => ({ id, key }))),
      ({ key }) => key,
    );
  const layerOf = (rows: readonly KeyRow[]): Layer => ({
    bindings: rows.map(({ id, keys, label }) => bind(id, keys, label, 'Group', () => undefined)),
  });
  const places = CONTEXTS.map((rows) => ({ rows, before: byKey(rows) }));

  test('no key gets a second meaning in any place, every row can still be reached, and what is fixed stays', () => {
    fc.assert(
      fc.property(wanted, (written) => {
        const { keys } = rebound(written, ALL);
        for (const { before, rows } of places) {
          if (!rows.some(({ id }) => keys.has(id))) continue;
          const [{ bindings } = layerOf([])] = withOwnKeys([layerOf(rows)], keys);
          const now = byKey(bindings);
          for (const [key, ones] of now) {
            const had = before.get(key)?.map(({ id }) => id) ?? [];
            if (ones.length > 1) expect(had).toEqual(expect.arrayContaining(ones.map(({ id }) => id)));
          }
          for (const { id, keys: had } of rows) {
            const has = bindings.find((binding) => binding.id === id)?.keys ?? [];
            const hadOne = had.some((key) => before.get(key)?.length === 1);
            if (hadOne)
              expect(
                has.some((key) => now.get(key)?.length === 1),
                id,
              ).toBe(true);
          }
          for (const { id, keys: had, isConfirming, isDestructive } of rows) {
            const has = bindings.find((binding) => binding.id === id)?.keys ?? [];
            expect(has.filter((key) => ['escape', 'enter', 'ctrl-c'].includes(key))).toEqual(
              had.filter((key) => ['escape', 'enter', 'ctrl-c'].includes(key)),
            );
            if (isConfirming) expect(has).toEqual(had);
            if (isDestructive && keys.has(id))
              expect(has.filter((key) => ['space', 'ctrl-d'].includes(key) && !had.includes(key))).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('q goes back from wherever Escape does, and leaves the program from a pane alone', () => {
  // From step to step of a plan one is in the pane itself.
  const ofPanes = ['maintenance.back'];
  const quitting = CONTEXTS.flatMap((rows) => {
    const left = rows.find(
      ({ id, keys, label, isWhileTyping }) =>
        keys.includes('escape') && !isWhileTyping && /^(?:back|leave|stay)/.test(label) && !ofPanes.includes(id),
    );
    const isQuit = rows.every(
      ({ id, keys, isWhileTyping }) => id === 'frame.quit' || isWhileTyping || !keys.includes('q'),
    );
    return left !== undefined && isQuit ? [left.id] : [];
  });
  expect(CONTEXTS.length).toBeGreaterThan(100);
  expect([...new Set(quitting)]).toEqual([]);
});
