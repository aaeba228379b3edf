/** `gpudeck waste`: what is paid for and of no use, what it costs a day, and what ends it. */
import { CALLS } from '../../api/calls.ts';
import { isListWhole } from '../../api/records/replies.ts';
import { printable } from '../../base/text.ts';
import { utcTime } from '../../base/time.ts';
import { toTheCent } from '../../money/money.ts';
import {
  type Waste,
  type WasteFound,
  wasteCommand,
  wasteName,
  wasteOf,
  wasteRecord,
  wasteTotal,
  wasteWords,
} from '../../money/waste.ts';
import { ensureOwnFolder } from '../../storage/files/private-file.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeText } from '../record-writer.ts';

const HELP = `
Nothing is changed by it. How long an instance has been idle, outbid or loading is known as far as gpudeck has looked: each list of
instances, in the terminal UI or printed by a command, is such a look. What looks wasted and was not watched for long enough is told apart.

Examples:
  gpudeck waste
  gpudeck waste --json | jq -r '.rows[].command'`;

/** The command. */
export const waste = commandOf<{ readonly isJson: boolean }>({
  effect: { does: 'reads', prints: { object: 'waste' } },
  addOptions: (parser, onOptions) => {
    parser
      .option('--json', 'one JSON object: {"rows", "unsure", "total_per_day", "complete", "as_of"}')
      .addHelpText('after', HELP)
      .action(({ json }: { readonly json?: true }) => onOptions({ isJson: json === true }));
  },
  isServiceCalled: () => true,
  run: async ({ isJson }, io) => {
    const { listForCommand, withService } = await import('../with-service.ts');
    const { places, service, timeZone } = io.setup;
    try {
      // What is seen now is what the next run knows of.
      ensureOwnFolder(places.stateFolder);
    } catch {
      // Then the next run knows of nothing.
    }
    return withService(io, async ({ client }, samples) => {
      const instances = await listForCommand(CALLS.instances, client, io);
      const volumes = await listForCommand(CALLS.volumes, client, io);
      const nowMs = io.clock.now();
      const found = wasteOf(instances.records, volumes.records, samples.of(service), nowMs);
      const isWhole = isListWhole(instances) && isListWhole(volumes);
      if (!isWhole)
        io.writeError('gpudeck: a list came without all of its entries: there may be more than what is printed here\n');
      await writeText(io.stdout, isJson ? asJson(found, isWhole, nowMs) : asLines(found, nowMs, timeZone));
      return EXIT.done;
    });
  },
});

const asJson = ({ rows, unsure }: WasteFound, isWhole: boolean, nowMs: number): string => {
  const { perDay, isLeast } = wasteTotal(rows);
  return `${JSON.stringify(
    {
      rows: rows.map(wasteRecord),
      unsure: unsure.map(wasteRecord),
      total_per_day: perDay,
      complete: isWhole && !isLeast,
      as_of: utcTime(nowMs),
    },
    undefined,
    2,
  )}\n`;
};

const COST_CELLS = 10;

const asLines = ({ rows, unsure }: WasteFound, nowMs: number, timeZone: string): string => {
  const lines = (one: Waste): readonly string[] => {
    const cost = one.perDay === undefined ? 'not known' : toTheCent(one.perDay);
    const label = one.label === undefined ? '' : ` (${printable(one.label)})`;
    return [
      `${cost.padStart(COST_CELLS)}  ${wasteName(one)}${label}: ${wasteWords(one, nowMs, timeZone)}`,
      `${' '.repeat(COST_CELLS)}  gpudeck ${wasteCommand(one)}`,
    ];
  };
  const { perDay, isLeast } = wasteTotal(rows);
  const told =
    rows.length === 0
      ? ['Nothing is wasted, as far as it was watched.']
      : [
          `${'A day'.padStart(COST_CELLS)}`,
          ...rows.flatMap(lines),
          `${`${isLeast ? '>= ' : ''}${toTheCent(perDay)}`.padStart(COST_CELLS)}  together. Nothing was changed.`,
        ];
  const more = unsure.length === 0 ? [] : ['', 'Not watched for long enough yet:', ...unsure.flatMap(lines)];
  return `${[...told, ...more].join('\n')}\n`;
};
