/** The command that announces a maintenance window: its options, and how they become `Options`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAINTENANCE_CATEGORIES, type MaintenanceCategory } from '../catalogue/maintenance-categories.ts';
import { LENGTH_EXAMPLES, readLength } from '../maintenance/length.ts';
import { readMachineIds } from '../maintenance/machine-ids.ts';
import { START_EXAMPLES } from '../maintenance/start/examples.ts';
import type { Context } from './marketplace-options.ts';

type ScheduleFlags = {
  readonly machine: readonly number[];
  readonly start: string;
  readonly hours: number;
  readonly category: MaintenanceCategory;
  readonly reason?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly again?: true;
};

const EXAMPLE = `
Example:
  gpudeck schedule --machine 8207,8208 --start 'tomorrow 02:00' --hours 2 --category disk --reason 'new disks' --dry-run`;

/** Adds `schedule` to `program`. */
export const addScheduleCommand = (program: Command, { common, address, onOptions }: Context): void => {
  program
    .command('schedule')
    .description('announce a maintenance window; the renters of the machines are notified')
    .requiredOption('--machine <id,...>', 'ids of the machines', machineIds)
    .requiredOption('--start <time>', `start, such as ${START_EXAMPLES}`)
    .requiredOption('--hours <length>', `length, such as ${LENGTH_EXAMPLES}`, hours)
    .addOption(new Option('--category <category>', 'kind').choices(MAINTENANCE_CATEGORIES).makeOptionMandatory())
    .option('--reason <text>', 'one line that the renters may read', oneLine)
    .addOption(new Option('--dry-run', 'print the requests and send nothing').conflicts('yes'))
    .option('--yes', 'send without asking')
    .option('--again', 'also send what was announced before, or may have been')
    .addHelpText('after', EXAMPLE)
    .action(({ machine, start, hours: durationHours, category, reason, dryRun, yes, again }: ScheduleFlags) => {
      onOptions({
        ...common(),
        command: 'schedule',
        address: address(),
        machineIds: machine,
        start,
        durationHours,
        category,
        reason: reason ?? '',
        consent: dryRun ? 'dry-run' : yes ? 'given' : 'ask',
        isRepeatWanted: again ?? false,
      });
    });
};

/** Ids between commas or spaces; the option may be given several times. */
const machineIds = (text: string, before: readonly number[] = []): readonly number[] => {
  const { ids, problems } = readMachineIds(text);
  const [problem] = problems;
  if (problem !== undefined) throw new InvalidArgumentError(problem.message);
  if (ids.length === 0) throw new InvalidArgumentError('It takes the ids of machines, such as 8207,8208.');
  return [...new Set([...before, ...ids])];
};

const hours = (text: string): number => {
  const length = readLength(text);
  if (length.kind === 'length') return length.hours;
  throw new InvalidArgumentError(
    length.kind === 'problem' ? `${length.message} Such as: ${LENGTH_EXAMPLES}.` : 'It takes a number of hours.',
  );
};

const oneLine = (text: string): string => {
  if (/[\r\n]/.test(text)) throw new InvalidArgumentError('It takes one line.');
  return text.trim();
};
