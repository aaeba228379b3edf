/** A megabyte into every field of text: the next key is answered, nothing acts, and the field holds what it can. */

import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { enterField, FIELDS, type TypedField } from '../support/fields.ts';
import { startJournal } from '../support/journal.ts';
import { workedMs } from '../support/work.ts';
import type { PublishedCall } from './fault.ts';
import { judged } from './judged.ts';
import { within } from './patience.ts';
import type { CellResult, Problem } from './result.ts';
import type { World } from './world.ts';

/** What is pasted, or typed by a terminal that does not mark a paste. */
type Paste = { readonly name: string; readonly text: string; readonly isUnmarked?: true };

const megabyte = (unit: string): string => unit.repeat(Math.floor(1_000_000 / unit.length));

/** All of them: each is the worst for something that reads, cleans, cuts or draws a text. */
export const PASTES: readonly Paste[] = [
  { name: 'letters', text: megabyte('a') },
  { name: 'words', text: megabyte('8207 x, ') },
  { name: 'brackets', text: megabyte('[') },
  { name: 'quotes', text: megabyte('"') },
  { name: 'line breaks', text: megabyte('a\r\n') },
  { name: 'escape sequences', text: megabyte('\u001B[A\u001B]0;q') },
  { name: 'control strings without an end', text: megabyte('\u009D') },
  { name: 'marks on one letter', text: `e${megabyte('\u0301')}` },
  { name: 'joined characters', text: megabyte('👩‍🚀日') },
  { name: 'keys without the marks of a paste', text: megabyte('a b '), isUnmarked: true },
];

/** The row of the matrix. */
export const pasteRow = ({ name }: Paste): string => `1 MB pasted: ${name}`;

/** The most work that a paste and the key after it may take together, ms. */
const ANSWER_MS = 1000;

/** The call that the form leads to which the field is in. */
const callOf = ({ pane, name }: TypedField): PublishedCall => {
  switch (pane) {
    case 'volumes':
      return 'listVolumes';
    case 'connections':
      return 'listConnections';
    case 'maintenance':
      return 'scheduleMaintenance';
    case 'notifications':
      return name.startsWith("a webhook's") ? 'createWebhook' : 'replaceNotificationPreferences';
    case 'offers':
    case 'ledger':
      return 'searchOffers';
  }
};

/** Pastes into every field of `call`. Rejects never. */
export const playPaste = async (world: World, call: PublishedCall, paste: Paste): Promise<CellResult> => {
  const fields = FIELDS.filter((field) => callOf(field) === call);
  const problems: Problem[] = [];
  let screen = '';
  world.begin();
  for (const field of fields) {
    const deck = await openDeck({
      service: world.service,
      parts: { pane: field.pane, journal: startJournal(), ...field.parts },
    });
    world.hear(`what the terminal was sent with ${field.name}`, deck.sent);
    try {
      await within(`the way to ${field.name}`, enterField(deck, field));
      const found = await pasteInto(deck, field, paste);
      problems.push(...found.map(({ kind, text }) => ({ kind, text: `${field.name}: ${text}` })));
    } catch (error) {
      problems.push({ kind: 'crash', text: `${field.name}: ${error instanceof Error ? error.stack : error}` });
    }
    if (problems.length > 0 && screen === '') screen = deck.text();
    await deck.close();
  }
  const shown = fields.length === 1 ? 'one field' : `${fields.length} fields`;
  return judged(world, { row: pasteRow(paste), call, shown, problems, screen });
};

const pasteInto = async (
  deck: OpenDeck,
  field: TypedField,
  { text, isUnmarked }: Paste,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  const { frame } = deck.deck.store.getState();
  const startedMs = workedMs();
  await within('the paste', isUnmarked ? deck.send(text) : deck.paste(text));
  await within('the key after it', deck.type('x'));
  const tookMs = Math.round(workedMs() - startedMs);
  if (tookMs > ANSWER_MS) problems.push({ kind: 'hang', text: `the next key was answered after ${tookMs} ms of work` });
  const after = deck.deck.store.getState();
  if (after.frame.pane !== frame.pane || after.frame.overlay?.kind !== frame.overlay?.kind) {
    problems.push({ kind: 'outcome', text: 'what was pasted acted as keys' });
  }
  const length = field.line(after)?.text.length ?? 0;
  if (length === 0) problems.push({ kind: 'input lost', text: 'nothing of it was taken' });
  if (length > field.maximum) problems.push({ kind: 'memory', text: `the field holds ${length} characters` });
  await within('Esc', deck.press(field.cancel));
  const left = field.line(deck.deck.store.getState())?.text ?? field.offered ?? '';
  if (left !== (field.offered ?? ''))
    problems.push({ kind: 'input lost', text: 'Esc does not give back what was there' });
  return problems;
};
