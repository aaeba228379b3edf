/** The pane of machines: what a host lists and for how much, who is on it, what it earns, and until when. */
import { z } from 'zod';
import { CALLS, isWrite } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { agoWords } from '../../../base/time.ts';
import { displayText } from '../../../catalogue/format.ts';
import { machineWords } from '../../../catalogue/machine-words.ts';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import { toTheCent } from '../../../money/money.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import { isKept, isUnasked, lastArrived } from '../../state/remote.ts';
import { resumedInPart } from '../../state/resume.ts';
import type { Slice } from '../../state/slice.ts';
import { meanings } from '../../ui/list-words.ts';
import { piece } from '../../ui/segments.ts';
import { maintainKey, type RecordKind, sumNote, withdrawKey } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { createPages, drawnOver, listUnder } from '../page/page.ts';
import {
  type Needs,
  nothingComesBack,
  type Pane,
  type PaneNeeds,
  type RunningPane,
  staysHere,
  tellsNothing,
} from '../pane.ts';
import { createAsking } from './asking.ts';
import { machineColumns, orderValue, pressingOf } from './columns.ts';
import { machineLines } from './machine-lines.ts';
import { MACHINES_PAGES } from './pages.ts';
import { withPrices } from './pricing/resume.ts';
import { joining, type MachinesState, type OwnMachine, UNASKED } from './state.ts';

const KIND: RecordKind<OwnMachine> = {
  call: CALLS.machines,
  noun: 'machine',
  columns: machineColumns,
  // Services may tell the id a second time.
  bare: ({ told: _, ...machine }) =>
    Object.fromEntries(Object.entries(machine).filter(([name]) => name !== 'machine_id')),
  orderValue,
  pressing: pressingOf,
  unsorted: 'what is wrong first',
  emptyWords: [
    'You host no machines.',
    'Machines that you offer on the marketplace are listed here, with what each has earned and who is on it.',
    `${keyName('machines.refresh')} asks again.`,
  ],
  comparedAs: ({ hostname, gpu_name: name }) => displayText(hostname ?? name ?? '-'),
  title: ({ id, hostname }) => `Machine ${id ?? '?'}   ${displayText(hostname ?? '')}`.trimEnd(),
  beside: ({ listed, timeout: silentS }) => [
    ...(listed === false ? [piece('   not listed', 'warning')] : []),
    ...(typeof silentS === 'number' && silentS > 0
      ? [piece(`   not heard of for ${agoWords(silentS)}`, 'danger')]
      : []),
  ],
  firstLines: machineLines,
  footnote: sumNote('earn_day', (dollars) => `${toTheCent(dollars)} in 24 h`),
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
    withdrawKey('machines', ids, needs.withdrawWindows),
  ];
};

/** The slice of the list, with `onCame` told of each answer of this run, and `onOpened` which machine is open after each change. */
const toldOf = (
  { get, change }: Slice<MachinesState['list']>,
  onCame: () => void,
  onOpened: (machineId: number | undefined) => void,
): Slice<MachinesState['list']> => ({
  get,
  change: (transition) => {
    const before = lastArrived(get().answer);
    change(transition);
    const last = lastArrived(get().answer);
    if (last !== undefined && last !== before && !isKept(get().answer)) onCame();
    onOpened(get().list.opened?.row.record.id ?? undefined);
  },
});

const create = (needs: PaneNeeds<MachinesState>): RunningPane => {
  const { slice } = needs;
  let isOpen = false;
  /** The list is from before something was sent, or came while nobody looked, when nothing else was asked for. */
  let isOld = false;
  let ofList = { chosen: (): readonly OwnMachine[] => [], askAgain: (): void => {}, joinAgain: (): void => {} };
  const asking = createAsking(needs, () => ofList.joinAgain());
  const pages = createPages(MACHINES_PAGES, slice, {
    ...needs,
    chosen: () => ofList.chosen(),
    askAgain: () => ofList.askAgain(),
    changeForm: (transition) => slice.change((state) => ({ ...state, priceForm: transition(state.priceForm) })),
  });
  const onCame = (): void => {
    isOld = !isOpen;
    if (isOpen) asking.askAll();
  };
  const list = recordList({
    ...KIND,
    joining: () => joining(slice.get()),
    ownFirst: ['machines.price', 'machines.maintain', 'machines.withdraw'],
    ownKeys: (chosen, own) => {
      ofList = { chosen, askAgain: own.askAgain, joinAgain: own.joinAgain };
      return [...keysElsewhere(chosen, needs), ...pages.openers.bindings];
    },
  }).create({ ...needs, slice: toldOf(listUnder(MACHINES_PAGES, slice), onCame, asking.look) });
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
      asking.comeBack();
      if (isOld && !isUnasked(slice.get().list.answer)) ofList.askAgain();
      pages.open();
    },
    leave: () => {
      isOpen = false;
      list.leave();
      asking.leave();
      pages.leave();
    },
    resumed: () => {
      pages.resumed();
      list.resumed();
    },
    serviceChanged: () => {
      pages.serviceChanged();
      asking.drop();
      slice.change(({ list: left, windows }) => ({
        ...UNASKED,
        list: left,
        windows: isUnasked(windows.answer) ? windows : UNASKED.windows,
      }));
      list.serviceChanged();
    },
    guards: pages.guards,
  };
};

/** The list was a page of the pane of maintenance. */
const savedAsPage = z.object({ lists: z.object({ machines: z.unknown() }) });

export const machines: Pane<MachinesState> = {
  initial: (start) => ({ list: LIST.initial(start), ...UNASKED }),
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
        '! off': 'under Until: the machine is not listed, so that nobody can rent it',
        '3rd of 18':
          'the place of its price for a GPU, from the cheapest, among offers of others on demand that are alike in model and verification; `? cut`: the service did not give all of them',
        'vs median': 'how far that price is from their median; `n 3`: of so few a median says little',
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
    ...withPrices(
      resumedInPart(
        LIST.resume,
        ({ list }: MachinesState) => list,
        (state, list) => ({ ...state, list }),
      ),
    ),
    formerly: ({ maintenance }) => savedAsPage.safeParse(maintenance).data?.lists.machines,
  },
};
