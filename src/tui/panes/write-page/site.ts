/** Where a write stands in its pane, and what it is to the pane. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { type Listed, listedOf, type WriteEnd, type WriteKind, type WriteTypes } from '../../../writes/write-kind.ts';
import type { Binding, Layer } from '../../keys/binding.ts';
import { lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import type { Size } from '../../ui/segments.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import type { PageSite } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import type { Writing, WritingPage } from './state.ts';

/** How a call ended, or why none was made: the list could not be read again, has the targets no more, or tells otherwise of them. */
type Happening<W extends WriteTypes> =
  | WriteEnd<W>
  | { readonly kind: 'not-sent' | 'gone' }
  | { readonly kind: 'unread'; readonly failure: Explanation }
  | { readonly kind: 'changed'; readonly now: readonly W['target'][] };

type Confirm = { readonly run: () => void; readonly refusal: () => string | undefined };

/** Where a write stands in its pane. */
export type WriteSite<W extends WriteTypes> = {
  readonly needs: Needs;
  readonly slice: Slice<Writing<W> | undefined>;
  /** Cells and lines that the page has. */
  readonly screen: () => Size;
  /** Asks for the list again, whatever is under way. */
  readonly askAgain: () => void;
  /** The rows that are listed now; absent where the list is read first. */
  readonly rows?: () => readonly W['row'][];
  /** Why it cannot be done to these now, besides what the kind says; undefined when it can. */
  readonly refusal: (targets: readonly W['target'][]) => string | undefined;
  /** Told of an end before it is on screen. Where it is told on another page, that is opened in place of this one. */
  readonly onEnd?: (end: Happening<W>, writing: Writing<W>) => void;
  /** The keys of a small review in place of Enter and Esc; `confirm` has what the key that confirms needs. */
  readonly reviewKeys?: (name: W['name'], confirm: Confirm) => readonly Binding[] | undefined;
  /** All were accepted, and the page is to close; absent where it stays. */
  readonly onAllAccepted?: (writing: Writing<W>) => void;
};

/** The part of a pane's state that a write keeps, where it is a page of that pane. */
export const writingSlice = <W extends WriteTypes>(
  site: PageSite<unknown, WritingPage<W>>,
): Slice<Writing<W> | undefined> => ({
  get: () => site.page()?.writing,
  change: (transition) => {
    const before = site.page()?.writing;
    const writing = transition(before);
    if (writing === before) return;
    if (writing === undefined) site.close();
    else site.show({ kind: 'writing', writing });
  },
});

/** A write at work. */
export type RunningWrite<W extends WriteTypes> = {
  /** Begins it with what is chosen; `request`: what is wished for, where that is not typed here. */
  readonly begin: (
    name: W['name'],
    targets: readonly W['target'][] | readonly number[],
    request?: W['request'],
  ) => void;
  /** Why it cannot begin now; undefined when it can. */
  readonly refusal: (name: W['name'], targets: readonly W['target'][]) => string | undefined;
  /** Why the service, the program and other writes have to wait; undefined when they do not. */
  readonly refusalToLeave: () => string | undefined;
  /** The layers in force while it is open; none while it is not. */
  readonly layers: () => readonly Layer[];
  /** What Ctrl-C means in every pane while calls are sent, and what keeps the program from being quit by mistake meanwhile. */
  readonly stopLayers: () => readonly Layer[];
  readonly quitLayers: () => readonly Layer[];
  /** The list that it reads first was read, or could not be. */
  readonly listCame: (list: Listed<W['target']> | { readonly failure: Explanation }) => void;
  /** What an earlier run has left is here again. */
  readonly resumed: () => void;
  readonly close: () => void;
};

/** Tells `write`, which is for the targets `ids`, what became of the list that it reads first; each record as `rowOf` has it. */
export const tellList = <W extends WriteTypes>(
  { listCame }: Pick<RunningWrite<W>, 'listCame'>,
  kind: WriteKind<W>,
  ids: readonly number[],
  { answer, list }: RecordList<W['row']>,
  rowOf: (record: W['row']) => W['row'] = (record) => record,
): void => {
  if (answer.stage === 'failed') listCame({ failure: answer.failure });
  const last = lastArrived(answer);
  if (answer.stage !== 'loaded' || last === undefined) return;
  const records = list.rows.map(({ record }) => rowOf(record));
  listCame(listedOf(kind, ids, { ...last.value, records }, last.atEpochMs));
};
