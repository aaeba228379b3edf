/** The pages of what the service lists of a host: each is a list like any other, asked for when its page is opened. */
import type { ReactNode } from 'react';
import type { Binding, Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Segment } from '../../../ui/segments.ts';
import { recordList } from '../../list-pane/record-list.tsx';
import type { Pane, PaneNeeds, Place, RunningPane } from '../../pane.ts';
import type { MaintenanceState } from '../state.ts';
import { idsOf, MACHINES, maintainKey, WINDOWS } from './lists.ts';
import { ownWithWindows } from './windows-beside.ts';

/** The line in which the titles of the pages stand. */
const TITLES = 1;

/** The lists as panes of their own. */
const LISTS = { machines: recordList(MACHINES), windows: recordList(WINDOWS) } as const;

/** One of the two pages. */
type OwnPage = keyof typeof LISTS;

/** What of the two lists a later run resumes. */
export const LISTS_RESUMED = { machines: LISTS.machines.resume, windows: LISTS.windows.resume } as const;

/** What is drawn of the page that is open; undefined where it is none of these. */
export const listFaceOf = (state: MaintenanceState): ListFace | undefined => {
  switch (state.page) {
    case 'machines':
      return faceOn(LISTS.machines, ownWithWindows(state));
    case 'windows':
      return faceOn(LISTS.windows, state.announced);
    case 'plan':
    case 'history':
      return undefined;
  }
};

type ListFace = {
  readonly page: (place: Place) => ReactNode;
  readonly footnote: (width: number) => readonly Segment[];
  readonly status: (timeZone: string) => readonly Segment[];
};

const faceOn = <List>({ face }: Pick<Pane<List>, 'face'>, list: List): ListFace => ({
  page: (place) => face.page(list, { ...place, height: place.height - TITLES }),
  footnote: (width) => face.footnote(list, width),
  status: (timeZone) => face.status(list, timeZone),
});

/** What the list of windows is waiting for, whichever page is open. */
export const windowsStatus = ({ announced }: MaintenanceState, timeZone: string): readonly Segment[] =>
  LISTS.windows.face.status(announced, timeZone);

/** The two pages at work. */
export type OwnPages = {
  readonly layers: (page: OwnPage) => readonly Layer[];
  /** Asks for the windows, and for the list of the page that is open, as far as they were not asked for before. */
  readonly open: () => void;
  /** Asks for the windows again, whatever is under way. */
  readonly askWindows: () => void;
} & Pick<RunningPane, 'leave' | 'serviceChanged' | 'resize'>;

/** What the pages have beside their own keys. */
type Beside = {
  /** The key that withdraws the windows of machines; `owner` is what its id starts with. */
  readonly withdrawKey: (owner: string, chosen: () => readonly number[]) => Binding;
  /** The answer to the question for the windows is another than before. */
  readonly windowsCame: () => void;
};

/** Builds them. */
export const createOwnPages = (needs: PaneNeeds<MaintenanceState>, { withdrawKey, windowsCame }: Beside): OwnPages => {
  const { slice } = needs;
  const machinesSlice: Slice<MaintenanceState['own']> = {
    get: () => ownWithWindows(slice.get()),
    change: (transition) =>
      slice.change((state) => {
        const own = transition(state.own);
        return own === state.own ? state : { ...state, own };
      }),
  };
  const windowsSlice: Slice<MaintenanceState['announced']> = {
    get: () => slice.get().announced,
    change: (transition) => {
      const { answer } = slice.get().announced;
      slice.change((state) => {
        const announced = transition(state.announced);
        return announced === state.announced ? state : { ...state, announced };
      });
      if (slice.get().announced.answer !== answer) windowsCame();
    },
  };
  const screen = () => ({ ...needs.screen(), height: needs.screen().height - TITLES });
  const shared = { ...needs, screen };
  let askWindows = (): void => {};
  const pages = {
    machines: recordList({
      ...MACHINES,
      ownFirst: ['machines.maintain', 'machines.withdraw'],
      ownKeys: (chosen, own) => [
        maintainKey(chosen, own),
        withdrawKey('machines', () => idsOf(chosen().map(({ id }) => id))),
      ],
    }).create({ ...shared, slice: machinesSlice }),
    windows: recordList({
      ...WINDOWS,
      ownFirst: ['windows.withdraw'],
      ownKeys: (chosen, own) => {
        askWindows = own.askAgain;
        return [withdrawKey('windows', () => idsOf(chosen().map(({ machine_id: id }) => id)))];
      },
    }).create({ ...shared, slice: windowsSlice }),
  };
  const both = [pages.machines, pages.windows];
  return {
    layers: (page) => pages[page].layers(),
    open: () => {
      // Every page tells of windows.
      pages.windows.open();
      if (slice.get().page === 'machines') pages.machines.open();
      else pages.machines.leave();
    },
    askWindows: () => askWindows(),
    leave: () => {
      for (const page of both) page.leave();
    },
    serviceChanged: () => {
      for (const page of both) page.serviceChanged();
    },
    resize: () => {
      for (const page of both) page.resize();
    },
  };
};
