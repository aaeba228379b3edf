import { describe, expect, test } from 'vitest';
import { shownPress } from '../src/base/press-names.ts';
import {
  type Binding,
  bind,
  type KeyFacts,
  type Layer,
  pasteOf,
  pressOf,
  reachableBindings,
  resolvePress,
} from '../src/tui/keys/binding.ts';

const NO_KEY: KeyFacts = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
  shift: false,
};

const row = (id: string, ...keys: string[]): Binding => bind(id, keys, id, 'Group', () => undefined);
const idOf = (press: { name: string; text: string }, layers: Layer[]) => {
  const meaning = resolvePress(press, layers);
  return meaning.kind === 'binding' ? meaning.binding.id : meaning.kind;
};

describe('naming a press', () => {
  test.each([
    ['', { downArrow: true }, 'down', ''],
    ['', { return: true }, 'enter', ''],
    ['d', { ctrl: true }, 'ctrl-d', ''],
    ['b', { meta: true }, 'alt-b', ''],
    ['', { tab: true, shift: true }, 'shift-tab', ''],
    ['G', { shift: true }, 'G', 'G'],
    [' ', {}, 'space', ' '],
    ['é', {}, 'é', 'é'],
    ['𝄞', {}, '𝄞', '𝄞'],
  ])('%j with %j is %s', (input, facts, name, text) => {
    expect(pressOf(input, { ...NO_KEY, ...facts })).toEqual({ name, text });
  });

  test('several characters at once are typed and mean no key', () => {
    expect(pressOf('qq', NO_KEY)).toEqual({ name: '', text: 'qq' });
    expect(pasteOf('q')).toEqual({ name: '', text: 'q' });
  });

  test('is printed as on a keyboard', () => {
    expect(['ctrl-d', 'pagedown', 'escape', 'o', 'ctrl-left', 'alt-b'].map(shownPress)).toEqual([
      'Ctrl-D',
      'PgDn',
      'Esc',
      'o',
      'Ctrl-Left',
      'Alt-b',
    ]);
  });
});

describe('finding what a press means', () => {
  const outer: Layer = { bindings: [row('quit', 'q'), row('help', '?')] };

  test('the innermost layer that names the key wins', () => {
    expect(idOf({ name: 'q', text: 'q' }, [{ bindings: [row('close', 'q')] }, outer])).toBe('close');
    expect(idOf({ name: '?', text: '?' }, [{ bindings: [row('close', 'q')] }, outer])).toBe('help');
  });

  test('while a line is edited printable keys are text, also those that are commands elsewhere', () => {
    const editing: Layer = { bindings: [row('keep', 'enter')], type: () => undefined, isModal: true };
    expect(idOf({ name: 'q', text: 'q' }, [editing, outer])).toBe('text');
    expect(idOf({ name: 'enter', text: '' }, [editing, outer])).toBe('keep');
    expect(idOf({ name: 'ctrl-q', text: '' }, [editing, outer])).toBe('none');
  });

  test('a modal layer keeps every key from the layers behind it', () => {
    expect(idOf({ name: 'q', text: 'q' }, [{ bindings: [], isModal: true }, outer])).toBe('none');
  });

  test('a paste runs no binding', () => {
    expect(idOf(pasteOf('q'), [outer])).toBe('none');
  });

  test('help lists no row whose keys all lead elsewhere', () => {
    const inner: Layer = { bindings: [row('close', 'q')] };
    expect(reachableBindings([inner, outer]).map(({ id }) => id)).toEqual(['close', 'help']);
  });
});
