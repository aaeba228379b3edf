/** What hosts want more for the instances: a list like any other, and the answer to one of them, which is reviewed first. */
import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { type ColumnSet, columnOf } from '../../../catalogue/columns.ts';
import { INCREASE_COLUMNS } from '../../../catalogue/increase-fields.ts';
import { aMonth, type BesideById, type Dearer } from '../../../catalogue/instance-beside.ts';
import { presentRate } from '../../../catalogue/instance-columns.ts';
import type { Instance, PriceIncrease } from '../../../catalogue/values.ts';
import { INCREASE_WRITE, type IncreaseWrite, wantsWords } from '../../../instances/increase-write.ts';
import { increaseOf } from '../../../money/increase.ts';
import { priceText } from '../../../money/money.ts';
import type { IncreaseAnswer } from '../../../storage/journal/changes.ts';
import { bind } from '../../keys/binding.ts';
import { lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import { paragraph } from '../../ui/record-lines.ts';
import type { ItemColumn, ListPlace } from '../list-pane/description.ts';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { type ListWritePage, listWritePage } from '../write-page/list-page.tsx';
import { type RunningWrite, tellList } from '../write-page/site.ts';

/** The open page, and the answer that is being given. */
export type IncreasesPage = ListWritePage<'increases', IncreaseWrite>;

/** With what each comes to. */
export type IncreaseList = RecordList<PriceIncrease> & { readonly beside?: BesideById | undefined };

type State = { readonly increases: IncreaseList };

const anHour = (hour: number | undefined): string => (hour === undefined ? '?' : priceText(hour));

/** What it comes to. */
const COSTS: readonly (readonly [name: string, label: string, heading: string, cell: (dearer: Dearer) => string])[] = [
  ['month_more', 'More a month', 'More $/mo', ({ more }) => aMonth(more)],
  ['hour_now', 'Costs an hour now', 'Now $/h', ({ now }) => anHour(now)],
  ['hour_then', 'Costs an hour then', 'Then $/h', ({ after }) => anHour(after)],
  ['month_now', 'Costs a month now', 'Now $/mo', ({ now }) => aMonth(now)],
  ['month_then', 'Costs a month then', 'Then $/mo', ({ after }) => aMonth(after)],
];

/** What is known of it; nothing as long as its instance is not. */
const dearerOf = ({ contract_id: id }: PriceIncrease, beside: BesideById | undefined): Dearer =>
  beside?.[String(id)]?.dearer ?? {};

const columns = ({ beside }: ListPlace): ColumnSet<ItemColumn<PriceIncrease>> => {
  const costs = COSTS.map(
    ([name, label, heading, cell]): ItemColumn<PriceIncrease> => ({
      ...columnOf({ name, wire: 'number', group: 'price', label, heading, width: 8 }),
      align: 'right',
      sortField: undefined,
      cell: (increase) => cell(dearerOf(increase, beside)),
    }),
  );
  const [own, instance, ...fields] = INCREASE_COLUMNS.columns;
  const all = [instance, ...costs, ...fields, own].filter((column) => column !== undefined);
  const chief = ['contract_id', 'month_more', 'contract_end_date'];
  return { columns: all, keptLongest: [...new Set([...chief, ...all.map(({ id }) => id)])], pinned: 1 };
};

const KIND: RecordKind<PriceIncrease> = {
  call: CALLS.priceIncreases,
  ownFirst: ['increases.accept', 'increases.reject'],
  noun: 'price increase',
  columns,
  firstColumn: 'contract_id',
  firstLines: (increase, room, { beside, timeZone }) => {
    const dearer = dearerOf(increase, beside);
    const { now, after, more } = dearer;
    const hours = `It costs ${anHour(now)} $/h now and ${anHour(after)} then`;
    const months = `${aMonth(now)} $ a month now and ${aMonth(after)} then: ${aMonth(more)} more`;
    return paragraph(`${wantsWords(dearer, timeZone)} ${hours}, ${months}.`, room);
  },
  emptyWords: [
    'No host wants more for what you rent of him.',
    'Where a host raises the price of what you rent, that stands here until you answer. What you pay stays as it is until the contract ends.',
    `${keyName('priceIncreases.refresh')} asks again.`,
  ],
  comparedAs: ({ contract_id: id }) => `instance ${id ?? '?'}`,
  title: ({ contract_id: id }) => `Price increase of instance ${id ?? '?'}`,
};

/** The list with the answers to it. */
export const INCREASES = listWritePage('Price increases', KIND, INCREASE_WRITE);

/** From one question to the next that nobody asks for, ms. */
const YOUNG_MS = 60_000;

type Tools = Needs & {
  readonly increases: Slice<IncreaseList>;
  readonly listed: () => readonly Instance[];
  /** The list is another than before. */
  readonly increasesCame: () => void;
  /** Hands over what asks for it where its last answer is not from now. */
  readonly lookingAtIncreases: (look: () => void) => void;
};

export const createIncreases = (site: PageSite<State, IncreasesPage>, tools: Tools): RunningPage<IncreasesPage> => {
  const { increases: slice, clock } = tools;
  const came = (write: RunningWrite<IncreaseWrite>): void => {
    const { writing } = site.page() ?? {};
    const besideInstance = (record: PriceIncrease): PriceIncrease => {
      const { instance, now } = increaseOf(record, tools.listed());
      const isRunning = instance && presentRate(instance) === now;
      return { ...record, disk_space: instance?.disk_space, is_running: isRunning };
    };
    if (writing !== undefined) tellList(write, INCREASE_WRITE, writing.ids, slice.get(), besideInstance);
    tools.increasesCame();
  };
  const { page, askAgain } = INCREASES.create(site, 'increases', tools, {
    slice,
    came,
    keys: (chosen, write) => {
      const ids = () => chosen().flatMap(({ contract_id: id }) => (typeof id === 'number' ? [id] : []));
      const answer = (name: IncreaseAnswer, key: string, label: string, more: { readonly isDestructive?: true }) =>
        bind(`increases.${label}`, [key], label, 'Change', () => write.begin(name, ids()), {
          help: `${label} the price increase`,
          ...more,
          refusal: () => {
            const [id, ...others] = ids();
            if (others.length > 0) return 'Price increases are answered one by one: unmark the others.';
            return id === undefined
              ? 'There is no price increase to answer.'
              : write.refusal(name, INCREASE_WRITE.targetsOf(chosen(), [id], 0, []));
          },
        });
      return [
        answer('accept-increase', 'A', 'accept', {}),
        answer('reject-increase', 'X', 'reject', { isDestructive: true }),
      ];
    },
    opener: (show) =>
      bind('instances.increases', ['+'], 'price increases', 'Look', show, {
        help: 'what hosts want more for the instances, and your answer',
        words: ['dearer', 'raise', 'accept', 'reject', 'price increase'],
      }),
    leave: { id: 'increases.leave', keys: [], label: 'back' },
  });
  tools.lookingAtIncreases(() => {
    const { answer } = slice.get();
    const atMs = lastArrived(answer)?.atEpochMs ?? Number.NEGATIVE_INFINITY;
    // A service that has no such call is not asked again by itself.
    if (answer.stage !== 'failed' && clock.now() - atMs > YOUNG_MS) askAgain();
  });
  return page;
};
