/**
 * What holds of every field of text, whichever pane it is in.
 *
 * @module-tag exhaustive
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { enterField, FIELDS, type TypedField } from '../support/fields.ts';
import { startTestService } from '../support/local-service.ts';
import { workedMs } from '../support/work.ts';

/** As much as a terminal's paste may bring; of more the rest is dropped before it is counted. */
const MEGABYTE = 900_000;

/** More work than any answer to a key may take, whatever was pasted before it. */
const ANSWER_MS = 1000;

const open = async (field: Pick<TypedField, 'pane' | 'parts' | 'way'>): Promise<OpenDeck> => {
  const service = await startTestService({ offers: 40, seed: 11 });
  const deck = await openDeck({ service, parts: { pane: field.pane, ...field.parts } });
  onTestFinished(deck.close);
  await enterField(deck, field);
  return deck;
};

const textIn = (deck: OpenDeck, { line }: TypedField) => line(deck.deck.store.getState())?.text;

describe.each(FIELDS.map((field) => [field.name, field] as const))('%s', (_, field) => {
  test('takes the beginning of a megabyte at once, says how much, and answers the next key', async () => {
    const deck = await open(field);
    const startedMs = workedMs();
    await deck.paste('[x '.repeat(MEGABYTE / 3));
    const most = field.maximum.toLocaleString('en-US');
    expect(deck.text()).toContain(`Only the first ${most} of 900,000 characters were taken: this field holds ${most}.`);
    await deck.type('x');
    expect(workedMs() - startedMs).toBeLessThan(2 * ANSWER_MS);
    expect(deck.text()).toContain(`This field is full: it holds ${most} characters.`);
    expect(textIn(deck, field)).toHaveLength(field.maximum);
    await deck.send('ab c'.repeat(MEGABYTE / 4));
    expect(workedMs() - startedMs).toBeLessThan(3 * ANSWER_MS);
    expect(textIn(deck, field)).toHaveLength(field.maximum);
  });

  test('acts on nothing that was pasted', async () => {
    const deck = await open(field);
    const { frame } = deck.deck.store.getState();
    await deck.paste('q1\r\n\u001B[A\u001B[3~\u0015\u001B]0;x\u00072\u0003');
    expect(textIn(deck, field)).toMatch(/^q1 .*2/);
    expect(deck.deck.store.getState().frame.pane).toBe(frame.pane);
    expect(deck.deck.store.getState().frame.overlay?.kind).toBe(frame.overlay?.kind);
  });

  test('is edited as readline edits', async () => {
    const deck = await open(field);
    const owner = ownerOf(field);
    await deck.send('b4d\u0001a\u0005e');
    expect(textIn(deck, field)).toBe('ab4de');
    await deck.press(`${owner}.line-start`, `${owner}.line-right`, `${owner}.line-right`);
    await deck.send('\u001B[3~');
    expect(textIn(deck, field)).toBe('abde');
    await deck.send('c\u001B[F\u007F\u001B[H\u000B');
    expect(textIn(deck, field)).toBe('');
    await deck.send('\u0019');
    expect(textIn(deck, field)).toBe('abcd');
    await deck.send(' x y\u0017\u001F');
    expect(textIn(deck, field)).toBe('abcd x y');
  });

  test('is given back by Esc as it was, and Ctrl-R brings back what was typed', async () => {
    const deck = await open(field);
    const before = textIn(deck, field);
    expect(before).toBe(field.offered ?? '');
    await deck.send('a7 typed');
    expect(textIn(deck, field)).toBe('a7 typed');
    expect(deck.screen().at(-1)).toContain(' Esc cancel');
    await deck.press(field.cancel);
    expect(textIn(deck, field) ?? before).toBe(before);
    await deck.press(reopening(field));
    expect(textIn(deck, field)).toBe(before);
    await deck.press(...(field.bringBack ?? [`${ownerOf(field)}.line-bring-back`]));
    expect(textIn(deck, field)).toBe('a7 typed');
  });
});

/** What the ids of the field's editing keys start with. */
const ownerOf = ({ cancel }: TypedField) => cancel.replace(/\..*/, '');

/** The key that opens the field again where it was left. */
const reopening = ({ way, pane, name }: TypedField): string => {
  if (pane === 'maintenance' && name.includes('confirmation')) return 'maintenance.confirm';
  if (pane === 'maintenance' && !name.includes('reason')) return 'maintenance.edit';
  const last = way.at(-1);
  if (pane !== 'notifications' || typeof last !== 'string') return String(last);
  return name.startsWith("a webhook's") && !name.includes('file') ? 'notifications.edit' : last;
};

describe('the question for a key', () => {
  const asked = async () => {
    const deck = await open({ pane: 'offers', way: ['frame.palette', { typed: 'another key' }, 'palette.run'] });
    expect(deck.text()).toContain('Another key for this service.');
    return deck;
  };
  const typed = (deck: OpenDeck) => {
    const { overlay } = deck.deck.store.getState().frame;
    return overlay?.kind === 'key' ? overlay.typed : undefined;
  };

  test('is edited as readline edits, masked', async () => {
    const deck = await asked();
    await deck.send('abc\u0001xy\u001B[3~');
    expect(deck.text()).toMatch(/^ Key: \*{4}$/m);
    expect(typed(deck)).toEqual({ length: 4, at: 2 });
  });

  test('takes the beginning of a megabyte at once', async () => {
    const deck = await asked();
    await deck.paste('k'.repeat(MEGABYTE));
    expect(deck.text()).toContain('Only the first 16,000 of 900,000 characters were taken');
    expect(typed(deck)).toEqual({ length: 16_000, at: 16_000 });
  });

  test('keeps nothing of what was cancelled', async () => {
    const deck = await asked();
    await deck.type('abc');
    await deck.press('key.give-up', 'frame.palette');
    await deck.type('another key');
    await deck.press('palette.run');
    await deck.send('\u0012\u0019');
    expect(typed(deck)).toEqual({ length: 0, at: 0 });
  });
});

describe('a key that nothing listens to', () => {
  test('says so, and where the keys are; pressed again it says no more', async () => {
    const deck = await open({ pane: 'offers', way: [] });
    await deck.type('Q');
    expect(deck.text()).toContain(' Q does nothing here; ? shows the keys.');
    deck.bytesSent();
    await deck.type('Q');
    expect(deck.bytesSent()).toBe(0);
    await deck.press('offers.down');
    expect(deck.text()).not.toContain('does nothing here');
  });

  test('says no more than that where the help is not one key away', async () => {
    const deck = await open({ pane: 'offers', way: ['frame.help'] });
    await deck.type('Q');
    expect(deck.text()).toContain(' Q does nothing here.');
    await deck.press('help.close', 'offers.filter');
    await deck.send('\u0018');
    expect(deck.text()).toContain(' Ctrl-X does nothing here.');
  });
});

test('a figure is understood with the commas that it is shown with, and is typed over the one that stands there', async () => {
  const deck = await open({ pane: 'offers', way: ['offers.storage'] });
  await deck.type('1,000');
  await deck.press('offers.prompt-submit');
  expect(deck.text()).toContain('1,000 GB');
  await deck.press('offers.storage');
  await deck.type('100');
  await deck.press('offers.prompt-submit');
  expect(deck.text()).toContain(' 100 GB');
  await deck.press('offers.limit');
  await deck.type('10,000');
  await deck.press('offers.prompt-submit');
  expect(deck.deck.store.getState().offers).toMatchObject({ storageGb: 100, limit: 10_000 });
  await deck.press('offers.storage');
  await deck.type('1,5');
  await deck.press('offers.prompt-submit');
  expect(deck.text()).toContain('"1,5" is not a size above 0');
});
