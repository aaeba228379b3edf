/** `gpudeck rent`: rents an offer, or the cheapest that fits, with the checks, the journal and the care of the page. */
import { Option } from 'commander';
import { type RentedVolume, RUN_TYPES } from '../../api/requests.ts';
import { UNTIL_EXAMPLES } from '../../leases/until.ts';
import { readPart } from '../../pricing/workload-text.ts';
import { readVolume } from '../../rentals/volume.ts';
import { LEASE_ENDS, type LeaseEnd } from '../../storage/journal/leases.ts';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addOverLimit,
  consentOf,
  expecting,
  gigabytes,
  meant,
  notEmpty,
  type WriteFlags,
  wholeNumber,
} from '../shared-options.ts';
import type { RentOptions, RentTerms } from './rent/plan-of.ts';

type Flags = RentTerms &
  WriteFlags & {
    readonly cheapest?: string;
    readonly wait?: true;
    readonly timeout?: number;
    readonly until?: string;
    readonly then?: LeaseEnd;
    readonly confirm?: 'destroy';
  };

/** How long --wait waits, ms. */
const USUAL_WAIT_MS = 15 * 60_000;

/** The command. */
export const rent = commandOf<RentOptions>({
  effect: { does: 'writes', costs: true, prints: { object: 'rental' } },
  addOptions: (parser, onOptions) => {
    parser
      .argument('[offer]', 'id of the offer', wholeNumber(1))
      .option('--cheapest <filter>', 'in place of an offer: the cheapest that this filter finds; needs --max', notEmpty)
      .option('--image <name>', 'image that runs in the instance, such as ubuntu:24.04', notEmpty)
      .option('--disk <GB>', 'its disk, which cannot be changed later', gigabytes)
      .option('--max <price>', 'rent it for at most so many $/h, disk and all', dollars)
      .option('--bid <price>', 'bid so many $/h for the GPUs, in place of the price on demand', dollars)
      .option('--label <text>', 'label of the instance (default: gpudeck- and six letters)', notEmpty)
      .option('--template <hash>', 'template that fills in what is not given', notEmpty)
      .option('--preset <name>', 'begin with this preset of presets.json; what else is given takes its place', notEmpty)
      .addOption(new Option('--runtype <type>', 'how the image is run (default: ssh)').choices(RUN_TYPES))
      .option(
        '--env <name>',
        'pass on this variable, or NAME=@FILE, or "-p 8080:8080"; may be given several times',
        (text: string, before: readonly string[] = []) => [...before, notEmpty(text)],
      )
      .option('--onstart <file>', 'script that runs at the start', notEmpty)
      .option('--volume <text>', 'attach a new volume, "200 /data", or your volume 12, "#12 /data"', volume)
      .option('--sla <target>', 'SLA coverage that is wanted, such as 99%', target)
      .option('--until <time>', `rent it until then, such as ${UNTIL_EXAMPLES}`, notEmpty)
      .addOption(new Option('--then <end>', 'what is done then (default: tell)').choices(LEASE_ENDS))
      .addOption(new Option('--confirm <word>', 'the word destroy, beside --then destroy').choices(['destroy']))
      .addOption(new Option('--dry-run', 'print the requests and rent nothing').conflicts(['yes', 'wait', 'plan']))
      .addOption(new Option('--plan', 'rent nothing, and keep what would be sent for gpudeck apply').conflicts('yes'))
      .option('--yes', 'rent without asking')
      .option('--again', 'rent also where the outcome of an earlier try is unknown')
      .option('--wait', 'wait until the instance runs')
      .option('--json', 'one JSON object in place of the id: {"instance_id", "offer_id", "label"}')
      .option('--timeout <length>', 'how long to wait, such as 90s or 10m (default: 15m)', length);
    addOverLimit(parser);
    addExamples(
      parser,
      'rent 27000101 --image ubuntu:24.04 --disk 40 --dry-run',
      'rent 27000101 --preset train --label run-7 --max 0.60 --yes --wait',
      'rent 27000101 --preset train --until +4h --then stop --yes',
      "rent --cheapest 'gpu_name=RTX_4090 reliability>99%' --image ubuntu:24.04 --disk 40 --max 0.40 --yes",
    );
    parser.action((offerId: number | undefined, flags: Flags) => {
      const problem = usageProblem(offerId, flags);
      if (problem !== undefined) parser.error(`error: ${problem}`);
      onOptions({
        ...flags,
        what: offerId === undefined ? { cheapest: flags.cheapest ?? '' } : { offerId },
        consent: consentOf(flags),
        isRepeatWanted: flags.again ?? false,
        isJson: flags.json ?? false,
        ...(flags.overLimit !== undefined && { over: flags.overLimit }),
        lease: flags.until === undefined ? undefined : { until: flags.until, end: flags.then ?? 'tell' },
        waitMs: flags.wait ? (flags.timeout ?? USUAL_WAIT_MS) : undefined,
      });
    });
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./rent/run.ts')).runRent(options, io),
});

const usageProblem = (offerId: number | undefined, flags: Flags): string | undefined => {
  const { cheapest, max, wait, timeout, until, then, confirm } = flags;
  if (offerId === undefined && cheapest === undefined)
    return 'name an offer by its id, or give --cheapest and a filter.';
  if (offerId !== undefined && cheapest !== undefined) return 'give an offer or --cheapest, not both.';
  if (cheapest !== undefined && max === undefined)
    return '--cheapest needs --max: the most that may be paid, in $/h for the whole offer with this disk.';
  if (then !== undefined && until === undefined) return '--then says what is done at the end: add --until.';
  if (then === 'destroy' && confirm === undefined)
    return '--then destroy deletes its disk, with everything on it: add --confirm destroy.';
  return timeout !== undefined && !wait ? '--timeout says how long --wait waits: add --wait.' : undefined;
};

const dollars = expecting('Expected $ an hour above 0, such as 0.40.', (text) => {
  const price = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
  return price > 0 ? price : undefined;
});

const target = (text: string): number => meant(readPart('sla', text)).value;

const volume = (text: string): RentedVolume => meant(readVolume(text)).value;

/** Milliseconds. */
const length = expecting('Expected a length above 0, such as 90s, 10m or 1h.', (text) => {
  const [, count, unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  const ms = Number(count ?? 0) * (UNITS_MS[unit] ?? 0);
  return ms > 0 ? ms : undefined;
});

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
