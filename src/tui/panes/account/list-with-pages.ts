/** A list of the account with pages that lie over it: a form of one record, a write on what is chosen. */
import type { EndpointName } from '../../../api/calls.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { resumedInPart } from '../../state/resume.ts';
import { tellingAnswers } from '../../state/slice.ts';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { createPages, drawnOver, listUnder, type Page, resumedWithPage } from '../page/page.ts';
import { type Needs, nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';

/** The list, and what lies over it. */
export type PagedList<Kept, Open> = { readonly list: RecordList<Kept>; readonly page?: Open | undefined };

/** What the pages are given. */
export type ListTools<Kept> = Needs & {
  readonly chosen: () => readonly Kept[];
  readonly listed: () => readonly Kept[];
  readonly askAgain: () => void;
  /** Has it told of each list that comes, and of each failure to read it. */
  readonly hearing: (came: (list: RecordList<Kept>) => void) => void;
};

/** The rows that are listed now. */
export const listedIn = <Kept>({ list }: PagedList<Kept, unknown>): readonly Kept[] =>
  list.list.rows.map(({ record }) => record);

/** The pane; `calls` are those that its pages make. */
export const listWithPages = <Kept extends ServiceRecord, Open extends { readonly kind: string }>(
  kind: RecordKind<Kept>,
  pages: readonly Page<PagedList<Kept, Open>, ListTools<Kept>>[],
  calls: readonly EndpointName[],
): Pane<PagedList<Kept, Open>> => {
  const LIST = recordList(kind);
  const listResume = resumedInPart(
    LIST.resume,
    ({ list }: PagedList<Kept, Open>) => list,
    (state, list) => ({ ...state, list }),
  );
  return {
    initial: (start) => ({ list: LIST.initial(start) }),
    goesAlong: staysHere,
    comesBack: nothingComesBack,
    create: (needs) => {
      const { slice } = needs;
      let ofList = { chosen: (): readonly Kept[] => [], askAgain: (): void => {} };
      let came = (_: RecordList<Kept>): void => {};
      const over = createPages(pages, slice, {
        ...needs,
        chosen: () => ofList.chosen(),
        listed: () => listedIn(slice.get()),
        askAgain: () => ofList.askAgain(),
        hearing: (heard) => {
          came = heard;
        },
      });
      const list = recordList({
        ...kind,
        ownKeys: (chosen, { askAgain }) => {
          ofList = { chosen, askAgain };
          return over.openers.bindings;
        },
      }).create({ ...needs, slice: tellingAnswers(listUnder(pages, slice), () => came(slice.get().list)) });
      return {
        ...list,
        layers: () => (slice.get().page === undefined ? list.layers() : over.layers()),
        leave: () => {
          list.leave();
          over.leave();
        },
        serviceChanged: () => {
          over.serviceChanged();
          slice.change(({ list: left }) => ({ list: left }));
          list.serviceChanged();
        },
        guards: over.guards,
      };
    },
    face: {
      page: (state, place) => drawnOver(pages, state, place) ?? LIST.face.page(state.list, place),
      preview: ({ list, page }) => (page === undefined ? LIST.face.preview(list) : undefined),
      footnote: ({ list, page }, width) => (page === undefined ? LIST.face.footnote(list, width) : []),
      status: ({ list }, timeZone) => LIST.face.status(list, timeZone),
      words: LIST.face.words,
    },
    calls: [...LIST.calls, ...calls],
    machines: tellsNothing,
    resume: resumedWithPage(listResume, pages),
  };
};
