/** The keys that find a text among the rows of a list (see `state/list-find.ts`), the same in every list. */
import type { LineEdit } from '../state/line.ts';
import type { Arrangement, List } from '../state/list.ts';
import {
  findCancelled,
  findEdited,
  findEnded,
  findKept,
  findOpened,
  matchPlaces,
  matchStepped,
} from '../state/list-find.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, fieldLayer } from './field.ts';

/** Most characters of a text to find: a row shows fewer. */
const TEXT_MAXIMUM = 200;

/** What these keys work on. */
type FindKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
};

/** The rows of the key table, the one that is there while a text is looked for, and the layer in force while one is typed. */
export const findKeys = <Row, Query>(
  needs: FindKeysNeeds<Row, Query>,
): { readonly keys: readonly Binding[]; readonly end: Binding; readonly typing: Layer } => {
  const { owner, noun, slice, arrangement } = needs;
  const step = (direction: 1 | -1) => slice.change((list) => matchStepped(list, direction, arrangement()));
  const edit = (to: LineEdit) => slice.change((list) => findEdited(list, to, arrangement()));

  const refusal = () => {
    const list = slice.get();
    const text = list.find?.line.text ?? '';
    if (text.trim() === '') return 'Nothing to go to yet: press f and type a text to find.';
    return matchPlaces(list, text, arrangement()).length === 0
      ? `No ${noun} that is shown has "${text}": f finds another text.`
      : undefined;
  };
  const needsRows = () => (slice.get().shown.length === 0 ? `There is no ${noun} to find a text in.` : undefined);

  return {
    keys: [
      bind(`${owner}.find`, ['f'], 'find', 'Find', () => slice.change(findOpened), {
        help: 'find a text in the rows shown',
        refusal: needsRows,
        words: ['look for', 'go to'],
      }),
      bind(`${owner}.find-next`, ['n'], 'next match', 'Find', () => step(1), { refusal }),
      bind(`${owner}.find-before`, ['N'], 'previous match', 'Find', () => step(-1), { refusal }),
    ],
    end: bind(`${owner}.find-end`, ['escape'], 'end the find', 'Find', () => slice.change(findEnded), inFooter),
    typing: fieldLayer({
      owner,
      line: () => slice.get().find?.line,
      change: edit,
      maximum: TEXT_MAXIMUM,
      accept: acceptKey(`${owner}.find-keep`, 'accept', () => slice.change(findKept)),
      cancel: cancelKey(`${owner}.find-cancel`, () => slice.change((list) => findCancelled(list, arrangement()))),
    }),
  };
};
