/** Looks at the history's file, and says what it says of itself. */
import { type HistoryFileFacts, historyFileFacts } from '../../history/file-facts.ts';
import { historyFile, type Places } from '../../storage/files/places.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('files');

/** How large the history is and how far it reaches, or that a newer program has changed it. */
export const checkHistory = (places: Places): readonly Finding[] => {
  const file = historyFile(places);
  const facts = factsOf(file);
  if (facts === undefined) return [];
  switch (facts.state) {
    case 'newer':
      return [
        fault(
          `${file} was changed by a newer version of gpudeck: this one neither keeps nor shows what offers cost`,
          'use that version, or --no-history',
        ),
      ];
    case 'damaged':
      return [];
    case 'sound': {
      const { size, since } = historyWords(facts);
      return [ok(`the history has ${size}${since === undefined ? ', and no answer yet' : ` and begins at ${since}`}`)];
    }
  }
};

/** The same for `config show`: undefined where there is no file, or it cannot be looked at. */
export const historyShown = (places: Places): object | undefined => {
  const file = historyFile(places);
  const facts = factsOf(file);
  return facts && { file, state: facts.state, ...historyWords(facts) };
};

const historyWords = ({ bytes, mode, sinceEpochMs }: HistoryFileFacts) => ({
  size: `${(bytes / 1e6).toFixed(1)} MB`,
  mode: mode.toString(8).padStart(4, '0'),
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
