/** Opening views in the table, one after the other or by name, and what is said of it. */
import type { Clock } from '../../../../base/clock.ts';
import type { FilterLines } from '../../../../storage/journal/remembered.ts';
import { namesOwnHost, OWN_HOST_UNKNOWN } from '../../../../views/own-host.ts';
import type { Views } from '../../../../views/views.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Searching } from '../searching.ts';
import type { OffersState } from '../state.ts';
import { changedParts, ownHostKnown, viewFound, viewOpened, viewsRead } from './changes.ts';
import { openableViews } from './known.ts';

export type OpeningNeeds = {
  readonly slice: Slice<OffersState>;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  readonly views: Views | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Reads the sets that filters may name. */
  readonly readSets: () => void;
  readonly userId: () => number | undefined;
  /** Filters that were kept before. */
  readonly lines: FilterLines;
  readonly searching: Pick<Searching, 'searchSoon' | 'searchNow'>;
  readonly notify: (text: string) => void;
  readonly refuse: (reason: string) => void;
};

export type Opening = {
  /** Reads the folder anew. */
  readonly read: () => void;
  /** The view that the program starts with is compared with what is kept under its name. */
  readonly begin: () => void;
  /** Opens the view of that name, if it is there and can be read, and asks at once. */
  readonly take: (name: string) => void;
  /** Opens the next view, or the one before, and asks once the keys pause. */
  readonly walk: (by: 1 | -1) => void;
  /** The user whose key it is may be known now. */
  readonly userKnown: () => void;
};

export const createOpening = (needs: OpeningNeeds): Opening => {
  const { slice, height, views, lines, searching, notify, refuse } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);

  const read = () => {
    needs.readSets();
    if (views !== undefined) change((state) => viewsRead(state, views.list(), needs.clock.now()));
  };

  /** Opens the view of that name, which is there and can be read. */
  const open = (name: string) => {
    const found = openableViews(slice.get().views).find((view) => view.name === name);
    if (found === undefined) return;
    const { list, views: before } = slice.get();
    const changed = changedParts(slice.get());
    lines.keep(list.filter.text.trim());
    const ownHost = needs.userId();
    change((state) => viewOpened(state, { ...found, ...(ownHost !== undefined && { ownHost }) }, height()));
    const { filter } = slice.get().list;
    if (namesOwnHost(filter.text)) refuse(OWN_HOST_UNKNOWN);
    else if (changed.length > 0)
      notify(`"${before.open?.name}" was changed (${changed.join(', ')}) and not saved. Its filter: / and Up.`);
  };

  /** What a filter that is wrong would ask is not asked. */
  const isGood = () => slice.get().list.query.parsed.problems.length === 0;

  const walk = (by: 1 | -1) => {
    read();
    const { views: known } = slice.get();
    const all = openableViews(known);
    const at = all.findIndex(({ name }) => name === known.open?.name);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    const name = all[next]?.name;
    if (name === undefined) return;
    open(name);
    if (isGood()) searching.searchSoon();
  };

  const userKnown = () => {
    const ownHost = needs.userId();
    if (ownHost !== undefined) change((state) => ownHostKnown(state, ownHost, height()));
  };

  return {
    read,
    begin: () => {
      read();
      change(viewFound);
      userKnown();
    },
    take: (name) => {
      open(name);
      if (isGood()) searching.searchNow();
    },
    walk,
    userKnown,
  };
};
