/** The pane of instances: what the caller rents by the hour, what each is doing, what it costs and how it is reached. */
import { CALLS } from '../../../api/calls.ts';
import { displayText, formatValue } from '../../../catalogue/format.ts';
import { instanceColumns } from '../../../catalogue/instance-columns.ts';
import { INSTANCE_FIELDS } from '../../../catalogue/instance-fields.ts';
import { isUnderway, pressingOf, statusOf, statusWords } from '../../../catalogue/instance-status.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { INSTANCE_WRITE, type InstanceWrite, type Target } from '../../../instances/instance-write.ts';
import { bind, type Layer } from '../../keys/binding.ts';
import { withMarks } from '../../state/list.ts';
import { rowClosed } from '../../state/over-list.ts';
import { retryOf } from '../../state/remote.ts';
import { resumedInPart } from '../../state/resume.ts';
import type { Slice } from '../../state/slice.ts';
import { waitSegments } from '../../ui/list-words.ts';
import { dim, type Segment } from '../../ui/segments.ts';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { nothingComesBack, type Pane, staysHere } from '../pane.ts';
import { createWrite } from '../write-page/create.ts';
import { rowsSeen, type Writing } from '../write-page/state.ts';
import { WritePage } from '../write-page/view.tsx';
import type { Anew } from './anew.ts';
import { AnewPage, createAnew } from './anew-page.tsx';
import { changeKeys, shellKeys } from './keys.ts';
import type { Log } from './log.ts';
import { createLog, LogPage } from './log-page.tsx';
import { adviceLines, sshCommand, watchedOf } from './page-lines.ts';
import { withTyping } from './resume.ts';

const RATE = INSTANCE_FIELDS.find(({ name }) => name === 'dph_total');

/** What those that are shown cost together, $/hour; a price that is not known makes it the least that they cost. */
const costSegments = (shown: readonly Instance[], came: number): readonly Segment[] => {
  if (shown.length === 0 || RATE === undefined) return [];
  const sum = shown.reduce((total, { dph_total: rate }) => total + (rate ?? 0), 0);
  const isWhole = shown.every(({ dph_total: rate }) => typeof rate === 'number');
  const who = shown.length === came ? 'all' : 'shown';
  return [dim(`${who}: ${isWhole ? '' : 'at least '}${formatValue(RATE, sum)} $/h`)];
};

const KIND: RecordKind<Instance> = {
  call: CALLS.instances,
  noun: 'instance',
  columns: ({ answeredAtEpochMs }) => instanceColumns(answeredAtEpochMs),
  orderValue: (instance, field) => (field === 'actual_status' ? pressingOf(instance) : instance[field]),
  pressing: pressingOf,
  unsorted: 'what is wrong first',
  isUnderway,
  emptyWords: [
    'You rent no instances.',
    'An instance is a machine, or a part of one, that you pay by the hour. The ones you rent are listed here.',
    'R asks again.',
  ],
  comparedAs: (instance) => statusWords(statusOf(instance)),
  title: (instance) =>
    `Instance ${instance.id ?? '?'}   ${statusWords(statusOf(instance))}   ${displayText(instance.label ?? '')}`.trimEnd(),
  firstLines: adviceLines,
  watched: watchedOf,
  copied: { label: 'ssh command', text: sshCommand },
  footnote: ({ shown, rows }) =>
    costSegments(
      shown.map(({ record }) => record),
      rows.length,
    ),
  machines: { hostRow: (instance) => instance, areHeld: true },
};

/** The list alone. */
const LIST = recordList(KIND);

/** The list, and in front of it what is being done to instances, or the log of one. */
type InstancesState = {
  readonly list: RecordList<Instance>;
  readonly changing?: Writing<InstanceWrite> | undefined;
  readonly log?: Log | undefined;
  readonly anew?: Anew | undefined;
};

const listedIn = ({ list }: InstancesState): readonly Instance[] => list.list.rows.map(({ record }) => record);

/** The part of the list; what is being done to instances follows what a newer one says of them. */
const listSlice = (slice: Slice<InstancesState>): Slice<RecordList<Instance>> => ({
  get: () => slice.get().list,
  change: (transition) =>
    slice.change((state) => {
      const list = transition(state.list);
      if (list === state.list) return state;
      const next = { ...state, list };
      if (state.changing === undefined || list.list.rows === state.list.list.rows) return next;
      return { ...next, changing: rowsSeen(state.changing, listedIn(next), INSTANCE_WRITE) };
    }),
});

/** The part of what stands in front of the list. */
const frontSlice = <Name extends 'changing' | 'log' | 'anew'>(
  slice: Slice<InstancesState>,
  name: Name,
): Slice<InstancesState[Name]> => ({
  get: () => slice.get()[name],
  change: (transition) =>
    slice.change((state) => {
      const part = transition(state[name]);
      return part === state[name] ? state : { ...state, [name]: part };
    }),
});

/** Why none of these can be changed, whatever is to be done. */
const refusalOfChosen = (targets: readonly Target[], listed: readonly Instance[]): string | undefined => {
  if (targets.length === 0) return 'There is no instance to change.';
  if (targets.some(({ id }) => Number.isNaN(id))) return 'The service named no id of it, so it cannot be changed.';
  const ids = new Set(listed.map(({ id }) => id));
  const gone = targets.find(({ id }) => !ids.has(id));
  return gone && `Instance ${gone.id} is no longer in the list.`;
};

export const instances: Pane<InstancesState> = {
  initial: (start) => ({ list: LIST.initial(start) }),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    const slice = listSlice(needs.slice);
    let askAgain = (): void => {};
    const shared = {
      ...needs,
      listed: () => listedIn(needs.slice.get()),
      askAgain: () => askAgain(),
      onDestroyed: () =>
        slice.change((state) => ({
          ...state,
          list: rowClosed(withMarks(state.list, { marked: [], gone: undefined })),
        })),
    };
    const changing = createWrite(INSTANCE_WRITE, {
      needs,
      slice: frontSlice(needs.slice, 'changing'),
      screen: needs.screen,
      askAgain: shared.askAgain,
      rows: shared.listed,
      refusal: (targets) => refusalOfChosen(targets, shared.listed()),
      onAllAccepted: ({ kind }) => kind === 'destroy' && shared.onDestroyed(),
    });
    const anew = createAnew({
      ...shared,
      slice: frontSlice(needs.slice, 'anew'),
      refusalWhileSending: changing.refusalWhileSending,
    });
    const staying: Layer = {
      bindings: [bind('instances.anew-stay', ['q'], 'quit', 'Program', () => {}, { refusal: anew.refusalWhileBusy })],
    };
    const log = createLog({ ...needs, slice: frontSlice(needs.slice, 'log') });
    const list = recordList({
      ...KIND,
      ownFirst: ['instances.ssh', 'instances.log', 'instances.start-stop', 'instances.destroy'],
      ownKeys: (chosen, own) => {
        askAgain = own.askAgain;
        return [...shellKeys(chosen, own), ...log.keys(chosen), ...changeKeys(chosen, changing), ...anew.keys(chosen)];
      },
    }).create({ ...needs, slice });
    return {
      ...list,
      layers: () => {
        const over = [...changing.layers(), ...anew.layers(), ...log.layers()];
        return over.length > 0 ? over : list.layers();
      },
      open: () => {
        list.open();
        log.open();
      },
      leave: () => {
        list.leave();
        log.leave();
      },
      serviceChanged: () => {
        log.serviceChanged();
        needs.slice.change(({ list: left }) => ({ list: left }));
        list.serviceChanged();
      },
      guards: {
        layersInFront: changing.stopLayers,
        layersBehind: () => (anew.refusalWhileBusy() === undefined ? changing.quitLayers() : [staying]),
        refusalToLeave: () => changing.refusalWhileSending() ?? anew.refusalWhileBusy(),
        holdBack: () => false,
      },
    };
  },
  face: {
    page: (state, place) =>
      state.changing !== undefined ? (
        <WritePage
          writing={state.changing}
          kind={INSTANCE_WRITE}
          context={{ timeZone: place.timeZone, describe: place.describeMachine }}
          width={place.width}
          height={place.height}
        />
      ) : state.anew !== undefined ? (
        <AnewPage anew={state.anew} width={place.width} height={place.height} />
      ) : state.log !== undefined ? (
        <LogPage {...place} log={state.log} />
      ) : (
        LIST.face.page(state.list, place)
      ),
    footnote: ({ list, changing, log, anew }, width) =>
      changing === undefined && log === undefined && anew === undefined ? LIST.face.footnote(list, width) : [],
    status: ({ list, log }, timeZone) =>
      log === undefined ? LIST.face.status(list, timeZone) : waitSegments(log.waitS, retryOf(log.answer)),
    words: [
      ...LIST.face.words,
      { word: '<', meaning: 'behind a status: changed since you looked last; the page of the instance says what' },
      { word: 'outcome unknown', meaning: 'the call was sent and no answer came: it may have been carried out' },
    ],
  },
  calls: [...LIST.calls, 'changeInstance', 'rebootInstance', 'bidForInstance', 'destroyInstance', 'requestLogs'],
  machines: {
    ...LIST.machines,
    rows: ({ list }) => LIST.machines.rows(list),
    hostRows: ({ list }) => LIST.machines.hostRows(list),
    words: ({ list }) => LIST.machines.words(list),
  },
  resume: withTyping(
    resumedInPart(
      LIST.resume,
      ({ list }: InstancesState) => list,
      (state, list) => ({ ...state, list }),
    ),
  ),
};
