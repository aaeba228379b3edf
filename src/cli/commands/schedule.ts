/** `gpudeck schedule`: announces a maintenance window with the checks, pacing and journal of the wizard. */
import { InvalidArgumentError, Option } from 'commander';
import { MAINTENANCE_CATEGORIES, type MaintenanceCategory } from '../../catalogue/window-fields.ts';
import { LENGTH_EXAMPLES, readLength } from '../../maintenance/plan.ts';
import { START_EXAMPLES } from '../../maintenance/start.ts';
import { commandOf } from '../command.ts';
import type { ScheduleOptions } from '../run-schedule.ts';
import { each, meant, type WriteFlags, writeOptionsOf } from '../shared-options.ts';
import { machineIds } from './withdraw.ts';

type Flags = WriteFlags & {
  readonly machine: readonly (number | string)[];
  readonly start: string;
  readonly hours: number;
  readonly category: MaintenanceCategory;
  readonly reason?: string;
};

const EXAMPLE = `
Examples:
  gpudeck schedule --machine 8207,8208 --start 'tomorrow 02:00' --hours 2 --category disk --reason 'new disks' --dry-run
  gpudeck schedule --machine 'gpu_name=RTX_5090 geolocation=US' --start +36h --hours 1h --category power --dry-run`;

/** The command. */
export const schedule = commandOf<ScheduleOptions>({
  effect: { does: 'writes', notifies: true, prints: { lines: 'announcement' } },
  addOptions: (parser, onOptions) => {
    parser
      .requiredOption(
        '--machine <id,...|filter>',
        'ids of the machines, or a filter that chooses from your own',
        machines,
      )
      .requiredOption('--start <time>', `start of the window, such as ${START_EXAMPLES}`)
      .requiredOption('--hours <length>', `length of the window, such as ${LENGTH_EXAMPLES}`, hours)
      .addOption(
        new Option('--category <category>', 'kind of work').choices(MAINTENANCE_CATEGORIES).makeOptionMandatory(),
      )
      .option('--reason <text>', 'reason in one line, which the renters may read', oneLine)
      .addOption(new Option('--dry-run', 'print the requests and send nothing').conflicts(['yes', 'plan']))
      .addOption(new Option('--plan', 'send nothing, and keep what would be sent for gpudeck apply').conflicts('yes'))
      .option('--yes', 'send without asking')
      .option('--again', 'also send what was already announced, or may have been')
      .option('--json', 'print a line of JSON for each on a terminal too')
      .addHelpText('after', EXAMPLE)
      .action(({ machine, start, hours: durationHours, category, reason = '', ...flags }: Flags) =>
        onOptions({
          ...writeOptionsOf(
            machine.filter((one) => typeof one === 'number'),
            { start, durationHours, category, reason },
            flags,
          ),
          filters: machine.filter((one) => typeof one === 'string'),
        }),
      );
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('../run-schedule.ts')).runSchedule(options, io),
});

/** Ids between commas or spaces, or a clause; the option may be given several times. */
const machines = each((text): readonly (number | string)[] => {
  if (BEGINS_FILTER.test(text)) return [text];
  const ids = machineIds(text);
  if (ids.length === 0) throw new InvalidArgumentError('Expected machine ids, such as 8207,8208.');
  return ids;
});

/** An id begins with none of these, and every filter does. */
const BEGINS_FILTER = /^\s*[!"'a-z]/i;

const hours = (text: string): number => {
  const length = readLength(text);
  if (length.kind === 'length') return length.hours;
  throw new InvalidArgumentError(
    length.kind === 'problem' ? `${length.message} Examples: ${LENGTH_EXAMPLES}.` : 'Expected a length in hours.',
  );
};

const oneLine = (text: string): string =>
  meant(/[\r\n]/.test(text) ? { problem: 'It must be a single line.' } : text.trim());
