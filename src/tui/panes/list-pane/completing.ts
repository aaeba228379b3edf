/**
 * Tab in a filter line: what may stand at the cursor, the first of it, then the others one after another; its keys, and the candidates
 * as pieces of a line.
 */
import { grouped } from '../../../base/figures.ts';
import { cellWidth, printableStart } from '../../../base/text.ts';
import { countriesOf } from '../../../catalogue/countries.ts';
import type { FilterField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { type Candidate, MOST_VALUES, type Offered, type Offering, type Walk } from '../../../filter/complete.ts';
import type { Problem } from '../../../filter/line.ts';
import { spelling } from '../../../filter/operators.ts';
import { type Seen, seenIn } from '../../../filter/seen.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { EDITING } from '../../keys/field.ts';
import { lineReplaced } from '../../state/line.ts';
import type { Arrangement, List } from '../../state/list.ts';
import { filterEdited } from '../../state/list-filter.ts';
import type { Slice } from '../../state/slice.ts';
import { dim, plain, type Segment } from '../../ui/segments.ts';
import type { Needs } from '../pane.ts';

type Known = { readonly seen: Seen | undefined; readonly counts: ReadonlyMap<string, number> };

const KNOWN = new WeakMap<readonly Offer[], Map<string, Known>>();

/** What `rows` have in `field`, as `valueIn` tells it, and how many of them have each value, which is empty for figures. */
export const knownOf = (rows: readonly Offer[], field: FilterField, valueIn?: Parameters<typeof seenIn>[2]): Known =>
  KNOWN.getOrInsertComputed(rows, () => new Map<string, Known>()).getOrInsertComputed(field.name, () => {
    const seen = seenIn(rows, field, valueIn);
    return { seen, counts: new Map(seen?.kind === 'values' ? seen.values : []) };
  });

/** The candidate with the number of rows that have what it stands for, by the `counts` of its field's values. */
export const withCount = (
  candidate: Candidate,
  field: FilterField | undefined,
  counts: (field: FilterField) => ReadonlyMap<string, number>,
): Offered => {
  const named = valuesNamed(candidate);
  if (named.length === 0 || field === undefined) return candidate;
  const byValue = counts(field);
  const values = new Set(field.filter.kind === 'country' ? named.flatMap(countriesOf) : named);
  const count = [...values].reduce((sum, value) => sum + (byValue.get(value) ?? 0), 0);
  return count === 0 ? candidate : { ...candidate, count };
};

/** The values that a candidate stands for. */
const valuesNamed = (candidate: Candidate): readonly string[] => {
  if (candidate.kind === 'set') return candidate.members.map(String);
  return candidate.kind === 'value' && candidate.value !== undefined ? [candidate.value] : [];
};

/** A stretch of the line, and what goes there. */
export type Mended = Pick<Problem, 'from' | 'to'> & Required<Pick<Problem, 'suggestion'>>;

/** What a list says of its line; `Query` has what is gone through. */
type Completed<Row, Query> = {
  /** What may stand at the cursor of the line that is typed. */
  readonly found: (list: List<Row, Query>) => Offering;
  readonly problem: (list: List<Row, Query>) => Problem | undefined;
  /** What else Tab writes: before anything is offered, and where nothing is. */
  readonly reading?: (list: List<Row, Query>) => Mended | undefined;
  readonly otherwise?: (list: List<Row, Query>, arrangement: Arrangement<Row, Query>) => List<Row, Query> | undefined;
};

type WalkedQuery = { readonly typing?: { readonly at: number; readonly walk?: Walk } };

/** The line with another text in the place of a stretch; behind that the cursor stays where the typing goes on. */
export const mended = <Row, Query>(
  list: List<Row, Query>,
  { from, to, suggestion }: Mended,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const { text, at } = list.filter;
  const place = at > to ? at + from + suggestion.length - to : from + suggestion.length;
  const line = lineReplaced(text.slice(0, from) + suggestion + text.slice(to), place);
  return filterEdited(list, line(list.filter), arrangement);
};

/** Completing the line of such lists. */
export const completionOf = <Row, Query extends WalkedQuery>(line: Completed<Row, Query>) => {
  type OwnList = List<Row, Query>;
  const FOUND = new WeakMap<OwnList, Offering>();

  /** What may stand at the cursor now; while it is gone through, what could when that began. It is found once for a list. */
  const offering = (list: OwnList): Offering =>
    list.query.typing?.walk ?? FOUND.getOrInsertComputed(list, () => line.found(list));

  /** True while one of several candidates stands in the line, and the others can be gone through. */
  const isWalking = ({ query }: OwnList): boolean => query.typing?.walk !== undefined;

  /** The first problem where Tab writes what it suggests: it ends at the cursor, or nothing is begun there that can be completed. */
  const suggesting = (list: OwnList): (Problem & Mended) | undefined => {
    const { at } = list.filter;
    const problem = line.problem(list);
    if (!hasSuggestion(problem)) return undefined;
    const { from, items } = offering(list);
    return from < at && items.length > 0 && problem.to !== at ? undefined : problem;
  };

  const withCandidate = (list: OwnList, from: Offering, chosen: number, by: Arrangement<Row, Query>): OwnList => {
    const { text, at } = list.filter;
    const candidate = from.items[chosen]?.text ?? '';
    const completed = text.slice(0, from.from) + candidate + text.slice(at);
    const next = filterEdited(list, lineReplaced(completed, from.from + candidate.length)(list.filter), by);
    const { query } = next;
    if (query.typing === undefined || from.items.length === 1) return next;
    return { ...next, query: { ...query, typing: { ...query.typing, walk: { ...from, chosen } } } };
  };

  /** The first candidate (`steps` 1) or the last (-1) goes into the line, then the next or the one before; a problem is mended first. */
  const completed = (list: OwnList, steps: 1 | -1, by: Arrangement<Row, Query>): OwnList => {
    const { typing } = list.query;
    if (typing === undefined) return list;
    const { walk } = typing;
    if (walk !== undefined) {
      const { length } = walk.items;
      return withCandidate(list, walk, (walk.chosen + steps + length) % length, by);
    }
    const first = suggesting(list) ?? line.reading?.(list);
    if (first !== undefined) return mended(list, first, by);
    const offered = offering(list);
    if (offered.items.length === 0) return line.otherwise?.(list, by) ?? list;
    return withCandidate(list, offered, steps > 0 ? 0 : offered.items.length - 1, by);
  };

  /** True where Right takes the first candidate: at the end of the line, behind what it goes on with. */
  const canTake = (list: OwnList): boolean => {
    const { filter, query } = list;
    if (query.typing === undefined || isWalking(list) || filter.at < filter.text.length) return false;
    const { from, items } = offering(list);
    return items.length > 0 && from < filter.at && line.problem(list) === undefined;
  };

  /** `editing` are in force while the line is typed; `layers` lie over them where more keys complete it. `onCompleted` is told of that. */
  const keys = (
    owner: string,
    slice: Slice<OwnList>,
    arrangement: () => Arrangement<Row, Query>,
    { notify }: Pick<Needs, 'notify'>,
    onCompleted: () => void = () => {},
  ): { readonly editing: readonly Binding[]; readonly layers: () => readonly Layer[] } => {
    const complete = (steps: 1 | -1) => {
      const before = slice.get();
      slice.change((list) => completed(list, steps, arrangement()));
      if (slice.get() === before) notify('There is nothing to complete here.');
      else if (slice.get().filter !== before.filter) onCompleted();
    };
    const row = (id: string, pressed: readonly string[], label: string, steps: 1 | -1, isShown = false): Binding =>
      bind(`${owner}.filter-${id}`, pressed, label, EDITING, () => complete(steps), isShown ? inFooter : {});
    const walking: Layer = {
      bindings: [
        row('complete', ['tab', 'down', 'ctrl-n'], 'next candidate', 1, true),
        row('complete-back', ['shift-tab', 'up', 'ctrl-p'], 'candidate before', -1, true),
      ],
    };
    const taking: Layer = { bindings: [row('take', ['right'], 'take the first candidate', 1)] };
    return {
      editing: [
        row('complete', ['tab'], 'complete', 1, true),
        row('complete-back', ['shift-tab'], 'complete with the last', -1),
      ],
      layers: () => {
        const list = slice.get();
        if (list.editing === undefined || list.editing.history !== undefined || list.language !== undefined) return [];
        return isWalking(list) ? [walking] : canTake(list) ? [taking] : [];
      },
    };
  };

  return { offering, isWalking, suggesting, completed, canTake, keys };
};

export const hasSuggestion = (problem: Problem | undefined): problem is Problem & Mended =>
  problem?.suggestion !== undefined;

/** Longest candidate that is shown whole, in characters. */
export const CANDIDATE_MAXIMUM = 200;

/** The candidates that fit into `width` cells, among them the chosen one, and how many there are besides. */
export const candidateSegments = (offering: Offering | Walk, width: number): readonly Segment[] => {
  const { items } = offering;
  const chosen = 'chosen' in offering ? offering.chosen : undefined;
  const words = items.slice(0, MOST_VALUES * 2).map((item) => ({ name: nameOf(item), count: countOf(item) }));
  const room = width - MARGIN.length - ' +1,000 more'.length;
  let [first, used, end] = [0, 0, 0];
  for (; end < words.length; end++) {
    const { name = '', count = '' } = words[end] ?? {};
    const cells = cellWidth(name + count) + GAP.length;
    if (used + cells > room && end > (chosen ?? 0)) break;
    if (used + cells > room) [first, used] = [end, 0];
    used += cells;
  }
  const others = items.length - (end - first);
  const more = items.length >= MOST_VALUES ? 'and many more' : `+${others} more`;
  return [
    plain(MARGIN),
    ...words.slice(first, end).flatMap(({ name, count }, index): readonly Segment[] => {
      const place = first + index;
      const role = place === chosen ? 'strong' : chosen === undefined && place === 0 ? 'plain' : 'dim';
      return [{ text: name, role }, dim(`${count}${GAP}`)];
    }),
    ...(others === 0 ? [] : [dim(more)]),
  ];
};

const nameOf = (item: Offered): string =>
  printableStart(item.kind === 'operator' ? spelling(item.operator).trim() : item.text.trim(), CANDIDATE_MAXIMUM);

const countOf = ({ count }: Offered): string => (count === undefined ? '' : ` · ${grouped(count)}`);

const MARGIN = '   ';
const GAP = '  ';
