/** What the commands about money share: which days are meant, how they ask, and how rows with an amount are printed. */
import { Option, type Command as Parser } from 'commander';
import type { ServiceAccess } from '../access/service-access.ts';
import type { Client } from '../api/client.ts';
import type { Column, ServiceRecord } from '../catalogue/columns.ts';
import { inDollars, sumOf } from '../money/amount.ts';
import type { AskMoney, Told } from '../money/charges.ts';
import { type DaySpan, dayAt, dayName, isOpenDay } from '../money/days.ts';
import { amountWords } from '../money/money.ts';
import { type Command, commandOf } from './command.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { leadingColumns, tableLayout } from './print.ts';
import { createRecordWriter, writeText } from './record-writer.ts';
import { addExamples } from './shared-options.ts';

/** As the parser hands them on. */
export type ReportFlags = { readonly json?: true; readonly csv?: true };
type DaysFlags = ReportFlags & { readonly from?: string; readonly to?: string };

/** Adds the formats. */
export const addReportOptions = (parser: Parser, json: string): Parser =>
  parser
    .addOption(new Option('--json', `one JSON object: ${json}`).conflicts('csv'))
    .option('--csv', 'CSV, in dollars');

/** What a command says that reports whole days. */
type ReportOfDays<By extends string> = Pick<Command, 'effect'> & {
  readonly name: string;
  /** What it asks for, in words. */
  readonly noun: string;
  readonly usualDays: number;
  /** What the rows can be put together by, the usual one first. */
  readonly groupings?: readonly [By, ...By[]];
  /** Members of its JSON besides those of every report. */
  readonly members?: string;
  /** The command lines of its help, without the program's name. */
  readonly examples: readonly string[];
  readonly read: (asked: AskedReport<By>) => Promise<Told<Report>>;
};

/** What one report is made of. */
type AskedReport<By> = {
  readonly ask: AskMoney;
  readonly span: DaySpan;
  readonly by: By;
  readonly isOpen: (day: number) => boolean;
  readonly access: ServiceAccess;
  readonly io: CommandIo;
};

/** The command that `parts` describe. */
export const reportCommand = <By extends string = never>(parts: ReportOfDays<By>): Command =>
  commandOf<DaysFlags & { readonly by: By }>({
    effect: parts.effect,
    addOptions: (parser, onOptions) => {
      const { name, usualDays, groupings, members = '' } = parts;
      parser
        .option('--from <day>', `the first day, in UTC: 2026-11-01, yesterday or 30d (default: ${usualDays} days)`)
        .option('--to <day>', 'the last day, in UTC (default: today)');
      if (groupings !== undefined)
        parser.addOption(
          new Option('--by <what>', 'what they are put together by').choices(groupings).default(groupings[0]),
        );
      addReportOptions(parser, `{"rows", "total", "from", "to", "complete"${members}}`).action(onOptions);
      addExamples(parser, name, ...parts.examples);
    },
    isServiceCalled: () => true,
    run: async (options, io) => {
      const span = await readDays(options, parts.usualDays, parts.name, io);
      if (span === undefined) return EXIT.badUsage;
      const { withService } = await import('./with-service.ts');
      return withService(io, async (access) => {
        const isOpen = (day: number): boolean => isOpenDay(day, io.clock.now());
        const asked = { span, by: options.by, isOpen, access, io };
        const told = await parts.read({ ...asked, ask: await askingFor(access.client, io) });
        if (told.kind === 'told') return writeReport(told, { span, isOpen, noun: parts.noun }, options, io);
        io.writeError(`gpudeck: ${refusalWords(told.kind, parts.noun)}\n`);
        return EXIT.failed;
      });
    },
  });

/** The days that are meant; undefined where the words mean none, which has been told for `command`. */
export const readDays = async (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  usualDays: number,
  command: string,
  { clock, writeError }: Pick<CommandIo, 'clock' | 'writeError'>,
): Promise<DaySpan | undefined> => {
  const nowEpochMs = clock.now();
  const { readMoment } = await import('../base/read-moment.ts');
  const dayOf = (typed: string | undefined, usual: number): number | string => {
    if (typed === undefined) return usual;
    const reading = readMoment(typed, { timeZone: 'UTC', nowEpochMs, side: 'behind' });
    if (reading.kind === 'moment') return dayAt(reading.epochS * 1000);
    return reading.kind === 'problem' ? reading.message : 'It is empty.';
  };
  const today = dayAt(nowEpochMs);
  const toDay = dayOf(to, today);
  const fromDay = dayOf(from, typeof toDay === 'number' ? toDay - usualDays + 1 : 0);
  const refuse = (what: string): undefined => {
    writeError(`gpudeck ${command}: ${what} Write 2026-11-01, yesterday or 30d.\n`);
    return undefined;
  };
  if (typeof fromDay === 'string') return refuse(`--from ${from}: ${fromDay}`);
  if (typeof toDay === 'string') return refuse(`--to ${to}: ${toDay}`);
  if (fromDay > toDay) return refuse(`--from ${dayName(fromDay)} is after --to ${dayName(toDay)}.`);
  return { fromDay, toDay };
};

/** Asks within a minute and few tries for each call. */
export const askingFor = async (client: Client, io: CommandIo): Promise<AskMoney> => {
  const { readForCommand } = await import('./with-service.ts');
  return (call, request) =>
    readForCommand({ read: call.name, call: (wishes) => client.read(call, request, wishes) }, client, io);
};

/** Why there is nothing, in words; `what` is what was asked for. */
const refusalWords = (kind: Exclude<Told<unknown>['kind'], 'told'>, what: string): string =>
  kind === 'host'
    ? `this key is a host's, whom the service tells no ${what}: gpudeck earnings prints what the machines earn`
    : `this service has no call that tells the ${what}: they are not known`;

/** One column of a report: its name in JSON and CSV, and its heading. An amount is shown with three decimals, as it comes. */
export type ReportColumn = {
  readonly name: string;
  readonly heading: string;
  readonly width: number;
  readonly isAmount?: true;
  /** Absent: both. */
  readonly for?: 'people' | 'programs';
};

/** Rows with an `amount`, and what they come to. What nobody has told is null. */
type Report = {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (ServiceRecord & { readonly amount: number | null })[];
  /** The service has told all of it. */
  readonly isWhole: boolean;
  /** Further members of the JSON. */
  readonly more?: ServiceRecord;
  /** Lines below the table. */
  readonly notes: readonly string[];
};

const AMOUNT_DECIMALS = 3;

/** An amount is never cut: its column is as wide as the widest of `rows`. */
const columnOf = ({ name, heading, width, isAmount }: ReportColumn, rows: Report['rows']): Column => {
  const cell = ({ [name]: value }: ServiceRecord): string =>
    typeof value === 'number' && isAmount
      ? amountWords(value, AMOUNT_DECIMALS)
      : String(value ?? '') || (heading === '' ? '' : '-');
  return {
    ...{ id: name, heading, align: isAmount ? 'right' : 'left', sortField: undefined, firstDirection: 'desc' },
    width: isAmount ? rows.reduce((most, row) => Math.max(most, cell(row).length), width) : width,
    cell,
  };
};

const PIPE_WIDTH = 160;

/** Prints it as `flags` say. It is complete where no day is still to come. */
const writeReport = async (
  { columns, rows, isWhole, more, notes }: Report,
  { span, isOpen, noun }: Pick<AskedReport<unknown>, 'span' | 'isOpen'> & { readonly noun: string },
  flags: ReportFlags & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const total = inDollars(sumOf(rows.map(({ amount }) => amount ?? 0)));
  const missing = [
    ...(isOpen(span.toDay) ? [`The last day is not over: its ${noun} are not all yet.`] : []),
    ...(isWhole ? [] : ['The service did not tell all of it: the list was cut, or an amount is missing.']),
  ];
  const isComplete = missing.length === 0;
  const { stdout } = io;
  const [from, to] = [dayName(span.fromDay), dayName(span.toDay)];
  const told = columns.filter((column) => column.for !== 'people');
  const records = rows.map((record) => ({ record, text: '' }));
  if (flags.json) {
    const json = { rows: rows.map((row) => memberOf(row, told)), total, from, to, complete: isComplete, ...more };
    await writeText(stdout, `${JSON.stringify(json, undefined, 2)}\n`);
  } else if (flags.csv) {
    const { csvLayout } = await import('../formats/csv.ts');
    const writer = createRecordWriter(csvLayout(told.map(({ name }) => name)), stdout);
    await writer.add(records);
    await writer.end();
  } else {
    const width = io.columns ?? PIPE_WIDTH;
    const shown = leadingColumns(
      columns.filter(({ for: whom }) => whom !== 'programs').map((column) => columnOf(column, rows)),
      width,
    );
    const hasColour = flags.hasColour && io.columns !== undefined;
    const layout = tableLayout(shown, { width, isAscii: flags.isAscii, hasColour });
    const sum = `${amountWords(total, AMOUNT_DECIMALS)} from ${from} to ${to}, whole days in UTC`;
    const lines = [...(rows.length === 0 ? [] : ['']), isComplete ? sum : `${sum}: not all yet`, ...missing, ...notes];
    const writer = createRecordWriter(layout, stdout);
    if (records.length > 0) {
      await writer.add(records);
      await writer.end();
    }
    await writeText(stdout, `${lines.join('\n')}\n`);
  }
  return EXIT.done;
};

const memberOf = (row: ServiceRecord, columns: readonly ReportColumn[]): ServiceRecord =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));

/** A column of dollars. */
export const amountColumn = (name: string, heading: string): ReportColumn => ({
  ...{ name, heading, width: 11, isAmount: true },
});
