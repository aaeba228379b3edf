/** `gpudeck charges`: what contracts have cost in whole days, put together by contract, kind, label or day. */
import { Option } from 'commander';
import { CALLS } from '../../api/calls.ts';
import type { Charge } from '../../api/records/money-shapes.ts';
import { inDollars, sumOf } from '../../money/amount.ts';
import { type ChargeGroup, type ChargeGrouping, chargesBy, chargesTogether } from '../../money/charge-groups.ts';
import { type DayCharges, readCharges, readChargesByDay } from '../../money/charges.ts';
import { type DaySpan, dayName, isOpenDay } from '../../money/days.ts';
import { accountOf, openKeptDays } from '../../money/kept-days.ts';
import { chargesFolder } from '../../storage/files/places.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import {
  addDaysOptions,
  addReportOptions,
  amountColumn,
  askingFor,
  type DaysFlags,
  type Report,
  type ReportColumn,
  readDays,
  refusalWords,
  writeReport,
} from '../money-report.ts';
import { addExamples } from '../shared-options.ts';

const GROUPINGS = ['instance', 'kind', 'label', 'day'] as const;

type Options = DaysFlags & { readonly by: (typeof GROUPINGS)[number] };

const USUAL_DAYS = 30;

const NOTES = ['SLA premiums are in neither the charges nor the burn.'];

/** The command. */
export const charges = commandOf<Options>({
  addOptions: (parser, onOptions) => {
    addDaysOptions(parser, `${USUAL_DAYS} days`).addOption(
      new Option('--by <what>', 'what they are put together by').choices(GROUPINGS).default('instance'),
    );
    addReportOptions(parser, '{"rows", "total", "from", "to", "complete"}').action(onOptions);
    addExamples(parser, 'charges', 'charges --by kind --from 2026-11-01', 'charges --by day --from 30d --csv');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const span = await readDays(options, USUAL_DAYS, 'charges', io);
    if (span === undefined) return EXIT.badUsage;
    const { withService } = await import('../with-service.ts');
    return withService(io, async (access) => {
      const ask = await askingFor(access.client, io);
      const refuse = (kind: 'missing' | 'host') => {
        io.writeError(`gpudeck: ${refusalWords(kind, 'charges')}\n`);
        return EXIT.failed;
      };
      if (options.by !== 'day') {
        const told = await readCharges(ask, span);
        return told.kind === 'told'
          ? writeReport(reportBy(told, options.by, span, io), options, options, io)
          : refuse(told.kind);
      }
      const account = accountOf((await ask(CALLS.user, undefined))?.id, access);
      const kept = openKeptDays(chargesFolder(io.setup.places), io.setup.service, account);
      const count = span.toDay - span.fromDay + 1;
      let done = 0;
      const onDay = () => io.showProgress?.(`day ${++done} of ${count}`);
      const told = await readChargesByDay(ask, span, { kept, nowMs: io.clock.now(), onDay }).finally(async () => {
        io.showProgress?.('');
        await kept.write();
      });
      return told.kind === 'told'
        ? writeReport(reportByDay(told.days, span, io), options, options, io)
        : refuse(told.kind);
    });
  },
});

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

const recordOf = ({ name, type, label, amount, isTold, kinds }: ChargeGroup, by: ChargeGrouping) => ({
  ...kinds,
  ...(by === 'instance' ? { source: name, type: type ?? null, label: label ?? null } : { [by]: name }),
  amount: isTold ? amount : null,
});

const isOpen = (span: DaySpan, { clock }: CommandIo): boolean => isOpenDay(span.toDay, clock.now());

const OPEN_NOTE = 'The last day is not over: what it costs is not all yet.';

const reportBy = (
  { rows, isWhole }: { readonly rows: readonly Charge[]; readonly isWhole: boolean },
  by: ChargeGrouping,
  span: DaySpan,
  io: CommandIo,
): Report => ({
  ...{ columns: COLUMNS[by], rows: chargesBy(rows, by).map((group) => recordOf(group, by)), span },
  total: chargesTogether(rows).amount,
  isComplete: isWhole && !isOpen(span, io),
  notes: [...NOTES, ...(isOpen(span, io) ? [OPEN_NOTE] : []), ...(isWhole ? [] : [CUT_NOTE])],
});

const CUT_NOTE = 'The service did not tell all of it: the list was cut, or an amount is missing.';

const DAY_COLUMNS: readonly ReportColumn[] = [
  { name: 'day', heading: 'Day (UTC)', width: 10 },
  AMOUNT,
  ...[...KIND_COLUMNS, VOLUME],
  { name: 'note', heading: '', width: 13, for: 'people' },
  { name: 'complete', heading: '', width: 5, for: 'programs' },
];

const reportByDay = (days: readonly DayCharges[], span: DaySpan, io: CommandIo): Report => {
  const rows = days.map(({ day, rows: own, isWhole }) => {
    const { isTold, kinds, ...told } = chargesTogether(own);
    const amount = isTold ? told.amount : null;
    const isOver = !isOpenDay(day, io.clock.now());
    const note = isOver ? (isWhole ? '' : 'not all told') : 'not over yet';
    return { ...kinds, day: dayName(day), amount, note, complete: isWhole && isOver };
  });
  const isWhole = days.every((day) => day.isWhole);
  return {
    ...{ columns: DAY_COLUMNS, rows, span },
    total: inDollars(sumOf(rows.map(({ amount }) => amount ?? 0))),
    isComplete: rows.every(({ complete }) => complete),
    notes: [...NOTES, ...(isOpen(span, io) ? [OPEN_NOTE] : []), ...(isWhole ? [] : [CUT_NOTE])],
  };
};
