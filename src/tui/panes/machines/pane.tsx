/** The pane of machines: what a host lists and for how much, who is on it, what it earns, and until when. */
import { z } from 'zod';
import { CALLS, isWrite } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { displayText } from '../../../catalogue/format.ts';
import { MACHINE_FIELDS } from '../../../catalogue/machine-fields.ts';
import { machineWords } from '../../../catalogue/machine-words.ts';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import { idle, isKept, isUnasked, lastArrived } from '../../state/remote.ts';
import { resumedInPart } from '../../state/resume.ts';
import { partOf, type Slice } from '../../state/slice.ts';
import { meanings } from '../../ui/list-words.ts';
import { listQuestion } from '../list-pane/list-question.ts';
import { maintainKey, type RecordKind, sumNote } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { createPages, drawnOver } from '../page/page.ts';
import {
  type Needs,
  nothingComesBack,
  type Pane,
  type PaneNeeds,
  type RunningPane,
  staysHere,
  tellsNothing,
} from '../pane.ts';
import { machineColumns } from './columns.ts';
import { machineLines } from './machine-lines.ts';
import { MACHINES_PAGES } from './pages.ts';
import { joining, type MachinesState, type OwnMachine } from './state.ts';

const KIND: RecordKind<OwnMachine> = {
  call: CALLS.machines,
  noun: 'machine',
  columns: machineColumns,
  bare: ({ told: _, ...machine }) => machine,
  orderValue: (machine, field) =>
    field === 'next_window' ? machine.told?.windows?.[0]?.start_time : Reflect.get(machine, field),
  emptyWords: [
    'You host no machines.',
    'Machines that you offer on the marketplace are listed here, with what each has earned and who is on it.',
    `${keyName('machines.refresh')} asks again.`,
  ],
  comparedAs: ({ hostname, gpu_name: name }) => displayText(hostname ?? name ?? '-'),
  title: ({ id, hostname }) => `Machine ${id ?? '?'}   ${displayText(hostname ?? '')}`.trimEnd(),
  firstLines: machineLines,
  footnote: sumNote(MACHINE_FIELDS, 'earn_day', '$ in the last day'),
};

/** The list alone. */
const LIST = recordList(KIND);

const idsOf = (machines: readonly OwnMachine[]): readonly number[] =>
  machineIdsOf(machines.map(({ id }) => ({ machine_id: id })));

/** Keys that lead to other panes. */
const keysElsewhere = (chosen: () => readonly OwnMachine[], needs: Needs): readonly Binding[] => {
  const ids = () => idsOf(chosen());
  return [
    maintainKey('machines', ids, needs),
    bind('machines.own-position', ['P'], 'where they stand in the market', 'Host', needs.showOwnMarket, {
      words: ['rank', 'position', 'price'],
    }),
    bind('machines.withdraw', ['X'], 'withdraw', 'Host', () => needs.withdrawWindows(ids()), {
      help: 'withdraw the windows of the machines',
      words: ['cancel', 'window', 'maintenance', 'delete', 'remove'],
      isDestructive: true,
      refusal: () => (ids().length === 0 ? 'No row is chosen that names a machine.' : undefined),
    }),
  ];
};

/** The slice of the list, with `onCame` told of each answer of this run. */
const toldOf = ({ get, change }: Slice<MachinesState['list']>, onCame: () => void): Slice<MachinesState['list']> => ({
  get,
  change: (transition) => {
    const before = lastArrived(get().answer);
    change(transition);
    const last = lastArrived(get().answer);
    if (last !== undefined && last !== before && !isKept(get().answer)) onCame();
  },
});

const create = (needs: PaneNeeds<MachinesState>): RunningPane => {
  const { slice } = needs;
  let isOpen = false;
  /** Something was sent since the list came. */
  let isOld = false;
  const listSlice = toldOf(partOf(slice, 'list'), () => {
    isOld = false;
    if (isOpen) windows.ask(true);
  });
  let ofList = { chosen: (): readonly OwnMachine[] => [], askAgain: (): void => {}, joinAgain: (): void => {} };
  const pages = createPages(MACHINES_PAGES, slice, {
    ...needs,
    chosen: () => ofList.chosen(),
    askAgain: () => ofList.askAgain(),
  });
  const list = recordList({
    ...KIND,
    joining: () => joining(slice.get()),
    ownFirst: ['machines.maintain', 'machines.withdraw'],
    ownKeys: (chosen, own) => {
      ofList = { chosen, askAgain: own.askAgain, joinAgain: own.joinAgain };
      return [...keysElsewhere(chosen, needs), ...pages.openers.bindings];
    },
  }).create({ ...needs, slice: listSlice });
  const windowsSlice = partOf(slice, 'windows');
  const windows = listQuestion(CALLS.windows, windowsSlice, needs, {
    of: (reply) => reply?.records,
    onCame: () => ofList.joinAgain(),
  });
  return {
    ...list,
    layers: () => (slice.get().page === undefined ? list.layers() : pages.layers()),
    hears: {
      ...list.hears,
      callEnded: ({ endpoint }) => {
        if (isWrite(endpoint)) isOld = true;
      },
    },
    open: () => {
      isOpen = true;
      list.open();
      windows.comeBack();
      if (isOld && !isUnasked(slice.get().list.answer)) ofList.askAgain();
      pages.open();
    },
    leave: () => {
      isOpen = false;
      list.leave();
      windows.leave();
      pages.leave();
    },
    serviceChanged: () => {
      pages.serviceChanged();
      windows.drop();
      slice.change(({ list: left, windows: told }) => ({
        list: left,
        windows: isUnasked(told.answer) ? told : { answer: idle },
      }));
      list.serviceChanged();
    },
    guards: pages.guards,
  };
};

/** The list was a page of the pane of maintenance. */
const savedAsPage = z.object({ lists: z.object({ machines: z.unknown() }) });

export const machines: Pane<MachinesState> = {
  initial: (start) => ({ list: LIST.initial(start), windows: { answer: idle } }),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create,
  face: {
    page: (state, place) => drawnOver(MACHINES_PAGES, state, place) ?? LIST.face.page(state.list, place),
    preview: ({ list, page }) => (page === undefined ? LIST.face.preview(list) : undefined),
    footnote: ({ list, page }, width) => (page === undefined ? LIST.face.footnote(list, width) : []),
    status: ({ list }, timeZone) => LIST.face.status(list, timeZone),
    words: [
      ...LIST.face.words,
      ...meanings({
        '+1': 'behind the next window of a machine: so many further ones are announced for it',
        'D R I ·': 'under In use, a letter a GPU: let on demand, reserved, interruptible, or free, which is a dot',
        '! 6 d': 'under Until: the machine is listed for less than a week more',
      }),
    ],
  },
  calls: [...LIST.calls, 'reports', 'listMachine', 'unlistMachine', 'minBid', 'cleanUp'],
  machines: {
    ...tellsNothing,
    areWhole: true,
    rows: ({ list }) => list.list.rows,
    words: ({ list }) => machineWords(list.list.rows.map(({ record }) => record)),
  },
  resume: {
    ...resumedInPart(
      LIST.resume,
      ({ list }: MachinesState) => list,
      (state, list) => ({ ...state, list }),
    ),
    formerly: ({ maintenance }) => savedAsPage.safeParse(maintenance).data?.lists.machines,
  },
};
