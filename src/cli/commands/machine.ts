/** `gpudeck machine`: lists, prices and unlists machines, sets their smallest bids, cleans them up, and tells figures of them. */
import { Argument, type Command as Parser } from 'commander';
import type { ListingWish } from '../../hosting/list-plan.ts';
import { type PriceWish, readPriceWord } from '../../hosting/price-word.ts';
import {
  END_EXAMPLES,
  type Reading,
  readDiscount,
  readEnd,
  readMinBid,
  readPrice,
  readSlice,
  readVolumeGb,
} from '../../hosting/read-term.ts';
import { commandOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import type { ListingOptions } from '../make-listings.ts';
import {
  addExamples,
  addOverLimit,
  addWriteOptions,
  commandsBelow,
  each,
  meant,
  oneId,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';
import type { AdviceOptions } from './machine/print-advice.ts';

/** What was asked for; a listing is made of more than is said. */
type MachineOptions =
  | (WriteOptions<{ readonly kind: 'list' }> & ListingOptions & { readonly end: string | undefined })
  | WriteOptions<
      { readonly kind: 'unlist' } | { readonly kind: 'clean-up' } | { readonly kind: 'min-bid'; readonly price: number }
    >
  | { readonly action: 'metrics' }
  | AdviceOptions;

type ListingFlags = WriteFlags &
  Omit<ListingWish, 'end' | 'minBid' | 'volumeGb'> &
  Pick<ListingOptions, 'atLeast' | 'atMost'> & {
    readonly end?: string;
    readonly minBid?: Read;
    readonly volumeSize: number;
  };

/** What was read of a text; null is none, for which the parser of options has no value. */
type Read = Exclude<Reading, { readonly problem: string }>;

const VERBS = [
  [
    'list',
    'offer machines for rent, or list them anew',
    'list 8207 --price median-5% --min-chunk 1 --volume-size none',
  ],
  ['price', 'set another price', 'price 8207 8208 --price 0.42 --volume-size none'],
  ['end', 'set when their offers end', 'end 8207 --end 2027-03-01 --volume-size none'],
] as const;

/** The command. */
export const machine = commandOf<MachineOptions>({
  effect: {
    list: { does: 'writes', prints: { lines: 'change' } },
    price: { does: 'writes', prints: { lines: 'change' } },
    end: { does: 'writes', prints: { lines: 'change' } },
    unlist: { does: 'writes', prints: { lines: 'change' } },
    'min-bid': { does: 'writes', prints: { lines: 'change' } },
    cleanup: { does: 'writes', ends: true, prints: { lines: 'change' } },
    metrics: { does: 'reads', prints: { text: 'OpenMetrics' } },
    advise: { does: 'reads', prints: { object: 'advice' } },
  },
  addOptions: (parser, onOptions) => {
    const add = commandsBelow(parser, 'machine');
    for (const [verb, purpose, example] of VERBS) {
      const own = addOverLimit(addMachines(add(verb, purpose, `${example} --dry-run`, `${example} --yes`)));
      const inner = addListing(own, verb);
      inner.action((ids: readonly number[], flags: ListingFlags) => onOptions(listingOptions(ids, verb, flags)));
    }
    addMachines(add('unlist', 'take machines off the market; what is rented goes on', 'unlist 8207')).action(
      (ids: readonly number[], flags: WriteFlags) => onOptions(writeOptionsOf(ids, { kind: 'unlist' }, flags)),
    );
    addMachines(add('min-bid', 'set the smallest bid alone', 'min-bid 8207 --min-bid 0.2 --yes'))
      .requiredOption('--min-bid <price>', 'the smallest bid, $/h for one GPU', some(readMinBid))
      .action((ids: readonly number[], { minBid: price, ...flags }: WriteFlags & { readonly minBid: number }) =>
        onOptions(writeOptionsOf(ids, { kind: 'min-bid', price }, flags)),
      );
    addWriteOptions(
      add('cleanup', 'delete for good what renters whose time is over have left', 'cleanup 8207').addArgument(
        new Argument('<id>', 'id of a machine').argParser(machineId),
      ),
    ).action((id: number, flags: WriteFlags) => onOptions(writeOptionsOf([id], { kind: 'clean-up' }, flags)));
    add('metrics', 'print figures of your machines for Prometheus', 'metrics').action(() =>
      onOptions({ action: 'metrics' }),
    );
    add('advise', 'tell what prices would bring, by what is recorded; nothing is set', 'advise 8207 --json')
      .addArgument(new Argument('<id>', 'id of a machine').argParser(machineId))
      .option('--json', 'one JSON object: {"best", "present", "median", "curve", ...}')
      .action((adviseId: number, { json = false }: { readonly json?: boolean }) =>
        onOptions({ adviseId, isJson: json }),
      );
    addExamples(parser, 'machine price 8207 --price p25 --volume-size none --dry-run', 'machine unlist 8207 --yes');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    if ('action' in options) return (await import('../print-machine-metrics.ts')).printMachineMetrics(io);
    if ('adviseId' in options) return (await import('./machine/print-advice.ts')).printAdvice(options, io);
    const { runWrite } = await import('../run-write.ts');
    const { request } = options;
    switch (request.kind) {
      case 'list':
        return 'wish' in options ? list(options, io) : EXIT.badUsage;
      case 'unlist': {
        const { UNLIST_WRITE } = await import('../../hosting/unlist-write.ts');
        return runWrite(UNLIST_WRITE, 'machine', { ...options, request }, io);
      }
      case 'min-bid': {
        const { MIN_BID_WRITE } = await import('../../hosting/min-bid-write.ts');
        return runWrite(MIN_BID_WRITE, 'machine', { ...options, request }, io);
      }
      case 'clean-up': {
        const { CLEAN_UP_WRITE } = await import('../../hosting/clean-up-write.ts');
        return runWrite(CLEAN_UP_WRITE, 'machine', { ...options, request }, io);
      }
    }
  },
});

const list = async (
  { end: typed, wish, ...options }: Extract<MachineOptions, { readonly wish: unknown }> & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const { timeZone } = io.setup;
  const nowEpochMs = io.clock.now();
  const end = typed === undefined ? undefined : readEnd(typed, { timeZone, nowEpochMs });
  if (end !== undefined && 'problem' in end) {
    io.writeError(`gpudeck machine: ${end.problem}\n`);
    return EXIT.badUsage;
  }
  const { runWrite } = await import('../run-write.ts');
  const { createMaking } = await import('../make-listings.ts');
  const { LIST_WRITE } = await import('../../hosting/list-write.ts');
  const request = { kind: 'list', verb: options.verb, listings: [], atEpochMs: nowEpochMs } as const;
  const making = createMaking({ ...options, wish: { ...wish, ...(end && { end: end.value }) } }, io);
  return runWrite(LIST_WRITE, 'machine', { ...options, request }, io, { making });
};

const listingOptions = (
  ids: readonly number[],
  verb: ListingOptions['verb'],
  { end, minBid, volumeSize: volumeGb, atLeast, atMost, ...flags }: ListingFlags,
): MachineOptions => {
  const { dryRun, plan, yes, again, overLimit, json, ...wish } = flags;
  return {
    ...writeOptionsOf(ids, { kind: 'list' }, flags),
    ...{ verb, wish: { ...wish, ...(minBid && { minBid: minBid.value }), volumeGb }, atLeast, atMost, end },
  };
};

const machineId = oneId('a machine', 8207);

const addMachines = (parser: Parser): Parser =>
  addWriteOptions(parser.addArgument(new Argument('<id...>', 'ids of machines').argParser(each(machineId))));

/** What `read` makes of a text; `some`: none is none of it. */
const any =
  (read: (text: string) => Reading) =>
  (text: string): Read =>
    meant(read(text));

const some =
  (read: (text: string) => Reading) =>
  (text: string): number =>
    meant(any(read)(text).value ?? { problem: 'It cannot be none.' });

const onePrice = (text: string): PriceWish => meant(readPriceWord(text));

/** Adds what machines are listed with; what is left out stays as each has it. */
const addListing = (parser: Parser, verb: ListingOptions['verb']): Parser => {
  const option = (isNeeded: boolean): Parser['option'] =>
    (isNeeded ? parser.requiredOption : parser.option).bind(parser);
  option(verb === 'price')('--price <price>', 'for one GPU: 0.42 in $/h, p25, median, median-5%, 3rd, +10%', onePrice);
  option(verb === 'end')('--end <time>', `when the offer ends: ${END_EXAMPLES}`);
  return parser
    .requiredOption(
      '--volume-size <size>',
      'disk offered as volumes: GB, or none; the service does not tell it',
      some(readVolumeGb),
    )
    .option('--volume-price <price>', 'of volumes, $/GB/month', some(readPrice))
    .option('--disk-price <price>', '$/GB/month', some(readPrice))
    .option('--up-price <price>', 'of upload, $/GB', some(readPrice))
    .option('--down-price <price>', 'of download, $/GB', some(readPrice))
    .option('--min-bid <price>', 'the smallest bid, $/h for one GPU, or none', any(readMinBid))
    .option('--min-chunk <gpus>', 'GPUs of the smallest slice that is rented', some(readSlice))
    .option('--discount <percent>', 'the greatest discount for what is paid in advance', some(readDiscount))
    .option('--at-least <price>', 'send no lower price than this, $/h for one GPU', some(readPrice))
    .option('--at-most <price>', 'send no higher price than this', some(readPrice));
};
