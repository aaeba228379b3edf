/** `gpudeck balance`: what is left, what is spent per hour, and how long it lasts. */
import { CALLS } from '../../api/calls.ts';
import { unlessFailed } from '../../api/errors/explain.ts';
import type { UserMoney } from '../../api/records/money-shapes.ts';
import { wholeRecords } from '../../api/records/replies.ts';
import { utcTime } from '../../base/time.ts';
import { type Burn, burnOf, burnTold } from '../../money/burn.ts';
import { readIsHost } from '../../money/charges.ts';
import { amountWords } from '../../money/money.ts';
import { type Runway, runwayOf } from '../../money/runway.ts';
import { standingOf } from '../../money/standing.ts';
import { burnWords, runwayLines, standingWords } from '../../money/told.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { addReportOptions, askingFor, type ReportFlags } from '../money-report.ts';
import { writeText } from '../record-writer.ts';
import { addExamples } from '../shared-options.ts';

/** The command. */
export const balance = commandOf<ReportFlags>({
  effect: { does: 'reads', prints: { object: 'balance' } },
  addOptions: (parser, onOptions) => {
    addReportOptions(parser, '{"credit", "balance", "burn_per_hour", "runway", "as_of"}').action(onOptions);
    addExamples(parser, 'balance', "balance --json | jq '.runway.hours'");
  },
  isServiceCalled: () => true,
  run: async (flags, io) => {
    const { listForCommand, withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      const ask = await askingFor(client, io);
      const user = await ask(CALLS.user, undefined);
      const atMs = io.clock.now();
      const told = await ask(CALLS.spendRate, undefined);
      // Premiums stand in the records alone.
      const listed = wholeRecords(await listForCommand(CALLS.instances, client, io));
      const burn =
        burnTold(told, listed) ?? burnOf(listed, wholeRecords(await listForCommand(CALLS.volumes, client, io)));
      const standing = standingOf(user, await unlessFailed(() => readIsHost(ask, user, atMs)));
      const runway = runwayOf(standing, burn, atMs);
      const row = balanceOf(user, burn, runway, atMs);
      if (flags.json) await writeText(io.stdout, `${JSON.stringify(row, undefined, 2)}\n`);
      else if (flags.csv) await writeText(io.stdout, await asCsv(row));
      else {
        const left = standing === undefined ? 'not known: the service does not tell it' : standingWords(standing);
        const besides = standing?.what === 'credit' && user?.balance ? `; balance ${amountWords(user.balance)}` : '';
        const [first = '', ...more] = runwayLines({ standing, burn, runway }, atMs, io.setup.timeZone);
        const lines = [
          `Left    ${left}${besides}`,
          `Burn    ${burnWords(burn)}`,
          `Runway  ${first}`,
          ...more.map((line) => `        ${line}`),
        ];
        await writeText(io.stdout, `${lines.join('\n')}\n`);
      }
      return EXIT.done;
    });
  },
});

const burnTexts = ({ gpu, disk, volumes, sla, total, source }: Burn) => ({
  ...{ gpu: gpu ?? null, disk: disk ?? null, volumes: volumes ?? null, sla: sla ?? null, total, source },
});

const runwayTexts = ({ hours, untilMs, hoursIfStopped }: Runway) => ({
  hours: Number.isFinite(hours) ? hours : null,
  until: untilMs === undefined ? null : utcTime(untilMs),
  hours_if_stopped: hoursIfStopped !== undefined && Number.isFinite(hoursIfStopped) ? hoursIfStopped : null,
});

/** What nobody has told is null. */
const balanceOf = (user: UserMoney | undefined, burn: Burn, runway: Runway | undefined, atMs: number) => ({
  ...{ credit: user?.credit ?? null, balance: user?.balance ?? null },
  burn_per_hour: burnTexts(burn),
  runway: runway === undefined ? null : runwayTexts(runway),
  as_of: utcTime(atMs),
});

const asCsv = async ({
  burn_per_hour: burn,
  runway,
  as_of,
  ...there
}: ReturnType<typeof balanceOf>): Promise<string> => {
  const { csvLayout } = await import('../../formats/csv.ts');
  const lasting = runway ?? { hours: null, until: null, hours_if_stopped: null };
  const record = { ...there, ...burn, ...lasting, as_of };
  const { head, rows } = csvLayout(Object.keys(record));
  return head + rows([{ record, text: '' }]);
};
