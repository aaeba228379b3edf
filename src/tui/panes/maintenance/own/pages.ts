/** The pages of what the service lists of a host: each is a list like any other, asked for when its page is opened. */
import type { ReactNode } from 'react';
import type { Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Segment } from '../../../ui/segments.ts';
import { recordList } from '../../list-pane/record-list.tsx';
import type { Pane, PaneNeeds, Place, RunningPane } from '../../pane.ts';
import type { MaintenanceState } from '../state.ts';
import { MACHINES, WINDOWS } from './lists.ts';

/** The line in which the titles of the pages stand. */
const TITLES = 1;

/** The lists as panes of their own. */
const LISTS = { machines: recordList(MACHINES), windows: recordList(WINDOWS) } as const;

/** One of the two pages. */
type OwnPage = keyof typeof LISTS;

/** What is drawn of the page that is open; undefined where it is none of these. */
export const listFaceOf = (state: MaintenanceState): ListFace | undefined => {
  switch (state.page) {
    case 'machines':
      return faceOn(LISTS.machines, state.own);
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

/** The two pages at work. */
export type OwnPages = {
  readonly layers: (page: OwnPage) => readonly Layer[];
  /** Asks for the list of the page that is open, if it is one of these and was not asked for before. */
  readonly open: () => void;
} & Pick<RunningPane, 'leave' | 'serviceChanged' | 'resize'>;

/** Builds them. */
export const createOwnPages = (needs: PaneNeeds<MaintenanceState>): OwnPages => {
  const part = <Name extends 'own' | 'announced'>(name: Name): Slice<MaintenanceState[Name]> => ({
    get: () => needs.slice.get()[name],
    change: (transition) =>
      needs.slice.change((state) => {
        const list = transition(state[name]);
        return list === state[name] ? state : { ...state, [name]: list };
      }),
  });
  const screen = () => ({ ...needs.screen(), height: needs.screen().height - TITLES });
  const shared = { ...needs, screen };
  const pages = {
    machines: LISTS.machines.create({ ...shared, slice: part('own') }),
    windows: LISTS.windows.create({ ...shared, slice: part('announced') }),
  };
  const both = [pages.machines, pages.windows];
  return {
    layers: (page) => pages[page].layers(),
    open: () => {
      const { page } = needs.slice.get();
      for (const name of ['machines', 'windows'] as const) {
        if (name === page) pages[name].open();
        else pages[name].leave();
      }
    },
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
