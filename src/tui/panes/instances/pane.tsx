/** The pane of instances: what the caller rents by the hour, what each is doing, what it costs and how it is reached. */

import { isDeepStrictEqual } from 'node:util';
import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printableStart } from '../../../base/text.ts';
import { displayText } from '../../../catalogue/format.ts';
import {
  costSoFar,
  IDLE,
  IDLE_WORDS,
  instanceColumns,
  isDiskAlone,
  isUnderway,
  presentRate,
  pressingOf,
  SO_FAR,
  standingOf,
  statusOf,
  statusWords,
} from '../../../catalogue/instance-columns.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';

import type { Instance } from '../../../catalogue/values.ts';
import { leasesBeside } from '../../../leases/words.ts';
import { chargedSince } from '../../../money/charges.ts';
import { withIncreases } from '../../../money/increase.ts';
import type { KeptDays } from '../../../money/kept-days.ts';
import { hourly } from '../../../money/money.ts';
import { withMarks } from '../../state/list.ts';
import type { Order } from '../../state/order.ts';
import { rowClosed } from '../../state/over-list.ts';
import { isUnasked, retryOf } from '../../state/remote.ts';
import { resumedInPart } from '../../state/resume.ts';
import { partOf, tellingAnswers } from '../../state/slice.ts';
import { type BandPlace, bandsOf } from '../../ui/bands.ts';
import { meanings, sign, waitSegments } from '../../ui/list-words.ts';
import { band, dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import type { RecordKind } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { createPages, drawnOver, listUnder, resumedWithPage } from '../page/page.ts';
import { nothing, nothingComesBack, type Pane, staysHere } from '../pane.ts';
import { INCREASES } from './increases-page.tsx';
import { shellKeys } from './keys.ts';
import { INSTANCES_PAGES, type InstancesState, listedIn } from './over.tsx';
import { adviceLines, costLines, sshCommand, watchedOf } from './page-lines.ts';
import { instancePreview } from './preview.ts';
import { withTyping } from './resume.ts';

/** What instances cost together now: `$1.4000/h`; a price that is not known makes it the least that they cost. */
const sumWords = (records: readonly Instance[], isListWhole: boolean): string => {
  const rates = records.map(presentRate);
  if (rates.every((rate) => rate === undefined)) return 'cost not known';
  const sum = rates.reduce<number>((total, rate) => total + (rate ?? 0), 0);
  return `${isListWhole && !rates.includes(undefined) ? '' : 'at least '}${hourly(sum)}`;
};

/** In this order instances of one standing are next to each other. */
const areBanded = ([first]: Order): boolean => first === undefined || first[0] === 'actual_status';

/** What such ones cost together, and why. */
const bandLine = (records: readonly Instance[], { width, isWhole }: BandPlace): readonly Segment[] => {
  const { words, role = 'plain' } = standingOf(records[0] ?? {});
  const said: readonly Segment[] = [{ text: words, role }, dim(`  ${records.length}`)];
  const why =
    words === IDLE_WORDS
      ? `no work for ${records.length === 1 ? 'it' : 'them'}: `
      : records.every(isDiskAlone)
        ? 'disk alone is charged: '
        : '';
  const sum: readonly Segment[] = [plain(sumWords(records, isWhole))];
  const inFull = [dim(why), ...sum];
  return band('', segmentsWidth([...said, ...inFull]) + GAPS <= width ? inFull : sum, said);
};

/** Cells at the edges of a band, and between its ends. */
const GAPS = 5;

const KIND: RecordKind<Instance> = {
  call: CALLS.instances,
  noun: 'instance',
  columns: ({ answeredAtEpochMs, order, beside }) =>
    instanceColumns(answeredAtEpochMs, order !== undefined && areBanded(order), beside),
  bands: (records, order, place) =>
    areBanded(order)
      ? bandsOf(
          records,
          (record) => standingOf(record).words,
          (run) => bandLine(run, place),
        )
      : [],
  orderValue: (instance, field) => {
    if (field === 'actual_status') return pressingOf(instance);
    return field === 'dph_total' ? presentRate(instance) : instance[field];
  },
  pressing: pressingOf,
  unsorted: 'what is wrong first',
  isUnderway,
  emptyWords: [
    'You rent no instances.',
    'An instance is a machine, or a part of one, that you pay by the hour. The ones you rent are listed here.',
    `${keyName('instances.refresh')} asks again.`,
  ],
  brief: (instance) => {
    const { id, num_gpus: gpus, gpu_name: model } = instance;
    const rate = presentRate(instance);
    const price = rate === undefined ? '' : `  ${hourly(rate)}`;
    return `${statusWords(statusOf(instance))}  ${id ?? '?'}${price}  ${gpusText(gpus, model)}`;
  },
  comparedAs: (instance) => statusWords(statusOf(instance)),
  title: ({ id }) => `Instance ${id ?? '?'}`,
  beside: (instance) => {
    const { words, role = 'plain' } = standingOf(instance);
    const label = printableStart(displayText(instance.label ?? ''));
    return [{ text: `   ${printableStart(words)}`, role }, ...(label === '' ? [] : [plain(`   ${label}`)])];
  },
  firstLines: adviceLines,
  preview: ({ record }, place) => [...instancePreview(record, place), [], ...costLines(record, place.width)],
  watched: watchedOf,
  copied: { label: 'ssh command', text: sshCommand },
  footnote: ({ shown, rows }, isWhole) => {
    const records = shown.map(({ record }) => record);
    const who = records.length === rows.length ? 'all' : 'shown';
    return records.length === 0 ? [] : [dim(`${who}: ${sumWords(records, isWhole)}`)];
  },
  machines: { hostRow: (instance) => instance, areHeld: true },
};

/** The list alone. */
const LIST = recordList(KIND);

/** True where the list of price increases is in front. */
const areIncreasesOpen = ({ page }: InstancesState): boolean =>
  page?.kind === 'increases' && page.writing === undefined;

export const instances: Pane<InstancesState> = {
  initial: (start) => ({ list: LIST.initial(start), increases: INCREASES.initial(start) }),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    let lookAtIncreases = nothing;
    const slice = tellingAnswers(listUnder(INSTANCES_PAGES, needs.slice), () => {
      const { answer, list } = slice.get();
      if (answer.stage !== 'loaded' || list.rows.length === 0) return;
      readBeside();
      lookAtIncreases();
    });
    /** The leases of the journal and the price increases as they are now, beside the rows; nothing is drawn where none has changed. */
    const readBeside = (): void => {
      const access = needs.journal();
      const all = 'problem' in access ? access : access.leases.list();
      const leases = 'problem' in all ? {} : leasesBeside(all, needs.clock.now(), needs.timeZone);
      const pending = needs.slice.get().increases.list.rows.map(({ record }) => record);
      const beside = withIncreases(leases, pending, listedIn(needs.slice.get()));
      needs.slice.change((state) =>
        isDeepStrictEqual(state.list.beside ?? {}, beside)
          ? state
          : { ...state, list: { ...state.list, beside }, increases: { ...state.increases, beside } },
      );
    };
    let ofList = { chosen: (): readonly Instance[] => [], askAgain: (): void => {} };
    const pages = createPages(INSTANCES_PAGES, needs.slice, {
      ...needs,
      chosen: () => ofList.chosen(),
      listed: () => listedIn(needs.slice.get()),
      askAgain: () => ofList.askAgain(),
      leasesChanged: readBeside,
      increases: partOf(needs.slice, 'increases'),
      increasesCame: readBeside,
      lookingAtIncreases: (look) => {
        lookAtIncreases = look;
      },
      onDestroyed: () =>
        slice.change((state) => ({
          ...state,
          list: rowClosed(withMarks(state.list, { marked: [], gone: undefined })),
        })),
    });
    let kept: KeptDays | undefined;
    const list = recordList({
      ...KIND,
      // What was charged on days that are kept is known better than it can be reckoned.
      joining: () => {
        const { user } = needs.money.now();
        kept ??= user && needs.keptDays?.(user.id);
        return (record) => {
          const { id, start_date: startS } = record;
          const charged = typeof startS === 'number' && kept && chargedSince(kept.of, `instance-${id}`, startS);
          return charged
            ? Object.assign({}, record, { [SO_FAR]: costSoFar(record, needs.clock.now(), charged) })
            : record;
        };
      },
      ownFirst: ['instances.ssh', 'instances.log', 'instances.start-stop', 'instances.destroy'],
      ownKeys: (chosen, own) => {
        ofList = { chosen, askAgain: own.askAgain };
        return [...shellKeys(chosen, own), ...pages.openers.bindings];
      },
    }).create({ ...needs, slice });
    /** The list is from before something was rented. */
    let isOld = false;
    return {
      ...list,
      hears: {
        ...list.hears,
        leasesChanged: (hasActed) => {
          readBeside();
          if (hasActed && !isUnasked(slice.get().answer)) ofList.askAgain();
        },
        instanceRented: (id) => {
          isOld = true;
          slice.change((state) => ({ ...state, list: { ...state.list, sought: { key: String(id) } } }));
        },
      },
      readJournal: readBeside,
      layers: () => (needs.slice.get().page === undefined ? list.layers() : pages.layers()),
      open: () => {
        kept = undefined;
        needs.money.look();
        const isKnown = !isUnasked(slice.get().answer);
        readBeside();
        list.open();
        if (isOld && isKnown) ofList.askAgain();
        isOld = false;
        pages.open();
      },
      leave: () => {
        list.leave();
        pages.leave();
      },
      serviceChanged: () => {
        kept = undefined;
        pages.serviceChanged();
        needs.slice.change(({ list: left, increases }) => ({ list: left, increases }));
        list.serviceChanged();
      },
      guards: pages.guards,
    };
  },
  face: {
    page: (state, place) => drawnOver(INSTANCES_PAGES, state, place) ?? LIST.face.page(state.list, place),
    preview: (state) => {
      if (state.page === undefined) return LIST.face.preview(state.list);
      return areIncreasesOpen(state) ? INCREASES.preview(state.increases) : undefined;
    },
    footnote: (state, width) => {
      if (state.page === undefined) return LIST.face.footnote(state.list, width);
      return areIncreasesOpen(state) ? INCREASES.footnote(state.increases, width) : [];
    },
    status: ({ list, page, increases }, timeZone) => {
      if (page?.kind === 'increases') return INCREASES.status(increases, timeZone);
      return page?.kind === 'log' ? waitSegments(page.waitS, retryOf(page.answer)) : LIST.face.status(list, timeZone);
    },
    words: [
      ...LIST.face.words,
      sign('<', 'mark', 'behind an id or a status: changed since you looked last; the page of the instance says what'),
      ...meanings({
        [IDLE_WORDS]: `it has been up for ${IDLE.afterMinutes} minutes or more, and less than ${IDLE.belowPercent} % of its GPUs is in use: you pay, and nothing works there`,
        'disk alone is charged': 'no GPU is paid for in such a state; its disk is, until it is destroyed',
        'outcome unknown': 'the call was sent and no answer came: it may have been carried out',
      }),
    ],
  },
  calls: [
    ...LIST.calls,
    ...([
      'changeInstance',
      'changeInstances',
      'rebootInstance',
      'recycleInstance',
      'bidForInstance',
      'changeImage',
    ] as const),
    ...(['destroyInstance', 'destroyInstances', 'requestLogs', 'runCommand'] as const),
    ...(['copyFiles', 'copyWithCloud', 'endCopies', 'endCloudCopies'] as const),
    ...(['priceIncreases', 'acceptIncrease', 'rejectIncrease'] as const),
    ...(['instanceKeys', 'attachSshKey', 'detachSshKey'] as const),
  ],
  machines: {
    ...LIST.machines,
    rows: ({ list }) => LIST.machines.rows(list),
    hostRows: ({ list }) => LIST.machines.hostRows(list),
    words: ({ list }) => LIST.machines.words(list),
  },
  resume: resumedWithPage(
    withTyping(
      resumedInPart(
        LIST.resume,
        ({ list }: InstancesState) => list,
        (state, list) => ({ ...state, list }),
      ),
    ),
    INSTANCES_PAGES,
  ),
};
