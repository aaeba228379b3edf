/**
 * Plays one fault on one call in the real program, and looks at everything that must hold: what the user sees before and
 * after, what the service has written down, what was typed, what a restart knows, what was leaked.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { startJournal } from '../support/journal.ts';
import { type Called, words } from './called.ts';
import { type Fault, type Outcome, rowOf } from './fault.ts';
import { judged } from './judged.ts';
import { growthDuring, Hang, within } from './patience.ts';
import { restarted } from './restart.ts';
import type { CellResult, Played, Problem, Wrong } from './result.ts';
import { createStrike, type Strike } from './strike.ts';
import type { World } from './world.ts';

/** What an answer may cost beyond what the program has in use before, in bytes. */
const MEMORY_BYTES = 256 * 1024 ** 2;

/** Turns of the event loop in which nothing may be painted; under the impatient clock a timer would be due in each. */
const QUIET_TURNS = 20;

/** Longer than every wait of a cell may take together. */
const CELL_MS = 300_000;
const CLOSING_MS = 60_000;

/** Longer than two refusals by the rate limit are waited for, ms. */
const LONGEST_WAIT_MS = 60_000;

/** A line of what Ink draws in place of the program when drawing fails. */
const STACK = /\.(?:ts|tsx|js):\d+:\d+/;

const MARKS: Readonly<Record<Outcome, string>> = { answered: 'done', failed: 'not done', unknown: 'unknown' };

/** Plays `fault` on `called`. Rejects never: what breaks is a problem of the cell. */
export const playCell = async (world: World, called: Called, fault: Fault): Promise<CellResult> => {
  const cell = new Cell(world, called, fault);
  try {
    await cell.play();
    return judged(world, cell.result(), cell.folder);
  } finally {
    rmSync(cell.folder, { recursive: true });
  }
};

class Cell {
  readonly #world: World;
  readonly #called: Called;
  readonly #fault: Fault;
  readonly #strike: Strike;
  /** The files of the cell. */
  readonly folder: string;
  /** The clock of the programs where somebody sets it; the others have their own. */
  readonly #clock = impatientClock(Date.UTC(2026, 10, 21, 12));
  readonly #decks: OpenDeck[] = [];
  readonly #problems: Problem[] = [];
  #outcome: Outcome | undefined;
  #screen = '';

  constructor(world: World, called: Called, fault: Fault) {
    this.#world = world;
    this.#called = called;
    this.#fault = fault;
    world.begin();
    this.#strike = createStrike(world, called, fault, () => this.#clock.set(fault.clockJumpMs ?? 0));
    this.folder = mkdtempSync(join(world.folder, 'cell-'));
  }

  result(): Played {
    return {
      row: rowOf(this.#fault),
      call: this.#called.name,
      shown: this.#outcome === undefined ? '?' : MARKS[this.#outcome],
      problems: this.#problems,
      screen: this.#screen,
    };
  }

  async play(): Promise<void> {
    // What nobody catches is told to every cell that is being played, because nobody knows whose it was.
    const onCrash = (error: unknown) => this.#wrong('crash', error instanceof Error ? `${error.stack}` : `${error}`);
    process.on('uncaughtException', onCrash);
    process.on('unhandledRejection', onCrash);
    try {
      await within('the beginning of the cell', this.#playBoth(), CELL_MS);
    } catch (error) {
      if (!(error instanceof Hang)) onCrash(error);
      // Ink draws an error that it meets in drawing, and then nothing more.
      else this.#wrong(this.#decks.some((deck) => STACK.test(deck.text())) ? 'crash' : 'hang', error.message);
    } finally {
      await this.#strike.heal().catch(() => {});
      for (const deck of this.#decks) await within('closing', deck.close(), CLOSING_MS).catch(onCrash);
      process.off('uncaughtException', onCrash);
      process.off('unhandledRejection', onCrash);
    }
  }

  async #playBoth(): Promise<void> {
    await this.#makeCall();
    if (this.#called.book === undefined) await this.#openUnderFault();
  }

  /** The call is made under the fault, after everything was well; then the program is started once more beside it. */
  async #makeCall(): Promise<void> {
    const { pane, prepare, make, lost } = this.#called;
    const { machineId } = this.#world;
    const { isOnKeptConnection, isLarge } = this.#fault;
    const deck = await this.#open('journal.db', isOnKeptConnection ? 'offers' : pane);
    if (isOnKeptConnection) await within('opening the pane', deck.press(`frame.${pane}`));
    await within('typing', prepare(deck, machineId));
    this.#checkShownFirst(deck);
    await this.#strike.begin();
    const callsBefore = this.#strike.bodies().length;
    const grownBytes = await growthDuring(within('the call', make(deck)));
    if (isLarge && grownBytes > MEMORY_BYTES)
      this.#wrong('memory', `${Math.round(grownBytes / 1024 ** 2)} MB more`, deck);
    const waitedMs = this.#clock.ticks();
    if (waitedMs > LONGEST_WAIT_MS) this.#wrong('hang', `it waited ${Math.round(waitedMs / 1000)} s`, deck);
    await this.#look(deck);
    this.#checkWritten(callsBefore, deck);
    if (this.#outcome !== 'answered') {
      for (const name of await lost(deck, machineId)) this.#wrong('input lost', name, deck);
    }
    await this.#strike.heal();
    await this.#restart(deck);
    await this.#goOn(deck);
    const [visitor] = this.#world.trap.requests;
    if (visitor !== undefined) this.#wrong('redirect followed', `to ${visitor.path}`);
  }

  /** For a read: the program is opened while the fault is there, so that there is nothing yet to fall back on. */
  async #openUnderFault(): Promise<void> {
    await this.#strike.begin();
    const deck = await this.#open('first.db', this.#called.pane);
    await this.#look(deck);
    await this.#strike.heal();
    await this.#goOn(deck);
  }

  /** Before the key that sends is pressed, all that it sends stands on the screen. */
  #checkShownFirst(deck: OpenDeck): void {
    const { body } = this.#called;
    if (body === undefined) return;
    // The screen breaks lines and indents; the words on it must still be the body, in its order.
    if (!deck.text().replace(/\s+/g, '').includes(body.replace(/\s+/g, ''))) {
      this.#wrong('words', `what will be sent is not shown: ${body}`, deck);
    }
  }

  /** What the user sees: one of the outcomes that are true, in words, and nothing that should not be there. */
  async #look(deck: OpenDeck): Promise<void> {
    const { says, outcomes } = this.#fault;
    const first = words(deck);
    if (first.trim() === '') this.#wrong('crash', 'the screen is blank', deck);
    await this.#checkQuiet(deck);
    if (first.includes('Enter another one')) {
      if (!first.includes('did not accept the API key'))
        this.#wrong('words', 'a key is asked for without a reason', deck);
      await within('giving up the key', deck.press('key.give-up'));
    }
    this.#outcome = this.#called.outcome(deck, this.#world.machineId);
    const isRead = this.#called.book === undefined;
    const also = this.#called.alsoSeenAs?.(this.#fault) ?? [];
    const allowed = [...outcomes.map((outcome) => (isRead && outcome === 'unknown' ? 'failed' : outcome)), also].flat();
    if (this.#outcome === undefined || !allowed.includes(this.#outcome)) {
      this.#wrong('outcome', `shown as ${this.#outcome ?? 'nothing'}, true is ${allowed.join(' or ')}`, deck);
    }
    const shown = words(deck);
    if (this.#outcome !== 'answered' && says !== undefined && !says.test(shown)) {
      this.#wrong('words', `the screen does not say ${says}`, deck);
    }
    if (/\bundefined\b|\bNaN\b|\[object/.test(shown)) this.#wrong('words', 'the screen shows what is no word', deck);
  }

  /** Once there is nothing more to show, nothing more is sent to the terminal. */
  async #checkQuiet(deck: OpenDeck): Promise<void> {
    deck.bytesSent();
    for (let turn = 0; turn < QUIET_TURNS; turn++) await nextTurn();
    const bytes = deck.bytesSent();
    if (bytes > 0) this.#wrong('repaint', `${bytes} bytes were painted without a change`, deck);
  }

  /** A program that starts on the files as they are now, as after kill -9, sends nothing by itself, nor when it is resumed. */
  async #restart(deck: OpenDeck): Promise<void> {
    // As if the second had passed in which what is typed is noted.
    deck.deck.session.flush();
    const callsBefore = this.#strike.bodies().length;
    const killed = { called: this.#called, machineId: this.#world.machineId, outcome: this.#outcome };
    let opened: OpenDeck | undefined;
    const problems = await restarted({ ...killed, folder: this.folder, journal: 'journal.db' }, async (folder) => {
      opened = await this.#open('journal.db', this.#called.pane, folder);
      return opened;
    });
    for (const { kind, text } of problems) this.#wrong(kind, text, opened);
    if (this.#called.book !== undefined && this.#strike.bodies().length > callsBefore)
      this.#wrong('duplicate write', 'sent by a restart', opened);
    this.#decks.splice(1);
    await opened?.close();
  }

  /** The fault is over: the user's own word makes the call once more, and what goes out is what was typed at first. */
  async #goOn(deck: OpenDeck): Promise<void> {
    const { book, body, again, outcome, isGoneOnce } = this.#called;
    const { machineId } = this.#world;
    if (this.#outcome === undefined || (this.#outcome === 'answered' && book !== undefined)) return;
    if (isGoneOnce && book !== undefined && this.#world.written(book) > 0) return;
    const callsBefore = this.#strike.bodies().length;
    await within('the call that is made again', again(deck, this.#outcome, machineId));
    if (book === undefined) {
      if (outcome(deck, machineId) !== 'answered') this.#wrong('outcome', 'a refresh does not heal it', deck);
      return;
    }
    const sent = this.#strike.bodies().slice(callsBefore);
    if (sent.length > 1) this.#wrong('duplicate write', `${sent.length} calls for one word of the user`, deck);
    if (sent[0] !== body) this.#wrong('input lost', `sent again was ${sent[0]}`, deck);
  }

  /** What reached the proxy and the service's books since the call, for one word of the user. */
  #checkWritten(callsBefore: number, deck: OpenDeck): void {
    const { book, madeCount } = this.#called;
    if (book === undefined) return;
    const { times = 0, outcomes, acts } = this.#fault;
    // A refusal by the rate limit was not accepted, and may be followed by one more call.
    const allowed = outcomes.includes('answered') ? times + 1 : 1;
    const calls = Math.max(
      this.#strike.bodies().length - callsBefore,
      madeCount === undefined ? this.#strike.struckCount() : madeCount(deck),
    );
    if (calls > allowed) this.#wrong('duplicate write', `${calls} calls, where ${allowed} may be`);
    const expected = acts ? 1 : 0;
    const found = this.#world.written(book);
    if (found !== expected) {
      const kind = found > expected ? 'duplicate write' : 'outcome';
      this.#wrong(kind, `the service has written ${found} times, not ${expected}`);
    }
  }

  async #open(file: string, pane: Called['pane'], folder = this.folder): Promise<OpenDeck> {
    const { service, proxy } = this.#world;
    const journal = startJournal(join(folder, file));
    const opening = openDeck({
      service: { url: proxy.url, apiKey: service.apiKey },
      lineClock: this.#strike.lineClock,
      ...(this.#fault.clockJumpMs !== undefined && { clock: this.#clock }),
      columns: 120,
      rows: 36,
      parts: {
        pane,
        journal,
        userId: service.userId,
        isStartNamed: true,
        timeZone: this.#called.pane === 'maintenance' ? 'Europe/Berlin' : 'UTC',
      },
    });
    const deck = await within('opening', opening);
    const open = {
      ...deck,
      close: async () => {
        await deck.close();
        journal.close();
      },
    };
    this.#decks.push(open);
    this.#world.hear('what the terminal was sent', deck.sent);
    return open;
  }

  #wrong(kind: Wrong, text: string, deck: OpenDeck | undefined = this.#decks[0]): void {
    this.#problems.push({ kind, text });
    if (this.#screen === '') this.#screen = deck?.text() ?? '';
  }
}
