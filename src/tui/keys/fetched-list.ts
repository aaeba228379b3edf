/** The keys of a list that the service is asked for (see `state/fetched-list.ts`): those of any list, refresh and copy. */
import type { FetchedList } from '../state/fetched-list.ts';
import { chosenRows, listSlice } from '../state/list.ts';
import { retryOf } from '../state/remote.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer, withFirst } from './binding.ts';
import { type ListKeysNeeds, listKeys } from './list.ts';

/** What the keys work on. */
type FetchedListNeeds<Row, Facts, Failure> = Omit<ListKeysNeeds<Row>, 'slice'> & {
  readonly slice: Slice<FetchedList<Row, Facts, Failure>>;
  /** Asks for the list anew. */
  readonly ask: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
  /** Copies rows, one at least. */
  readonly copy: (rows: readonly Row[]) => void;
  /** Keys that only this list has. */
  readonly own?: readonly Binding[];
};

/** The layers in force, innermost first. */
export const fetchedListLayers = <Row, Facts, Failure>(
  needs: FetchedListNeeds<Row, Facts, Failure>,
): (() => readonly Layer[]) => {
  const { owner, noun, slice, ask, giveUp, copy, own = [] } = needs;
  const list = listSlice(slice);
  const keys = listKeys<Row>({ ...needs, slice: list });
  const isAwaited = () => {
    const { answer, waitS } = slice.get();
    const isPutOff = retryOf(answer) !== undefined && waitS !== undefined;
    return answer.stage === 'loading' && !isPutOff ? `The ${noun}s are being asked for already.` : undefined;
  };

  const copyOpened = () => {
    const row = list.get().opened?.row;
    if (row !== undefined) copy([row]);
  };

  const pane: readonly Binding[] = [
    ...keys.find,
    bind(`${owner}.refresh`, ['R'], 'refresh', 'Find', ask, {
      isInFooter: true,
      help: 'ask the service again',
      refusal: isAwaited,
    }),
    ...keys.look,
    ...keys.mark,
    ...own,
    bind(`${owner}.copy`, ['y'], 'copy JSON', 'Mark', () => copy(chosenRows(list.get(), needs.arrangement())), {
      isInFooter: true,
      refusal: keys.needsChosen,
      words: ['export'],
    }),
    ...keys.move,
  ];

  /** What works on marks is in the footer as long as there are some. */
  const onMarks = withFirst(pane, [...own.map(({ id }) => id), `${owner}.copy`, `${owner}.unmark`]);

  const opened: readonly Binding[] = [
    ...keys.opened,
    bind(`${owner}.copy-open`, ['y'], 'copy JSON', 'Detail', copyOpened, inFooter),
  ];

  const trying: Layer = {
    bindings: [bind(`${owner}.give-up`, ['escape'], 'stop trying', 'Find', giveUp)],
  };

  return () => {
    const { editing, opened: open, marked } = list.get();
    if (editing !== undefined) return [keys.editing];
    if (open !== undefined) return [{ bindings: opened }];
    return [
      ...(retryOf(slice.get().answer) === undefined ? [] : [trying]),
      { bindings: marked.length === 0 ? pane : onMarks },
    ];
  };
};
