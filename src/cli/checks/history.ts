/** Looks at the history in use, and says what it says of itself. */
import { userInfo } from 'node:os';
import { readSetup, type SetupWishes } from '../../access/setup.ts';
import { type HistoryFileFacts, historyFileFacts } from '../../history/file-facts.ts';
import { targetName, targetOf } from '../../history/postgres-address.ts';
import type { HistoryName, PostgresAddress } from '../../storage/files/history-name.ts';
import { historyFile, type Places } from '../../storage/files/places.ts';
import type { BareIo } from '../io.ts';
import { checkDatabase } from './files.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('files');

/** The history that arguments or the profile name, else the usual one; false where the profile wants none. */
export const historyInUse = (wishes: SetupWishes, places: Places, timeZone: string): HistoryName | false => {
  const setup = wishes.address === undefined ? undefined : readSetup(wishes, timeZone);
  const named = setup === undefined || 'problem' in setup ? wishes.history : setup.history;
  return named ?? { kind: 'sqlite', file: historyFile(places) };
};

/** How large it is and how far it reaches, or why nothing is kept there. A PostgreSQL is asked. */
export const checkHistory = async (
  history: HistoryName | false,
  { environment, clock }: Pick<BareIo, 'environment' | 'clock'>,
): Promise<readonly Finding[]> => {
  if (history === false) return [note('the profile keeps no history of what offers cost')];
  if (history.kind === 'sqlite') {
    const facts = factsOf(history.file);
    const found = checkDatabase(history.file);
    if (facts === undefined || facts.state === 'damaged') return found;
    return [...found, facts.state === 'newer' ? newer(history.file) : sound(history.file, facts)];
  }
  const name = nameOf(history.address, environment);
  const { sharedHistoryFacts } = await import('../../history/postgres-tables.ts');
  const facts = await sharedHistoryFacts(history.address, { environment, after: clock.after });
  switch (facts.state) {
    case 'unreachable':
      return [fault(facts.problem, 'mend that, or name another history: --history, or "history" in the profile')];
    case 'missing':
      return [note(`${name} holds no history yet: gpudeck record begins one`)];
    case 'newer':
      return [newer(name)];
    case 'sound':
      return [sound(name, facts)];
  }
};

const newer = (name: string): Finding =>
  fault(
    `${name} was changed by a newer version of gpudeck: this one neither keeps nor shows what offers cost`,
    'use that version, or --no-history',
  );

const sound = (name: string, reach: Reach): Finding => {
  const { size, since } = words(reach);
  return ok(
    `the history ${name} has ${size}${since === undefined ? ', and no answer yet' : ` and begins at ${since}`}`,
  );
};

/** The same for `config show`, which asks no database; undefined where there is no file in the usual place, or it cannot be looked at. */
export const historyShown = (history: HistoryName | false, environment: BareIo['environment']): object | undefined => {
  if (history === false) return { state: 'off' };
  if (history.kind === 'postgres') return { address: nameOf(history.address, environment) };
  const { file } = history;
  const facts = factsOf(file);
  return facts && { file, state: facts.state, mode: facts.mode.toString(8).padStart(4, '0'), ...words(facts) };
};

const nameOf = (address: PostgresAddress, environment: BareIo['environment']): string =>
  targetName(targetOf(address, environment, userInfo().username));

type Reach = { readonly bytes: number; readonly sinceEpochMs?: number };

const words = ({ bytes, sinceEpochMs }: Reach) => ({
  size: `${(bytes / 1e6).toFixed(1)} MB`,
  ...(sinceEpochMs !== undefined && { since: `${new Date(sinceEpochMs).toISOString().slice(0, 19)}Z` }),
});

/** What stands in its way is told where its mode and its owner are looked at. */
const factsOf = (file: string): HistoryFileFacts | undefined => {
  try {
    return historyFileFacts(file);
  } catch {
    return undefined;
  }
};
