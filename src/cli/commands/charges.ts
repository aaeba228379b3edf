/** `gpudeck charges`: what contracts have cost in whole days, put together by contract, kind, label or day. */
import type { ServiceAccess } from '../../access/service-access.ts';
import { CALLS } from '../../api/calls.ts';
import {
  type ChargeGroup,
  type ChargeGrouping,
  chargesBy,
  chargesTogether,
  contractRecord,
} from '../../money/charge-groups.ts';
import { type AskMoney, type DayCharges, readCharges, readChargesByDay } from '../../money/charges.ts';
import { type DaySpan, dayName } from '../../money/days.ts';
import { accountOf, openKeptDays } from '../../money/kept-days.ts';
import { chargesFolder } from '../../storage/files/places.ts';
import type { CommandIo } from '../io.ts';
import { amountColumn, type ReportColumn, reportCommand } from '../money-report.ts';

/** The command. */
export const charges = reportCommand<ChargeGrouping | 'day'>({
  effect: { does: 'reads', prints: { object: 'charges' } },
  name: 'charges',
  noun: 'charges',
  usualDays: 30,
  groupings: ['instance', 'kind', 'label', 'day'],
  examples: ['charges --by kind --from 2026-11-01', 'charges --by day --from 7d --csv'],
  read: async ({ ask, span, by, isOpen, access, io }) => {
    const notes = ['SLA premiums are in neither the charges nor the burn.'];
    if (by !== 'day') {
      const told = await readCharges(ask, span);
      if (told.kind !== 'told') return told;
      const rows = chargesBy(told.rows, by).map((group) => recordOf(group, by));
      return { ...told, columns: COLUMNS[by], rows, notes };
    }
    const told = await readDayByDay(ask, span, access, io);
    if (told.kind !== 'told') return told;
    const isWhole = told.days.every((day) => day.isWhole);
    const rows = told.days.map((day) => dayRecordOf(day, isOpen(day.day)));
    return { kind: 'told', columns: DAY_COLUMNS, rows, isWhole, notes };
  },
});

/** A day that was kept is not asked for. */
const readDayByDay = async (ask: AskMoney, span: DaySpan, access: ServiceAccess, io: CommandIo) => {
  const account = accountOf((await ask(CALLS.user, undefined))?.id, access);
  const kept = openKeptDays(chargesFolder(io.setup.places), io.setup.service, account);
  const count = span.toDay - span.fromDay + 1;
  let done = 0;
  const onDay = () => io.showProgress?.(`day ${++done} of ${count}`);
  return readChargesByDay(ask, span, { kept, nowMs: io.clock.now(), onDay }).finally(async () => {
    io.showProgress?.('');
    await kept.write();
  });
};

const KIND_COLUMNS = [
  amountColumn('gpu', 'GPU'),
  amountColumn('disk', 'Disk'),
  amountColumn('bwd', 'Down'),
  amountColumn('bwu', 'Up'),
];

const AMOUNT = amountColumn('amount', 'Amount');
const VOLUME = amountColumn('volume', 'Volumes');

const COLUMNS: Readonly<Record<ChargeGrouping, readonly ReportColumn[]>> = {
  instance: [
    { name: 'source', heading: 'Contract', width: 18 },
    AMOUNT,
    ...KIND_COLUMNS,
    { name: 'type', heading: 'Type', width: 10 },
    { name: 'label', heading: 'Label', width: 24 },
  ],
  kind: [{ name: 'kind', heading: 'Kind', width: 12 }, AMOUNT],
  label: [{ name: 'label', heading: 'Label', width: 24 }, AMOUNT, ...KIND_COLUMNS, VOLUME],
};

const recordOf = (group: ChargeGroup, by: ChargeGrouping) => ({
  ...contractRecord(group),
  ...(by === 'instance' ? {} : { [by]: group.name }),
});

const DAY_COLUMNS: readonly ReportColumn[] = [
  { name: 'day', heading: 'Day (UTC)', width: 10 },
  AMOUNT,
  ...[...KIND_COLUMNS, VOLUME],
  { name: 'note', heading: '', width: 13, for: 'people' },
  { name: 'complete', heading: '', width: 5, for: 'programs' },
];

const dayRecordOf = ({ day, rows, isWhole }: DayCharges, isOpen: boolean) => {
  const { isTold, kinds, amount } = chargesTogether(rows);
  const note = isOpen ? 'not over yet' : isWhole ? '' : 'not all told';
  return { ...kinds, day: dayName(day), amount: isTold ? amount : null, note, complete: isWhole && !isOpen };
};
