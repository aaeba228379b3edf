/** `gpudeck limits`: what limits what may be spent, and how much of it is used up. */
import { printable } from '../../base/text.ts';
import { utcTime } from '../../base/time.ts';
import { readFigures, readUser } from '../../limits/figures.ts';
import { comingTo, hoursLeftToday, type Standing } from '../../limits/judge.ts';
import { groupedDollars, hourly } from '../../money/money.ts';
import { type Limits, limitsFile, readLimits } from '../../storage/files/limits-file.ts';
import { createReservations, type OpenReservation, reservationsFile } from '../../storage/journal/reservations.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeText } from '../record-writer.ts';

const HELP = `
The file is limits.json in your usual config folder, which --config does not change; profiles and the file of another folder narrow it.
What costs more is refused before it is sent where it would break a limit, or where what the limit is of is not known.

Examples:
  gpudeck limits
  gpudeck limits --json | jq '.limits[] | {member, limit, used}'`;

type Used = ReturnType<typeof comingTo>;

/** What is used up of a member, in figures and in words; undefined where that says nothing. */
const USED: Readonly<
  Partial<
    Record<
      keyof Limits,
      { readonly of: (used: Used) => number | undefined; readonly words: (figure: number) => string }
    >
  >
> = {
  burn_per_hour: { of: ({ burn }) => burn, words: hourly },
  per_day: { of: ({ today }) => today, words: groupedDollars },
  instances: { of: ({ instances }) => instances, words: String },
  least_runway_hours: { of: ({ runwayHours }) => runwayHours, words: (hours) => `${hours.toFixed(1)} h` },
};

/** The command. */
export const limits = commandOf<{ readonly isJson: boolean }>({
  effect: { does: 'reads', prints: { object: 'limits' } },
  addOptions: (parser, onOptions) => {
    parser
      .option('--json', 'one JSON object: {"limits", "reserved", "hours_left_today", "as_of"}')
      .addHelpText('after', HELP)
      .action(({ json }: { readonly json?: true }) => onOptions({ isJson: json === true }));
  },
  isServiceCalled: () => true,
  run: async ({ isJson }, io) => {
    const { setup, clock } = io;
    const { limits: sources } = setup;
    const placed = sources === undefined ? [] : readLimits(sources);
    if ('problem' in placed) {
      io.writeError(
        `gpudeck limits: ${printable(placed.problem)} Until it is mended nothing that costs more is sent.\n`,
      );
      return EXIT.failed;
    }
    if (sources === undefined || placed.length === 0) {
      const file = sources === undefined ? 'limits.json' : limitsFile(sources.usual);
      if (isJson)
        await writeText(io.stdout, `${JSON.stringify({ limits: [], reserved: [], as_of: utcTime(clock.now()) })}\n`);
      else await writeText(io.stdout, `Nothing limits what is spent: there is no ${printable(file)}.\n`);
      return EXIT.done;
    }
    const { withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      const nowEpochMs = clock.now();
      const user = await readUser(client);
      const spender = { service: setup.service, account: user?.id === undefined ? '' : `u${user.id}` };
      const open = createReservations(reservationsFile(sources.usual)).open(spender, nowEpochMs);
      if ('problem' in open) {
        io.writeError(`gpudeck limits: ${printable(open.problem)}\n`);
        return EXIT.failed;
      }
      const standing: Standing = {
        figures: await readFigures(placed, user, client, nowEpochMs),
        reserved: open,
        nowEpochMs,
      };
      const used = comingTo({ perHour: 0, instances: 0 }, standing);
      const rows = placed.flatMap(({ place, limits: set }) =>
        Object.entries(set).map(([member, limit]) => ({ member, limit, place, used: usedOf(member, used) })),
      );
      await writeText(io.stdout, isJson ? asJson(rows, open, nowEpochMs) : asLines(rows, open));
      return EXIT.done;
    });
  },
});

type Row = {
  readonly member: string;
  readonly limit: unknown;
  readonly place: string;
  /** Absent where nothing is used up of it, `figure` undefined where that is not known. */
  readonly used: { readonly figure: number | undefined; readonly words: string } | undefined;
};

const usedOf = (member: string, used: Used): Row['used'] => {
  // The names of a set of limits.
  const telling = USED[member as keyof Limits];
  if (telling === undefined) return undefined;
  const figure = telling.of(used);
  if (figure === Number.POSITIVE_INFINITY) return { figure, words: 'without an end' };
  return { figure, words: figure === undefined ? 'not known: what costs more is refused' : telling.words(figure) };
};

const asJson = (rows: readonly Row[], open: readonly OpenReservation[], nowEpochMs: number): string =>
  `${JSON.stringify(
    {
      limits: rows.map(({ used, ...row }) => ({ ...row, used: used?.figure ?? null })),
      reserved: open.map(({ act, perHour = null, instances, madeAtEpochMs }) => ({
        ...{ act, per_hour: perHour, instances, at: utcTime(madeAtEpochMs) },
      })),
      hours_left_today: hoursLeftToday(nowEpochMs),
      as_of: utcTime(nowEpochMs),
    },
    undefined,
    2,
  )}\n`;

const asLines = (rows: readonly Row[], open: readonly OpenReservation[]): string => {
  const width = Math.max(...rows.map(({ member }) => member.length));
  const limit = (row: Row): string => {
    const telling = USED[row.member as keyof Limits];
    return telling !== undefined && typeof row.limit === 'number'
      ? telling.words(row.limit)
      : JSON.stringify(row.limit);
  };
  const lines = rows.map((row) => {
    const now = row.used === undefined ? '' : `   now ${row.used.words}`;
    return `${row.member.padEnd(width)}  ${printable(limit(row))}${now}   ${printable(row.place)}`;
  });
  const held = open.map(({ act, perHour, madeAtEpochMs }) => {
    const rate = perHour === undefined ? 'an unknown rate' : hourly(perHour);
    return `Counts as spent: ${act}, ${rate}, sent at ${utcTime(madeAtEpochMs)}, whose outcome is not known.`;
  });
  return `${[...lines, ...held].join('\n')}\n`;
};
