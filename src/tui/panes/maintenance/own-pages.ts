/**
 * The pages of what the service lists of a host: each is a list like any other, asked for when its page is opened. And withdrawing
 * windows, which the list of windows is read for.
 */

import type { ReactNode } from 'react';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import { WITHDRAWAL_WRITE } from '../../../maintenance/withdrawal-write.ts';
import { listedOf } from '../../../writes/write-kind.ts';
import { type Binding, bind, type Layer } from '../../keys/binding.ts';
import { lastArrived } from '../../state/remote.ts';
import { partOf, type Slice } from '../../state/slice.ts';
import type { Segment } from '../../ui/segments.ts';
import { maintainKey } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import type { Pane, PaneNeeds, Place, PreviewLines } from '../pane.ts';
import { createWrite } from '../write-page/create.ts';
import { MACHINES, marketKey, ownWithWindows, WINDOWS } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';
import { windowPreview } from './window-lines.ts';

/** The line in which the titles of the pages stand. */
export const TITLES = 1;

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
    case 'windows': {
      const face = faceOn(LISTS.windows, state.announced);
      return { ...face, preview: () => windowPreview(state) ?? face.preview?.() };
    }
    case 'plan':
    case 'history':
    case 'week':
      return undefined;
  }
};

export type ListFace = {
  readonly page: (place: Place) => ReactNode;
  readonly preview?: () => PreviewLines | undefined;
  readonly footnote: (width: number) => readonly Segment[];
  readonly status: (timeZone: string) => readonly Segment[];
};

const faceOn = <List>({ face }: Pick<Pane<List>, 'face'>, list: List): ListFace => ({
  page: (place) => face.page(list, { ...place, height: place.height - TITLES }),
  preview: () => face.preview(list),
  footnote: (width) => face.footnote(list, width),
  status: (timeZone) => face.status(list, timeZone),
});

/** What the list of windows is waiting for, whichever page is open. */
export const windowsStatus = ({ announced }: MaintenanceState, timeZone: string): readonly Segment[] =>
  LISTS.windows.face.status(announced, timeZone);

/** The slice, with `onCame` told where its answer is another than before. */
const toldOf = <Value extends { readonly answer: unknown }>(
  { get, change }: Slice<Value>,
  onCame: () => void,
): Slice<Value> => ({
  get,
  change: (transition) => {
    const { answer } = get();
    change(transition);
    if (get().answer !== answer) onCame();
  },
});

/** Builds them. `refusalWhileAnnouncing`: why nothing is withdrawn while windows are announced; undefined when it may be. `onMachinesCame` is told of a new list of machines. */
export const createOwnPages = (
  needs: PaneNeeds<MaintenanceState>,
  refusalWhileAnnouncing: () => string | undefined,
  onMachinesCame: () => void,
) => {
  const { slice } = needs;
  const screen = () => ({ ...needs.screen(), height: needs.screen().height - TITLES });
  const windows = partOf(slice, 'announced');
  let askWindows = (): void => {};
  const withdrawing = createWrite(WITHDRAWAL_WRITE, {
    needs,
    slice: partOf(slice, 'withdrawing'),
    screen,
    askAgain: () => askWindows(),
    refusal: refusalWhileAnnouncing,
    onEnd: (end) => {
      if (end.kind === 'refused' && WITHDRAWAL_WRITE.isLacking?.(end.error))
        slice.change((state) => ({ ...state, isWithdrawalLacking: true }));
    },
  });

  /** The key that withdraws the windows of the machines that are chosen; `owner` is what its id starts with. */
  const withdrawKey = (owner: string, chosen: () => readonly number[]): Binding =>
    bind(`${owner}.withdraw`, ['X'], 'withdraw', 'Host', () => withdrawing.begin('withdraw', chosen()), {
      help: 'withdraw the windows of the machines',
      words: ['cancel', 'window', 'maintenance', 'delete', 'remove'],
      isDestructive: true,
      refusal: () =>
        withdrawing.refusal('withdraw', []) ??
        (chosen().length === 0 ? 'No row is chosen that names a machine.' : undefined),
    });

  /** The answer to the question for the windows is another than before. */
  const windowsCame = (): void => {
    const { announced, withdrawing: writing } = slice.get();
    const { answer, list } = announced;
    if (writing === undefined) return;
    if (answer.stage === 'failed') withdrawing.listCame({ failure: answer.failure });
    const last = lastArrived(answer);
    if (answer.stage !== 'loaded' || last === undefined) return;
    const records = list.rows.map(({ record }) => record);
    withdrawing.listCame(listedOf(WITHDRAWAL_WRITE, writing.ids, { ...last.value, records }, last.atEpochMs));
  };

  const pages = {
    machines: recordList({
      ...MACHINES,
      ownFirst: ['machines.maintain', 'machines.withdraw'],
      ownKeys: (chosen, own) => {
        const ids = () => machineIdsOf(chosen().map(({ id }) => ({ machine_id: id })));
        return [maintainKey('machines', ids, own), marketKey(own), withdrawKey('machines', ids)];
      },
    }).create({
      ...needs,
      screen,
      slice: toldOf({ ...partOf(slice, 'own'), get: () => ownWithWindows(slice.get()) }, onMachinesCame),
    }),
    windows: recordList({
      ...WINDOWS,
      ownFirst: ['windows.withdraw'],
      ownKeys: (chosen, own) => {
        askWindows = own.askAgain;
        return [withdrawKey('windows', () => machineIdsOf(chosen()))];
      },
    }).create({ ...needs, screen, slice: toldOf(windows, windowsCame) }),
  };
  const both = (event: 'leave' | 'serviceChanged' | 'resize') => () => {
    pages.machines[event]();
    pages.windows[event]();
  };
  return {
    withdrawing,
    withdrawKey,
    layers: (page: OwnPage): readonly Layer[] => pages[page].layers(),
    /** Asks for windows and machines, as far as they were not asked for before: every page tells of windows, and a plan of who is on its machines. */
    open: (): void => {
      pages.windows.open();
      pages.machines.open();
    },
    /** Asks for the windows again, whatever is under way. */
    askWindows: (): void => askWindows(),
    leave: both('leave'),
    serviceChanged: both('serviceChanged'),
    resize: both('resize'),
  };
};
