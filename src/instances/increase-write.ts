/** The answer to a price increase of an instance as one kind of write: it is accepted, or rejected. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import { named } from '../base/figures.ts';
import { capital } from '../base/text.ts';
import { HOURS_A_MONTH } from '../base/time.ts';
import { formatValue, unitOf } from '../catalogue/format.ts';
import { INCREASE_FIELDS } from '../catalogue/increase-fields.ts';
import type { Dearer } from '../catalogue/instance-beside.ts';
import type { PriceIncrease } from '../catalogue/values.ts';
import { stampWords } from '../maintenance/moment-words.ts';
import { moreAnHour } from '../money/increase.ts';
import { groupedDollars, rateWords } from '../money/money.ts';
import type { IncreaseAnswer } from '../storage/journal/changes.ts';
import { INCREASE_ANSWERS } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { type Paragraph, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';

/** An instance by its id, and the increase that is pending of it; undefined where the list has none. */
type Target = { readonly id: number; readonly increase: PriceIncrease | undefined };

/** The types of it. */
export type IncreaseWrite = {
  readonly name: IncreaseAnswer;
  readonly request: { readonly kind: IncreaseAnswer };
  readonly row: PriceIncrease;
  readonly target: Target;
  readonly reply: InstanceReceipt;
};

const verbOf = (name: IncreaseAnswer): string => name.replace('-increase', '');

const callFor = (name: IncreaseAnswer) => (name === 'accept-increase' ? CALLS.acceptIncrease : CALLS.rejectIncrease);

const requestFor = ({ increase }: Target) => ({ increaseId: increase?.id ?? 0 });

const momentOf = (epochS: number | null | undefined, timeZone: string): string =>
  typeof epochS === 'number' ? stampWords(Math.round(epochS * 1000), timeZone) : 'a date that is not told';

/** `GPUs, $/h: 0.3600 now, 0.7200 afterwards`, of each price that rises. */
const priceLines = (increase: PriceIncrease): readonly string[] =>
  INCREASE_FIELDS.flatMap((field) => {
    const [age, name] = field.name.split(/_(.*)/);
    const { [`old_${name}`]: before, [`new_${name}`]: after } = increase;
    if (age !== 'old' || typeof after !== 'number') return [];
    const was = typeof before === 'number' ? formatValue(field, before) : 'not told';
    return `${field.label.replace(/,.*/, '')}, ${unitOf(field)}: ${was} now, ${formatValue(field, after)} afterwards`;
  });

/** What it comes to where it is accepted. */
const costLine = (increase: PriceIncrease): string => {
  const more = moreAnHour(increase, increase.disk_space);
  return more === undefined
    ? 'How much more that is in all is not known here.'
    : `That is ${rateWords(more)} more, ${groupedDollars(more * HOURS_A_MONTH)} in 30 days, while it runs and without traffic.`;
};

/** `Its host wants $259.20 more a month from 2026-12-01 10:00 on.` */
export const wantsWords = ({ more, fromS }: Dearer, timeZone: string): string => {
  const what = more === undefined ? 'more' : `${groupedDollars(more * HOURS_A_MONTH)} more a month`;
  return `Its host wants ${what} from ${momentOf(fromS, timeZone)} on.`;
};

const ENDS =
  'Nothing changes until then. At that date its contract ends: it stops, cannot be started again, and may be deleted 48 hours later. Fetch your data before.';

export const INCREASE_WRITE: WriteKind<IncreaseWrite> = {
  names: INCREASE_ANSWERS,
  noun: 'instance',
  title: (name, ids) => `${capital(verbOf(name))} the price increase of ${named(ids, 'instance')}`,
  verb: ({ kind }) => verbOf(kind),
  list: CALLS.priceIncreases,
  // One that the service names no id of cannot be answered.
  targetsOf: (rows, ids) =>
    ids.map((id) => ({ id, increase: rows.find((row) => row.contract_id === id && typeof row.id === 'number') })),
  requestOf: (kind) => ({ kind }),
  isSmall: (name) => name === 'reject-increase',
  isSent: ({ increase }) => increase !== undefined,
  refusal: ({ id, increase }) =>
    increase ? undefined : `No price increase of instance ${id} is listed: there is nothing to answer.`,

  call: (target, { kind }) => callOf(callFor(kind), requestFor(target)),
  send: (target, { kind }, parts) => {
    const noted = { instanceId: target.id, kind, value: String(target.increase?.id ?? '') };
    return sendNoted(callFor(kind), requestFor(target), noted, parts.journal.increaseAnswers, parts);
  },
  changes: ({ increaseAnswers }) => increaseAnswers,
  spending: ({ increase }, { kind }) =>
    kind === 'reject-increase' || increase === undefined
      ? undefined
      : { act: kind, perHour: moreAnHour(increase, increase.disk_space), instances: 0 },

  affected: ({ kind }, { targets, readAtEpochMs }, { timeZone }) => [
    { text: `As the service listed it at ${stampWords(readAtEpochMs, timeZone)}:`, tone: 'dim' },
    ...targets.flatMap(({ id, increase }): readonly Paragraph[] => {
      if (increase === undefined) return [{ text: `${id}: no price increase is listed any more.`, tone: 'danger' }];
      const begins = momentOf(increase.contract_end_date, timeZone);
      const until = momentOf(increase.ask_end_date, timeZone);
      return [
        { text: `Instance ${id}`, tone: 'strong' },
        ...priceLines(increase).map((text) => ({ text, inset: 2 })),
        ...(kind === 'accept-increase'
          ? [
              { text: `From ${begins} on. Until then it costs what it does now.` },
              { text: `Its contract then lasts until ${until}.` },
            ]
          : [{ text: `Its contract ends ${begins}.` }]),
      ];
    }),
  ],
  consequences: ({ kind }, targets) =>
    kind === 'reject-increase'
      ? [{ text: ENDS, tone: 'warning' }]
      : targets.flatMap(({ increase }) =>
          increase === undefined ? [] : { text: costLine(increase), tone: 'warning' as const },
        ),
  costChange: ({ kind }, [target]) => {
    if (kind === 'reject-increase' || target?.increase === undefined) return undefined;
    const { increase } = target;
    // Of one that rests the GPUs are not burned.
    const burned = increase.is_running === true ? increase : { ...increase, new_gpu_cost: null };
    return { perHour: increase.is_running === undefined ? undefined : moreAnHour(burned, increase.disk_space) };
  },
  readsFirst: {
    reading: 'Reading the price increases that the service lists.',
    unread: 'Nothing was sent: a price increase is answered only where the service lists it first.',
    before: 'Nothing is sent before you have read it and confirmed.',
  },
  readsAgain: {
    areSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    again: 'Reading the price increases once more before anything is sent.',
    changed: () => [
      'Nothing was sent: it is no longer what you have read. Read what stands here now, then confirm again.',
    ],
  },
  afterwards: (target, end) => {
    if (end === 'accepted') return '';
    return target?.increase === undefined
      ? 'The list, read again, has it no more: it was answered, or its host took it back.'
      : 'The list, read again, still has it.';
  },

  words: {
    ...usualWords('A price increase is still being answered', 'instances.increase'),
    nothing: 'There is nothing to answer.',
    nothingToConfirm: 'There is nothing to answer: no price increase of it is listed any more.',
  },
  keys: usualKeys('instances', 'instances.increase', 'Change'),
  command: usualCommand('instance'),
};
