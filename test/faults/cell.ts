/**
 * Plays one fault on one call in the real program, and looks at everything that must hold: what the user sees, what the
 * service has written down, what was typed, what a restart knows, what was leaked.
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { type Play, passAndKeep } from '../support/fault-proxy.ts';
import { startJournal } from '../support/journal.ts';
import { type Called, words } from './called.ts';
import type { Fault, Outcome } from './fault.ts';
import { hurriedClock } from './hurried-clock.ts';
import type { World } from './world.ts';

/** What can be wrong in a cell. */
export type Wrong = 'crash' | 'hang' | 'duplicate write' | 'input lost' | 'words' | 'outcome' | 'leak' | 'memory';

/** One thing that is wrong. */
export type Problem = { readonly kind: Wrong; readonly text: string };

/** What a cell came to. */
export type CellResult = {
  readonly fault: Fault;
  readonly call: Called['name'];
  /** What the user is shown; undefined where the cell did not get so far. */
  readonly outcome: Outcome | undefined;
  readonly problems: readonly Problem[];
  /** The screen when the first problem was noticed; empty without one. */
  readonly screen: string;
};

/** Longer than every time limit under the hurried clock, and than a busy machine needs for a gigabyte. */
const HANG_MS = 30_000;

/** What an answer may cost beyond what the program has in use before, in bytes. */
const MEMORY_BYTES = 256 * 1024 ** 2;

class Hang extends Error {}

/** Plays `fault` on `called`. Rejects never: what breaks is a problem of the cell. */
export const playCell = async (world: World, called: Called, fault: Fault): Promise<CellResult> => {
  const cell = new Cell(world, called, fault);
  await cell.play();
  return cell.result();
};

class Cell {
  readonly #world: World;
  readonly #called: Called;
  readonly #fault: Fault;
  readonly #folder: string;
  readonly #lineClock = hurriedClock();
  readonly #decks: OpenDeck[] = [];
  readonly #problems: Problem[] = [];
  readonly #secrets: string[] = [];
  #outcome: Outcome | undefined;
  #screen = '';
  /** Connections and calls that the fault has struck. */
  #struck = 0;

  constructor(world: World, called: Called, fault: Fault) {
    this.#world = world;
    this.#called = called;
    this.#fault = fault;
    this.#folder = mkdtempSync(join(world.folder, 'cell-'));
  }

  result(): CellResult {
    const { name: call } = this.#called;
    return { fault: this.#fault, call, outcome: this.#outcome, problems: this.#problems, screen: this.#screen };
  }

  async play(): Promise<void> {
    const onCrash = (error: unknown) => this.#wrong('crash', error instanceof Error ? `${error.stack}` : `${error}`);
    process.on('uncaughtException', onCrash);
    process.on('unhandledRejection', onCrash);
    this.#world.begin();
    try {
      await this.#makeCall();
      if (this.#called.book === undefined) await this.#openUnderFault();
    } catch (error) {
      if (error instanceof Hang) this.#wrong('hang', error.message);
      else onCrash(error);
    } finally {
      await this.#world.proxy.listen().catch(() => {});
      for (const deck of this.#decks) await deck.close();
      process.off('uncaughtException', onCrash);
      process.off('unhandledRejection', onCrash);
      rmSync(this.#folder, { recursive: true });
    }
  }

  /** The call is made under the fault, after everything was well; then the program is started once more beside it. */
  async #makeCall(): Promise<void> {
    const { machineId } = this.#world;
    const called = this.#called;
    const { isOnKeptConnection = false } = this.#fault;
    if (isOnKeptConnection) this.#world.proxy.decide(() => passAndKeep);
    const deck = await this.#open('journal.db', isOnKeptConnection ? 'offers' : called.pane);
    if (isOnKeptConnection) await this.#step(deck.press(`shell.${called.pane}`), 'opening the pane');
    await this.#step(called.prepare(deck, machineId), 'typing');
    await this.#strike();
    await this.#step(this.#watchingMemory(called.make(deck)), 'the call');
    await this.#look(deck);
    await this.#checkWritten(this.#mayAct() ? 1 : 0, 1);
    if (this.#outcome !== 'answered') {
      for (const lost of await called.lost(deck, machineId)) this.#wrong('input lost', lost, deck);
    }
    await this.#heal();
    await this.#restart();
    await this.#goOn(deck);
    this.#checkFiles();
  }

  /** For a read: the program is opened while the fault is there, so that there is nothing yet to fall back on. */
  async #openUnderFault(): Promise<void> {
    await this.#strike();
    const deck = await this.#open('first.db', this.#called.pane);
    await this.#look(deck);
    await this.#heal();
    await this.#goOn(deck);
  }

  /** What the user sees: one of the outcomes that are true, in words, and nothing that should not be there. */
  async #look(deck: OpenDeck): Promise<void> {
    const { says, outcomes } = this.#fault;
    const screen = words(deck);
    if (screen.trim() === '') this.#wrong('crash', 'the screen is blank', deck);
    const isKeyAsked = screen.includes('Enter one that it knows');
    if (isKeyAsked) {
      if (!screen.includes('did not accept the API key'))
        this.#wrong('words', 'a key is asked for without a reason', deck);
      await this.#step(deck.press('key.give-up'), 'giving up the key');
    }
    this.#outcome = this.#called.outcome(deck, this.#world.machineId);
    const isRead = this.#called.book === undefined;
    const allowed = outcomes.map((outcome) => (isRead && outcome === 'unknown' ? 'failed' : outcome));
    if (this.#outcome === undefined || !allowed.includes(this.#outcome)) {
      this.#wrong('outcome', `shown as ${this.#outcome ?? 'nothing'}, true is ${allowed.join(' or ')}`, deck);
    }
    const shown = words(deck);
    if (this.#outcome !== 'answered' && says !== undefined && !says.test(shown)) {
      this.#wrong('words', `the screen does not say ${says}`, deck);
    }
    if (/\bundefined\b|\bNaN\b|\[object/.test(shown)) this.#wrong('words', 'the screen shows what is no word', deck);
    if (shown.includes(this.#world.service.apiKey)) this.#wrong('leak', 'the key is on the screen', deck);
  }

  /** A program that starts on the files as they are now, as after kill -9: it knows what is unknown, and sends nothing. */
  async #restart(): Promise<void> {
    const { saysUnknown, isMeant } = this.#called;
    const copy = `${this.#folder}-copy`;
    cpSync(this.#folder, copy, { recursive: true });
    try {
      const { proxy, machineId } = this.#world;
      const before = proxy.requests.filter(isMeant).length;
      const deck = await this.#open('journal.db', this.#called.pane, copy);
      if (saysUnknown !== undefined) {
        const isSaid = await saysUnknown(deck, machineId);
        if (isSaid !== (this.#outcome === 'unknown')) {
          this.#wrong('outcome', `after a restart it is ${isSaid ? '' : 'not '}said to be unknown`, deck);
        }
        if (proxy.requests.filter(isMeant).length !== before) this.#wrong('duplicate write', 'sent by a restart', deck);
      } else if (this.#called.outcome(deck, machineId) !== 'answered') {
        this.#wrong('outcome', 'after a restart the list does not come', deck);
      }
      await deck.close();
      this.#decks.splice(this.#decks.indexOf(deck), 1);
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  /** The fault is over: the user's own word makes the call once more, and what goes out is what was typed at first. */
  async #goOn(deck: OpenDeck): Promise<void> {
    const { called, outcome } = { called: this.#called, outcome: this.#outcome };
    if (outcome === undefined || (outcome === 'answered' && called.book !== undefined)) return;
    const { proxy, machineId } = this.#world;
    const before = proxy.requests.filter(called.isMeant).length;
    await this.#step(called.again(deck, outcome, machineId), 'the call that is made again');
    const again = proxy.requests.filter(called.isMeant).slice(before);
    if (called.book === undefined) {
      if (called.outcome(deck, machineId) !== 'answered') this.#wrong('outcome', 'a refresh does not heal it', deck);
      return;
    }
    if (again.length > 1) this.#wrong('duplicate write', `${again.length} calls for one word of the user`, deck);
    if (again[0]?.body !== called.body) this.#wrong('input lost', `sent again was ${again[0]?.body}`, deck);
  }

  async #checkWritten(written: number, words: number): Promise<void> {
    const { book, isMeant } = this.#called;
    if (book === undefined) return;
    const { times, outcomes } = this.#fault;
    const calls = this.#world.proxy.requests.filter(isMeant).length - this.#callsBefore;
    const allowed = words + (outcomes.includes('answered') ? (times ?? 0) : 0);
    if (this.#struck > words || calls > allowed) {
      this.#wrong('duplicate write', `${Math.max(this.#struck, calls)} calls for ${words} of the user`);
    }
    const found = this.#world.written(book);
    if (found > written) this.#wrong('duplicate write', `the service has written ${found} times, not ${written}`);
    if (found < written) this.#wrong('outcome', `the service has written ${found} times, not ${written}`);
  }

  /** Neither the key nor a webhook's secret may lie in any file. */
  #checkFiles(): void {
    for (const path of globSync('*', { cwd: this.#folder })) {
      const bytes = readFileSync(join(this.#folder, path));
      if (bytes.includes(this.#world.service.apiKey)) this.#wrong('leak', `the key is in ${path}`);
      if (this.#secrets.some((secret) => bytes.includes(secret))) this.#wrong('leak', `a secret is in ${path}`);
    }
    const { requests } = this.#world.trap;
    if (requests.length > 0) this.#wrong('leak', `a redirect was followed: ${requests[0]?.path}`);
  }

  #callsBefore = 0;

  #mayAct(): boolean {
    return this.#fault.acts && this.#called.book !== undefined;
  }

  async #strike(): Promise<void> {
    const { proxy } = this.#world;
    const { connection, play, times = Number.POSITIVE_INFINITY, isSilent = false } = this.#fault;
    this.#struck = 0;
    this.#callsBefore = proxy.requests.filter(this.#called.isMeant).length;
    this.#lineClock.hurry(isSilent);
    if (connection === 'refused') await proxy.refuse();
    else if (connection !== undefined) {
      proxy.atConnection((socket) => {
        this.#struck++;
        connection(socket);
      });
    }
    const struck: Play = (caught) => {
      this.#struck++;
      const passOn = async () => {
        const answer = await caught.passOn();
        const secret = /"webhook_secret":"([^"]+)"/.exec(answer.body.toString())?.[1];
        if (secret !== undefined) this.#secrets.push(secret);
        return answer;
      };
      return play?.({ ...caught, passOn });
    };
    const base = this.#fault.isOnKeptConnection ? passAndKeep : undefined;
    proxy.decide((request) => (this.#called.isMeant(request) && this.#struck < times ? struck : base));
  }

  async #heal(): Promise<void> {
    const { proxy } = this.#world;
    proxy.atConnection(undefined);
    proxy.decide(() => undefined);
    this.#lineClock.hurry(false);
    if (this.#fault.connection === 'refused') await proxy.listen();
  }

  async #open(file: string, pane: Called['pane'], folder = this.#folder): Promise<OpenDeck> {
    const { service, proxy } = this.#world;
    const journal = startJournal(join(folder, file));
    const opening = openDeck({
      service: { url: proxy.url, apiKey: service.apiKey },
      lineClock: this.#lineClock,
      columns: 120,
      rows: 36,
      parts: {
        pane,
        journal,
        userId: service.userId,
        timeZone: this.#called.pane === 'maintenance' ? 'Europe/Berlin' : 'UTC',
      },
    });
    const deck = await this.#step(opening, 'opening');
    const open = {
      ...deck,
      close: async () => {
        await deck.close();
        journal.close();
      },
    };
    this.#decks.push(open);
    return open;
  }

  /** Waits for `work` as long as it can take; what takes longer hangs. */
  async #step<T>(work: Promise<T>, name: string): Promise<T> {
    const limit = AbortSignal.timeout(HANG_MS);
    const { promise, reject } = Promise.withResolvers<never>();
    limit.addEventListener('abort', () => reject(new Hang(`not idle ${HANG_MS / 1000} s after ${name}`)));
    work.catch(() => {});
    return Promise.race([work, promise]);
  }

  async #watchingMemory<T>(work: Promise<T>): Promise<T> {
    if (!this.#fault.isLarge) return work;
    const startBytes = process.memoryUsage.rss();
    let peakBytes = startBytes;
    const timer = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    }, 5);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      const grownBytes = peakBytes - startBytes;
      if (grownBytes > MEMORY_BYTES) this.#wrong('memory', `${Math.round(grownBytes / 1024 ** 2)} MB more in use`);
    }
  }

  #wrong(kind: Wrong, text: string, deck: OpenDeck | undefined = this.#decks[0]): void {
    this.#problems.push({ kind, text });
    if (this.#screen === '') this.#screen = deck?.text() ?? '';
  }
}
