/** `gpudeck schedule`: announces a maintenance window with the checks, pacing and journal of the wizard. */
import { InvalidArgumentError, Option } from 'commander';
import { MAINTENANCE_CATEGORIES, type MaintenanceCategory } from '../../catalogue/window-fields.ts';
import { LENGTH_EXAMPLES, readLength, readMachineIds } from '../../maintenance/plan.ts';
import { START_EXAMPLES } from '../../maintenance/start.ts';
import { commandOf } from '../command.ts';
import type { ScheduleOptions } from '../run-schedule.ts';
import { each, type WriteFlags, writeOptionsOf } from '../shared-options.ts';

type Flags = WriteFlags & {
  readonly machine: readonly number[];
  readonly start: string;
  readonly hours: number;
  readonly category: MaintenanceCategory;
  readonly reason?: string;
};

const EXAMPLE = `
Examples:
  gpudeck schedule --machine 8207,8208 --start 'tomorrow 02:00' --hours 2 --category disk --reason 'new disks' --dry-run`;

/** The command. */
export const schedule = commandOf<ScheduleOptions>({
  addOptions: (parser, onOptions) => {
    parser
      .requiredOption('--machine <id,...>', 'ids of the machines', machineIds)
      .requiredOption('--start <time>', `start of the window, such as ${START_EXAMPLES}`)
      .requiredOption('--hours <length>', `length of the window, such as ${LENGTH_EXAMPLES}`, hours)
      .addOption(
        new Option('--category <category>', 'kind of work').choices(MAINTENANCE_CATEGORIES).makeOptionMandatory(),
      )
      .option('--reason <text>', 'reason in one line, which the renters may read', oneLine)
      .addOption(new Option('--dry-run', 'print the requests and send nothing').conflicts('yes'))
      .option('--yes', 'send without asking')
      .option('--again', 'also send what was already announced, or may have been')
      .addHelpText('after', EXAMPLE)
      .action(({ machine, start, hours: durationHours, category, reason = '', ...flags }: Flags) =>
        onOptions(writeOptionsOf(machine, { start, durationHours, category, reason }, flags)),
      );
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('../run-schedule.ts')).runSchedule(options, io),
});

/** Ids between commas or spaces; the option may be given several times. */
const machineIds = each((text): readonly number[] => {
  const { ids, problems } = readMachineIds(text);
  const [problem] = problems;
  if (problem !== undefined) throw new InvalidArgumentError(problem.message);
  if (ids.length === 0) throw new InvalidArgumentError('Expected machine ids, such as 8207,8208.');
  return ids;
});

const hours = (text: string): number => {
  const length = readLength(text);
  if (length.kind === 'length') return length.hours;
  throw new InvalidArgumentError(
    length.kind === 'problem' ? `${length.message} Examples: ${LENGTH_EXAMPLES}.` : 'Expected a length in hours.',
  );
};

const oneLine = (text: string): string => {
  if (/[\r\n]/.test(text)) throw new InvalidArgumentError('It must be a single line.');
  return text.trim();
};
