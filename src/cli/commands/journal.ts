/** `gpudeck journal`: prints what was sent from here: by whom, when, and what came of it. It calls no service, and changes nothing. */
import { TRACE_COLUMNS, TRACE_FIELDS } from '../../catalogue/trace-fields.ts';
import { ACTS } from '../../storage/files/limits-file.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import {
  addExamples,
  addOutputOptions,
  expecting,
  namesOf,
  type Output,
  type OutputFlags,
  readOutput,
  wholeNumber,
} from '../shared-options.ts';

type Wish = { readonly from?: string; readonly to?: string; readonly kind?: string; readonly id?: number };

/** What may have been noted; a cover is asked for with what is rented. */
const KINDS: readonly string[] = [...ACTS, 'cover'];

const readKind = expecting(`Expected one of ${KINDS.join(', ')}.`, (text) => KINDS.find((kind) => kind === text));

/** Days that are told where none is named. */
const USUAL_DAYS = 30;

/** The command. */
export const journal = commandOf<Wish & { readonly output: Output }>({
  effect: { does: 'reads', prints: { array: 'journal' } },
  addOptions: (parser, onOptions) => {
    addOutputOptions(parser, namesOf(TRACE_FIELDS))
      .option('--from <day>', `the first day, in UTC: 2026-11-01, yesterday or 30d (default: ${USUAL_DAYS} days)`)
      .option('--to <day>', 'the last day, in UTC (default: today)')
      .option('--kind <kind>', 'only this kind, such as rent, stop, destroy or label', readKind)
      .option('--id <id>', 'only what was done to the instance, machine or offer of this id', wholeNumber(0))
      .action(({ from, to, kind, id, ...flags }: Wish & OutputFlags) =>
        onOptions({
          output: readOutput(flags),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(kind !== undefined && { kind }),
          ...(id !== undefined && { id }),
        }),
      );
    addExamples(parser, 'journal', 'journal --from yesterday --kind destroy', 'journal --id 4711 --json');
  },
  // None is called, but the journal is that of the one that the user names.
  isServiceCalled: () => true,
  run: async ({ from, to, kind, id, ...options }, io) => {
    const { readDays } = await import('../money-report.ts');
    const days = await readDays({ from, to }, USUAL_DAYS, 'journal', io);
    if (days === undefined) return EXIT.badUsage;
    const { journalOf } = await import('../sending.ts');
    const { recordsOf } = await import('./journal/records.ts');
    const { writeRecords } = await import('../print.ts');
    const records = recordsOf(journalOf(io), { days, kind, id });
    if ('problem' in records) {
      io.writeError(`gpudeck journal: ${records.problem}\n`);
      return EXIT.failed;
    }
    const { columns } = TRACE_COLUMNS;
    const findColumn = (name: string) => columns.find((column) => column.id === name);
    if (records.length === 0) io.writeError('gpudeck journal: nothing was sent from here in these days\n');
    await writeRecords(records, { ...TRACE_COLUMNS, fields: TRACE_FIELDS, findColumn }, options, io);
    return EXIT.done;
  },
});
