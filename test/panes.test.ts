/**
 * What a pane must say. The lines marked as wrong are checked by `npm run types`: where one of them began to compile, a pane could
 * leave that member out and nobody would notice until a user did.
 */
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import { initialDeck } from '../src/tui/frame/deck-state.ts';
import { initialFrame } from '../src/tui/frame/state.ts';
import { PANES } from '../src/tui/panes/index.ts';
import { PANE_NAMES } from '../src/tui/panes/names.ts';
import { USUAL_START } from '../src/tui/panes/offers/state.ts';
import {
  noSecret,
  nothing,
  nothingComesBack,
  type Pane,
  type RunningPane,
  staysHere,
  tellsNothing,
  unguarded,
} from '../src/tui/panes/pane.ts';
import { readSaved, savedText } from '../src/tui/saved/resume.ts';

const running: RunningPane = {
  layers: () => [],
  open: nothing,
  leave: nothing,
  serviceChanged: nothing,
  resize: nothing,
  readJournal: nothing,
  resumed: nothing,
  hears: {},
  guards: unguarded,
  revealedSecret: noSecret,
};

const pane: Pane<string> = {
  initial: () => '',
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: () => running,
  face: { page: () => null, preview: () => undefined, footnote: () => [], status: () => [], words: [] },
  calls: [],
  machines: tellsNothing,
  resume: { nothingSaved: 'It is a pane of a test.' },
};

/** What is left of `whole` without one member. */
const without = <Whole extends object, Name extends keyof Whole>(whole: Whole, name: Name): Omit<Whole, Name> => {
  const { [name]: _, ...rest } = whole;
  return rest;
};

/** Takes what is complete, and is called with what is not. */
const asRunning = (some: RunningPane): RunningPane => some;
const asPane = (some: Pane<string>): Pane<string> => some;

describe('a pane that leaves something out does not compile', () => {
  test('what happens when another key is in use', () => {
    // @ts-expect-error: the rows of the former key would stay on the screen.
    expect(asRunning(without(running, 'serviceChanged'))).not.toHaveProperty('serviceChanged');
  });

  test('what happens when the screen has another size', () => {
    // @ts-expect-error: the cursor could stand below the last line.
    expect(asRunning(without(running, 'resize'))).not.toHaveProperty('resize');
  });

  test('what happens when it is left', () => {
    // @ts-expect-error: what failed would be tried again behind another pane.
    expect(asRunning(without(running, 'leave'))).not.toHaveProperty('leave');
  });

  test('what is there again at the next start', () => {
    // @ts-expect-error: the search of the day before would be gone.
    expect(asPane(without(pane, 'comesBack'))).not.toHaveProperty('comesBack');
  });

  test('what a later run resumes of it, or why nothing', () => {
    // @ts-expect-error: what was typed would be gone.
    expect(asPane(without(pane, 'resume'))).not.toHaveProperty('resume');
    // @ts-expect-error: that nothing is saved has a reason.
    expect(asPane({ ...pane, resume: {} }).resume).toEqual({});
  });

  test('its keys, what opening it asks, its guards and what is drawn of it', () => {
    // @ts-expect-error: no key would work in it.
    asRunning(without(running, 'layers'));
    // @ts-expect-error: it would stay empty.
    asRunning(without(running, 'open'));
    // @ts-expect-error: it could be left with something half done.
    asRunning(without(running, 'guards'));
    // @ts-expect-error: the journal would not be read before a session is resumed.
    asRunning(without(running, 'readJournal'));
    // @ts-expect-error: there would be nothing to see.
    asPane(without(pane, 'face'));
    // @ts-expect-error: the ledger could not name the pane of a write.
    asPane(without(pane, 'calls'));
    expect(Object.keys(pane)).toHaveLength(8);
  });

  test('its line in the list, or its name', () => {
    // @ts-expect-error: a pane that has a name is missing.
    const list: { readonly [Name in keyof typeof PANES]: unknown } = without(PANES, 'volumes');
    expect(Object.keys(list)).not.toContain('volumes');
  });
});

describe('the list of panes', () => {
  test('holds them in the order of their names, which is that of their digits', () => {
    expect(Object.keys(PANES)).toEqual(PANE_NAMES.map(({ name }) => name));
  });

  test('keeps the words that people type, and that stand in what earlier runs have left', () => {
    expect(PANE_NAMES.map(({ command }) => command)).toEqual([
      'overview',
      'offers',
      'volumes',
      'connections',
      'maintenance',
      'notifications',
      'requests',
      'instances',
      'money',
      'machines',
    ]);
    const frame = initialFrame('offers', { columns: 80, rows: 24 }, 'test service', false);
    const state = initialDeck(frame, { search: USUAL_START, timeZone: 'UTC' });
    expect(readSaved('{"pane":"requests"}').resumed(state).frame.pane).toBe('ledger');
    expect(JSON.parse(savedText({ ...state, frame: { ...frame, pane: 'ledger' } }, '') ?? '')).toMatchObject({
      pane: 'requests',
    });
  });

  test('says of every call in which one pane it is made', () => {
    const calls = Object.values(PANES).flatMap((some) => some.calls);
    expect(calls.toSorted()).toEqual(Object.keys(CALLS).sort());
  });
});
