/** What the palette finds for what is typed. */
import { describe, expect, test } from 'vitest';
import { type PaletteEntry, paletteRows, paletteText } from '../src/tui/frame/palette.ts';
import { bind } from '../src/tui/keys/binding.ts';

const entry = (text: string, more: Partial<PaletteEntry['binding']> = {}, pane?: PaletteEntry['pane']) => {
  const [group = '', label = ''] = text.split(': ');
  return {
    binding: bind(`test.${label.replaceAll(' ', '-')}`, [], label, group, () => undefined, more),
    group,
    ...(pane !== undefined && { pane }),
  };
};
const profile = (name: string) => entry(`Services: switch to profile ${name}`, { isDeparture: true });
const quit = entry('Program: quit', { isDeparture: true });

const found = (entries: readonly PaletteEntry[], typed: string) => paletteRows(entries, typed).map(paletteText);
const marked = (entries: readonly PaletteEntry[], typed: string) =>
  paletteRows(entries, typed).map((row) => row.marks.map((place) => paletteText(row)[place]).join(''));

describe('the best match comes first', () => {
  test('a profile by its name, and not one whose entry holds those letters elsewhere', () => {
    expect(found([profile('home'), profile('slow'), profile('ro')], 'profile ro')).toEqual([
      'Services: switch to profile ro',
    ]);
  });

  test('a whole word before the beginning of one, that before the inside of one', () => {
    const entries = [entry('Look: unsorted'), entry('Look: sorting'), entry('Look: sort')];
    expect(found(entries, 'sort')).toEqual(['Look: sort', 'Look: sorting', 'Look: unsorted']);
  });

  test('what a key does before the heading that it stands under', () => {
    expect(found([entry('Mark: copy'), entry('Look: mark')], 'mark')).toEqual(['Look: mark', 'Mark: copy']);
  });

  test('what can be reached here before the same in another pane', () => {
    const entries = [entry('Volumes: refresh', {}, 'volumes'), entry('Find: refresh')];
    expect(found(entries, 'refresh')).toEqual(['Find: refresh', 'Volumes: refresh']);
  });

  test('words in any order, each in a word of its own', () => {
    const entries = [entry('Webhooks: new webhook'), entry('Plan: new plan')];
    expect(found(entries, 'plan new')).toEqual(['Plan: new plan']);
    expect(found(entries, 'new new')).toEqual([]);
  });

  test('letters scattered in their order where no word fits, those close together first', () => {
    const entries = [entry('Find: further filters'), entry('Find: filter')];
    expect(found(entries, 'flt')).toEqual(['Find: filter', 'Find: further filters']);
  });

  test('letters scattered through what another pane does find nothing', () => {
    const entries = [entry("Maintenance: leave out other hosts'", {}, 'maintenance'), entry('Find: filter')];
    expect(found(entries, 'alert')).toEqual([]);
  });
});

test('what leaves the service or the program is not found by letters within its words', () => {
  const entries = [quit, profile('home'), entry('Find: sort')];
  expect(found(entries, 'qt')).toEqual([]);
  expect(found(entries, 'uit')).toEqual([]);
  expect(found(entries, 'ofile')).toEqual([]);
  expect(found(entries, 'qu')).toEqual(['Program: quit']);
  expect(found(entries, 'home')).toEqual(['Services: switch to profile home']);
});

test('the letters that matched are told', () => {
  expect(marked([entry('Find: sort further')], 'fur so')).toEqual(['sofur']);
  expect(marked([entry('Find: filter')], 'flt')).toEqual(['Flt']);
});

test('other words for a thing find it', () => {
  expect(found([entry('Mark: copy as JSON', { words: ['export'] })], 'exp')).toEqual(['Mark: copy as JSON']);
});

describe('what one wants is found by the words beside an action', () => {
  const destroy = entry('Instances: destroy', { words: ['stop paying', 'delete'] }, 'instances');
  const stop = entry('Instances: start / stop', { words: ['pay less'] }, 'instances');
  const pane = entry('Panes: instances', { words: ['who is idle', 'what did it cost'] });
  const waterfall = entry('Find: what the filter keeps', { words: ['why empty', 'waterfall'] });
  const why = entry('Find: why not here', { words: ['missing', 'empty list'] });
  const position = entry('Price: market position', { words: ['cheaper'] });
  const watch = entry('Watch: watch', { words: ['wait for cheaper'] });
  const all = [stop, destroy, watch, pane, why, waterfall, position];

  test.each([
    ['cheaper', ['Price: market position', 'Watch: watch']],
    ['why empty', ['Find: what the filter keeps', 'Find: why not here']],
    ['why is it empty', ['Find: what the filter keeps', 'Find: why not here']],
    ['who is idle', ['Panes: instances']],
    ['what did it cost', ['Panes: instances']],
    ['stop paying', ['Instances: destroy']],
    ['stop pay', ['Instances: destroy', 'Instances: start / stop']],
    ['what is the', []],
  ])('%s', (typed, rows) => {
    expect(found(all, typed)).toEqual(rows);
  });

  test('what was meant is told where nothing of it stands in the row', () => {
    expect(paletteRows(all, 'stop pay')[0]?.intent).toBe('stop paying');
    expect(paletteRows(all, 'delete')[0]?.intent).toBeUndefined();
  });

  test('a small word that an action has counts', () => {
    expect(found([entry('Find: filter'), entry('Find: what the filter keeps')], 'what filter')).toEqual([
      'Find: what the filter keeps',
      'Find: filter',
    ]);
  });
});

test('nothing typed lists all that can be reached here, in its order, and nothing of other panes', () => {
  const entries = [entry('Find: sort'), entry('Volumes: sort', {}, 'volumes'), quit];
  expect(found(entries, ' ')).toEqual(['Find: sort', 'Program: quit']);
});
