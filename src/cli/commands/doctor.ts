/** `gpudeck doctor`: looks at everything that a run depends on, says what is wrong and what mends it, and changes nothing. */
import { bareCommandOf } from '../command.ts';
import { writeText } from '../record-writer.ts';

type Flags = { readonly json?: true };

const HELP = `
It notifies nobody, creates and changes nothing. The service gets one call, which only reads: a search for one offer.
Without an address, the local service is started in memory for it. Keys are read to be judged, and never shown.
The exit code is 0 when nothing is wrong, and 1 when something is.

Examples:
  gpudeck doctor
  gpudeck doctor --profile work
  gpudeck doctor --json | jq '.findings[] | select(.state == "fault")'`;

/** The command. */
export const doctor = bareCommandOf<{ readonly isJson: boolean }>({
  effect: { does: 'reads', prints: { object: 'doctor' } },
  addOptions: (parser, onOptions) => {
    parser
      .option('--json', 'one JSON object: {"version", "faults", "findings": [{"area", "state", "text", "todo"}]}')
      .addHelpText('after', HELP)
      .action(({ json }: Flags) => onOptions({ isJson: json === true }));
  },
  run: async ({ isJson }, reading, io) => {
    const { examine, reportOf } = await import('../checks/examine.ts');
    const report = reportOf(await examine(reading, io), io.accessParts.version, isJson);
    await writeText(io.stdout, report.text);
    return report.code;
  },
});
