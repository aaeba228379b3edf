/**
 * What of the whole program is saved for a later run, and how it is resumed: the panes' own parts put together, and how they
 * looked when the program ended last, which a later run starts with unless the command line says otherwise. Nothing that is read
 * back is trusted; a part that is not understood is left out and named. Pure.
 */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { DeckState } from '../frame/deck-state.ts';
import { BEGINNINGS, paneOpened } from '../frame/state.ts';
import { tipsRead, tipsSaved } from '../frame/tips.ts';
import { PANES } from '../panes/index.ts';
import { commandNameOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { SearchStart } from '../panes/pane.ts';
import { lastArrived } from '../state/remote.ts';
import type { SavedWords } from '../state/resume.ts';

/** What an earlier run has left, as far as it is understood. */
export type Resumption = {
  /** What it holds, in a few words each. */
  readonly words: readonly string[];
  /** Those of them that are work: something typed, marked or half done. */
  readonly work: readonly string[];
  /** The panes whose part is not understood. */
  readonly unread: readonly string[];
  /** The program as it is resumed. The journal must have been read into the panes before. */
  readonly resumed: (state: DeckState) => DeckState;
};

/** One pane's part, in terms of the whole state. */
type Part = {
  /** What the part is called in what is saved. */
  readonly name: string;
  readonly isWriting: boolean;
  readonly saved: (state: DeckState) => unknown;
  /** The same without what comes back by itself. */
  readonly offered: (state: DeckState) => unknown;
  readonly steps: (state: DeckState) => readonly unknown[];
  /** What `session` has of it; undefined where that is nothing. */
  readonly within: (session: Readonly<Record<string, unknown>>) => unknown;
  readonly read: (
    content: unknown,
  ) => { readonly words: SavedWords; readonly resumed: (state: DeckState) => DeckState } | undefined;
};

const partOf = <Name extends PaneName>(name: Name): readonly Part[] => {
  const { resume } = PANES[name];
  if ('nothingSaved' in resume) return [];
  return [
    {
      name: commandNameOf(name),
      isWriting: resume.isWriting,
      saved: (state) => resume.saved(state[name]),
      offered: (state) => (resume.offered ?? resume.saved)(state[name]),
      steps: (state) => resume.steps(state[name]),
      within: (session) => session[commandNameOf(name)] ?? resume.formerly?.(session),
      read: (content) => {
        const part = resume.read(content);
        return part && { ...part, resumed: (state) => ({ ...state, [name]: part.resumed(state[name]) }) };
      },
    },
  ];
};

/** What matters most comes first. */
const PARTS: readonly Part[] = PANE_NAMES.flatMap(({ name }) => partOf(name)).sort(
  (one, other) => Number(other.isWriting) - Number(one.isWriting),
);

/** Everything that the user has done in the panes, without the open one. */
const partsSaved = (state: DeckState) => Object.fromEntries(PARTS.map(({ name, saved }) => [name, saved(state)]));

/** The same as JSON text, to be compared with. */
export const partsText = (state: DeckState): string => JSON.stringify(partsSaved(state));

/** The same without what comes back by itself. */
export const offeredText = (state: DeckState): string => JSON.stringify(PARTS.map(({ offered }) => offered(state)));

const textOf = (state: DeckState): string =>
  JSON.stringify({ pane: commandNameOf(state.frame.pane), ...partsSaved(state) });

/**
 * What is to be saved of the program, as JSON text; undefined while the user has done nothing but look at panes since the
 * `partsText` was `initial`.
 */
export const savedText = (state: DeckState, initial: string): string | undefined =>
  partsText(state) === initial ? undefined : textOf(state);

/** What is to be offered to a later run; undefined while there is nothing since the `offeredText` was `initial`. */
export const textToOffer = (state: DeckState, initial: string): string | undefined =>
  offeredText(state) === initial ? undefined : textOf(state);

/** What of the program is the user's work at the moment, in words. */
export const workWords = (state: DeckState): string => readSaved(textOf(state)).work.join('; ');

/** True for what must not wait: another pane or step, and every change of what was or will be sent. */
export const isStep = (state: DeckState, before: DeckState): boolean =>
  state.frame.pane !== before.frame.pane ||
  PARTS.some(({ steps }) => {
    const earlier = steps(before);
    return steps(state).some((step, place) => step !== earlier[place]);
  });

const savedRecord = z.looseObject({ pane: z.enum(PANE_NAMES.map(({ command }) => command)) });

/** Reads what an earlier run has left. */
export const readSaved = (text: string): Resumption => {
  const content = savedRecord.safeParse(parseJson(text)).data;
  const pane = PANE_NAMES.find(({ command }) => command === content?.pane)?.name;
  if (content === undefined || pane === undefined) {
    return { words: [], work: [], unread: ['all of it'], resumed: (state) => state };
  }
  const read = PARTS.flatMap(({ name, within, read: readPart }) => {
    const found = within(content);
    // An earlier version had fewer panes.
    return found === undefined ? [] : [{ name, part: readPart(found) }];
  });
  return {
    words: read.flatMap(({ part }) => (part === undefined ? [] : [...part.words.work, ...part.words.place])),
    work: read.flatMap(({ part }) => part?.words.work ?? []),
    unread: read.every(({ part }) => part === undefined)
      ? ['all of it']
      : read.flatMap(({ name, part }) => (part === undefined ? [name] : [])),
    resumed: (state) =>
      read.reduce<DeckState>((next, { part }) => part?.resumed(next) ?? next, {
        ...state,
        frame: paneOpened(state.frame, pane),
      }),
  };
};

/** The look as JSON text. */
export const lookText = (state: DeckState): string => {
  const savedOf = <Name extends PaneName>(name: Name) => PANES[name].comesBack.saved(state[name]);
  return JSON.stringify({
    ...Object.fromEntries(PANE_NAMES.map(({ name }) => [commandNameOf(name), savedOf(name)])),
    preview: state.frame.isPreviewHidden ? HIDDEN : undefined,
    begins: state.frame.beginsWith,
    own: hasOwn(state),
    tips: state.frame.tips && tipsSaved(state.frame.tips),
  });
};

/** What stands for a preview that the user does not want. */
const HIDDEN = 'hidden';

/** Whether the user has something that the overview shows; as it was, where this run has not seen it. */
const hasOwn = ({ overview, instances, machines, maintenance, frame }: DeckState): boolean | undefined => {
  const seen = (overview.firings?.length ?? 0) + instances.list.list.rows.length + machines.list.list.rows.length;
  const hosted = lastArrived(maintenance.own.answer)?.value?.records;
  const listed = [
    hosted ?? [],
    ...[overview.instances, overview.machines].map(({ answer }) => {
      const last = lastArrived<{ readonly value: readonly unknown[] } | undefined, unknown>(answer);
      return last && (last.value?.value ?? []);
    }),
  ];
  if (seen > 0 || listed.some((rows = []) => rows.length > 0)) return true;
  return listed.every((rows) => rows !== undefined) ? false : frame.hasOwn;
};

const savedLook = z.record(z.string(), z.unknown());

const lookIn = (text: string | undefined) =>
  text === undefined ? undefined : savedLook.safeParse(parseJson(text)).data;

/** What the look `text` says of the frame; with `isPaneFree` also which pane is opened. */
export const frameAfter = (text: string | undefined, hasTips: boolean, isPaneFree: boolean) => {
  const content = lookIn(text);
  const beginsWith = BEGINNINGS.find((name) => name === content?.begins);
  const own = content?.own === true ? true : undefined;
  const pane = beginsWith ?? (own ? BEGINNINGS[0] : undefined);
  return {
    isPreviewHidden: content?.preview === HIDDEN,
    ...(beginsWith && { beginsWith }),
    ...(own && { hasOwn: own }),
    ...(isPaneFree && pane && { pane }),
    ...(hasTips && { tips: tipsRead(content?.tips) }),
  };
};

/**
 * The search to start with: `start`, with what the look `text` says in the place of all parts but those that are `named`. A
 * filter that is named is another search than the view was.
 */
export const startAfter = (
  start: SearchStart,
  text: string | undefined,
  named: readonly (keyof SearchStart)[],
): SearchStart => {
  const content = lookIn(text);
  if (content === undefined) return start;
  const read = PANE_NAMES.map(({ name, command }) => PANES[name].comesBack.read(content[command]) ?? {});
  const parts: readonly string[] = named.includes('filter') ? [...named, 'view'] : named;
  const back = Object.entries(Object.assign({}, ...read)).filter(([part]) => !parts.includes(part));
  return { ...start, ...Object.fromEntries(back) };
};
