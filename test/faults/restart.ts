/** What a program knows that is started after the one of a cell was killed: what is unknown, and what was typed. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenDeck } from '../support/deck.tsx';
import type { Called } from './called.ts';
import type { Outcome } from './fault.ts';
import { within } from './patience.ts';
import type { Problem } from './result.ts';

/** The cell as it was killed. */
type Killed = {
  readonly called: Called;
  readonly machineId: number;
  readonly outcome: Outcome | undefined;
  /** The files that the program had by then. */
  readonly folder: string;
  readonly journal: string;
};

/** Starts the program on a copy of the files, with `open`, and resolves to what is wrong with it. */
export const restarted = async (
  { called, machineId, outcome, folder, journal }: Killed,
  open: (folder: string) => Promise<OpenDeck>,
): Promise<readonly Problem[]> => {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  died(join(copy, journal));
  try {
    const deck = await open(copy);
    const said = await knowledgeProblems(called, deck, machineId, outcome);
    return [...said, ...(await resumptionProblems(called, deck, machineId, outcome))];
  } finally {
    rmSync(copy, { recursive: true });
  }
};

/** All programs of the matrix are one process: the journal is told that this one was another, which has ended. */
const died = (file: string): void => {
  const database = new DatabaseSync(file);
  database.exec("UPDATE sessions SET began = 'before'");
  database.close();
};

/** Before anything is resumed, it is said what is unknown; a list is there again. */
const knowledgeProblems = async (
  { saysUnknown, outcome: outcomeOf }: Called,
  deck: OpenDeck,
  machineId: number,
  outcome: Outcome | undefined,
): Promise<readonly Problem[]> => {
  if (saysUnknown === undefined) {
    return outcomeOf(deck, machineId) === 'answered'
      ? []
      : [{ kind: 'outcome', text: 'after a restart the list does not come' }];
  }
  const isSaid = await saysUnknown(deck, machineId);
  return isSaid === undefined || isSaid === (outcome === 'unknown')
    ? []
    : [{ kind: 'outcome', text: `after a restart it is ${isSaid ? '' : 'not '}said to be unknown` }];
};

/** Resumed by the user's word, the program has everything again that was typed and not done. */
const resumptionProblems = async (
  { book, lost }: Called,
  deck: OpenDeck,
  machineId: number,
  outcome: Outcome | undefined,
): Promise<readonly Problem[]> => {
  if (outcome === 'answered' && book !== undefined) return [];
  if (deck.deck.store.getState().frame.sessions === undefined) {
    return [{ kind: 'input lost', text: 'after a restart there is nothing to go on with' }];
  }
  await deck.press('frame.palette');
  await deck.type('resume an earlier');
  await deck.press('palette.run');
  await within('resuming', deck.press('session.resume'));
  const names = await lost(deck, machineId);
  return names.map((name) => ({ kind: 'input lost', text: `after a restart, ${name}` }));
};
