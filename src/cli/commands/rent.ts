/** `gpudeck rent`: rents an offer with the checks, the journal and the care of the page. */
import { InvalidArgumentError, Option } from 'commander';
import { RUN_TYPES, type RunType } from '../../api/requests.ts';
import { readStorageGb } from '../../filter/storage-size.ts';
import { readPart } from '../../pricing/workload-text.ts';
import { commandOf } from '../command.ts';
import { notEmpty, wholeNumber } from '../shared-options/values.ts';
import type { RentOptions } from './rent/options.ts';

type Flags = {
  readonly image: string;
  readonly disk: number;
  readonly bid?: number;
  readonly max?: number;
  readonly label?: string;
  readonly runtype: RunType;
  readonly sla?: number;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly again?: true;
};

const EXAMPLE = `
Examples:
  gpudeck rent 27000101 --image ubuntu:24.04 --disk 40 --dry-run
  gpudeck rent 27000101 --image ubuntu:24.04 --disk 40 --label train --max 0.60 --yes`;

/** The command. */
export const rent = commandOf<RentOptions>({
  addOptions: (parser, onOptions) => {
    parser
      .argument('<offer>', 'id of the offer', wholeNumber(1))
      .requiredOption('--image <name>', 'image that runs in the instance, such as ubuntu:24.04', notEmpty)
      .requiredOption('--disk <GB>', 'its disk, which cannot be changed later', gigabytes)
      .option('--bid <price>', 'bid so many $/h for the GPUs, instead of the price on demand', dollars)
      .option('--max <price>', 'rent it for at most so many $/h, with this disk', dollars)
      .option('--label <text>', 'label of the instance (default: gpudeck- and six letters)', notEmpty)
      .addOption(new Option('--runtype <type>', 'how the image is run').choices(RUN_TYPES).default('ssh'))
      .option('--sla <target>', 'SLA coverage that is wanted, such as 99%', target)
      .addOption(new Option('--dry-run', 'print the requests and rent nothing').conflicts('yes'))
      .option('--yes', 'rent without asking')
      .option('--again', 'rent also where the outcome of an earlier try is unknown')
      .addHelpText('after', EXAMPLE)
      .action((offerId: number, { image, disk, bid, max, label, runtype, sla, ...flags }: Flags) =>
        onOptions({
          offerId,
          image,
          diskGb: disk,
          bid,
          atMostPerHour: max,
          label,
          runType: runtype,
          slaTarget: sla,
          consent: flags.dryRun ? 'dry-run' : flags.yes ? 'given' : 'ask',
          isRepeatWanted: flags.again ?? false,
        }),
      );
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./rent/run.ts')).runRent(options, io),
});

const gigabytes = (text: string): number => {
  const size = readStorageGb(text);
  if (size !== undefined) return size;
  throw new InvalidArgumentError('Expected a size above 0, such as 40, 500GB or 2TB.');
};

const dollars = (text: string): number => {
  const price = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
  if (price > 0) return price;
  throw new InvalidArgumentError('Expected $ an hour above 0, such as 0.40.');
};

const target = (text: string): number => {
  const reading = readPart('sla', text);
  if ('value' in reading) return reading.value;
  throw new InvalidArgumentError(reading.problem);
};
