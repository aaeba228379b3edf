/** The panes with keys and signing secrets of every length, on a service that repeats them in all that it says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { createAnswerFiles } from '../../../src/storage/files/answer-files.ts';
import { type OpenDeck, openDeck } from '../../support/deck.tsx';
import { startJournal } from '../../support/journal.ts';
import { beginToConfirm } from '../../support/maintenance.ts';
import { fillWebhook } from '../../support/notifications.ts';
import { type ScriptedReply, startScriptedServer } from '../../support/scripted-server.ts';
import { secretOf } from '../../support/secrets.ts';
import { answering } from '../../support/tour.tsx';
import { type Called, words } from '../called.ts';
import type { CallName } from '../fault.ts';
import { judged } from '../judged.ts';
import { Hang, within } from '../patience.ts';
import { READS } from '../reads.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { WRITES } from '../writes.ts';
import { chatterOf } from './chatter.ts';

/** Characters: beside each bound that something has, and the longest. What costs most is drawn, not searched. */
const KEY_SIZES = [1, 7, 8, 100, 4000, 16_000, 100_000];
const SECRET_SIZES = [1, 7, 8, 4000, 100_000];

/** A longer key fits into no header: it is asked for again before anything is sent. */
const LONGEST_KEY = 16_000;

const MACHINE_ID = 8207;
const USUAL_KEY = 'sk-test-Zq8-0123456789';

/** As many as show the reply in full where it is short, and its beginning where it is long. */
const PAGES = 3;

/** More than a program asks for in one run. */
const ANSWERS = 40;

/** What a cell hides: the key that the program was given, or the secret of a webhook that it made. */
type Hidden = { readonly key: string; readonly secret?: string };

/** Plays the rows that are wanted; tells `onCell` of each cell. */
export const playSecretPanes = async (
  world: World,
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  const keys = KEY_SIZES.map((length) => [`with a key of ${length} characters`, { key: secretOf(length) }] as const);
  const secrets = SECRET_SIZES.map(
    (length) =>
      [`after a signing secret of ${length} characters`, { key: USUAL_KEY, secret: secretOf(length) }] as const,
  );
  const rows = [...keys, ...secrets].map(([name, hidden]) => [`secret: panes ${name}`, hidden] as const);
  for (const [row, hidden] of rows) {
    if (!isWanted(row)) continue;
    for (const called of [...READS, ...WRITES]) onCell(await playSecretPane(world, row, called, hidden));
  }
};

/** Plays one cell. Rejects never: what breaks is a crash of the cell. */
export const playSecretPane = async (
  world: World,
  row: string,
  called: Called,
  hidden: Hidden,
): Promise<CellResult> => {
  const folder = mkdtempSync(join(world.folder, 'panes-'));
  const hides = [hidden.key, hidden.secret ?? ''];
  const problems: Problem[] = [];
  const isRefused = hidden.key.length > LONGEST_KEY;
  world.begin();
  try {
    if (isRefused) problems.push(...(await playRefusal(world, folder, called, hidden)));
    else await playTyping(world, folder, called, hidden);
    for (const isFailing of isRefused ? [] : [true, false])
      problems.push(...(await playCall(world, folder, called, hidden, isFailing)));
  } catch (error) {
    const kind = error instanceof Hang ? 'hang' : 'crash';
    problems.push({ kind, text: error instanceof Error ? `${error.stack}` : `${error}` });
  }
  const shown = isRefused ? 'refused' : 'hidden';
  const result = judged(world, { row, call: called.name, shown, problems, screen: '' }, folder, hides);
  rmSync(folder, { recursive: true, force: true });
  return result;
};

/** The call is made, then its line among the requests is read and copied as a command. All that is shown is looked at. */
const playCall = (world: World, folder: string, called: Called, hidden: Hidden, isFailing: boolean) =>
  inPanes(world, folder, called, hidden, isFailing, async (deck) => {
    await within('typing', called.prepare(deck, MACHINE_ID));
    await within('the call', called.make(deck));
    // Preferences that hold strange names are confirmed, but not shown as they came.
    const outcome = words(deck).includes('Confirmed') ? 'answered' : called.outcome(deck, MACHINE_ID);
    // A failure of the service says nothing of a write.
    const expected = !isFailing ? 'answered' : called.book === undefined ? 'failed' : 'unknown';
    const shown = deck.text();
    await deck.press('frame.ledger', 'ledger.copy', 'ledger.open');
    for (let page = 0; page < PAGES; page++) await deck.press('ledger.scroll-page-down');
    await deck.press('ledger.copy-open');
    const sent = deck.sent();
    world.hear('what the terminal was sent', () => sent);
    return outcome === expected
      ? []
      : [{ kind: 'outcome', text: `shown as ${outcome}, true is ${expected}:\n${shown}` } as const];
  });

/** The program has a key that it cannot send. */
const playRefusal = (world: World, folder: string, called: Called, hidden: Hidden) =>
  inPanes(world, folder, called, hidden, true, async (deck) => {
    const says = () => words(deck).includes('That API key cannot be sent in a header.');
    // A pane that asks for nothing by itself has nothing to say yet.
    if (!says()) await deck.press('frame.offers');
    const isSaid = says();
    world.hear('what the terminal was sent', deck.sent);
    return isSaid
      ? []
      : [{ kind: 'words', text: `it is not said that the key cannot be sent:\n${deck.text()}` } as const];
  });

/** What is hidden is typed and sent: it is shown as it is typed, but not kept as it is. */
const playTyping = (world: World, folder: string, called: Called, hidden: Hidden) =>
  inPanes(world, folder, called, hidden, false, async (deck) => {
    await within('typing it', TYPED[called.name]?.(deck, hidden.secret ?? hidden.key) ?? Promise.resolve());
    return [];
  });

/** One run of the program on the files in `folder`, on a service that says everywhere what is hidden. */
const inPanes = async (
  { hear }: World,
  folder: string,
  { pane }: Called,
  { key, secret }: Hidden,
  isFailing: boolean,
  play: (deck: OpenDeck) => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> => {
  const chatter = chatterOf(secret ?? key);
  const quiet = { texts: ['-'], sentence: '-', typed: '', json: '-', secret: secret ?? 'hush-0123456789' };
  // What a webhook gives out is known from then on, and not before.
  let says: Parameters<typeof answering>[0] = quiet;
  await using server = await startScriptedServer(
    ...Array.from(
      { length: ANSWERS },
      (): ScriptedReply =>
        (...call) =>
          answering(says)(...call),
    ),
  );
  const journal = startJournal(join(folder, 'journal.db'));
  const answers = createAnswerFiles(join(folder, 'answers'), 'test', systemClock);
  const copied: string[] = [];
  const deck = await openDeck({
    service: { url: server.url, apiKey: key },
    columns: 120,
    rows: 36,
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
    parts: { pane, journal, answers, userId: 7, isStartNamed: true, timeZone: 'Europe/Berlin' },
  });
  try {
    if (secret !== undefined) {
      await within('the webhook', createWebhook(deck));
      // The user's own copy of the secret.
      copied.length = 0;
      await deck.press(`frame.${pane}`);
    }
    says = { ...quiet, texts: [chatter, chatter], sentence: chatter, json: chatter, isFailing };
    return await play(deck);
  } finally {
    for (const text of copied) hear('what was copied', () => text);
    deck.deck.session.flush();
    await deck.close();
    await answers.settled();
    journal.close();
  }
};

const createWebhook = async (deck: OpenDeck): Promise<void> => {
  await deck.press('frame.notifications');
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create', 'notifications.copy-secret', 'notifications.leave');
};

const inFilter = (pane: 'volumes' | 'connections') => async (deck: OpenDeck, hidden: string) => {
  await deck.press(`${pane}.filter`);
  await deck.paste(hidden);
  await deck.press(`${pane}.filter-keep`);
};

/** Types what is hidden into the fields that lead to each call, and makes it. */
const TYPED: Readonly<Partial<Record<CallName, (deck: OpenDeck, hidden: string) => Promise<void>>>> = {
  searchOffers: async (deck, hidden) => {
    await deck.press('offers.filter');
    await deck.paste(`gpu_name="${hidden}"`);
    await deck.press('offers.filter-keep');
  },
  listVolumes: inFilter('volumes'),
  listConnections: inFilter('connections'),
  scheduleMaintenance: async (deck, hidden) => {
    await deck.press('maintenance.edit');
    for (const typed of [String(MACHINE_ID), '2026-12-01 03:00', '90m']) {
      await deck.type(typed);
      await deck.press('maintenance.keep');
    }
    await deck.press('maintenance.pick-and-type');
    await deck.paste(hidden);
    await deck.press('maintenance.keep');
    await beginToConfirm(deck);
    await deck.type(String(MACHINE_ID));
    await deck.press('maintenance.keep');
  },
  createWebhook: async (deck, hidden) => {
    await deck.press('notifications.new');
    await deck.paste(`my ${hidden}`);
    await deck.press('notifications.field-enter');
    await deck.paste(`https://hooks.example/${hidden}`);
    await deck.press('notifications.field-enter');
    await deck.paste(`host:${hidden}`);
    await deck.press('notifications.field-enter', 'notifications.field-leave', 'notifications.review');
  },
  replaceNotificationPreferences: async (deck, hidden) => {
    await deck.press('notifications.tab', 'notifications.add');
    await deck.paste(`host:${hidden}`);
    await deck.press('notifications.field-enter');
  },
};
