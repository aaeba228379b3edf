/** `gpudeck volume`: finds, rents, clones and deletes volumes. */
import { Argument } from 'commander';
import { VOLUME_OFFER_FIELDS } from '../../catalogue/volume-offer-fields.ts';
import {
  cloneOf,
  nameProblem,
  roomProblem,
  VOLUME_OFFER_WRITE,
  type VolumeOfferWrite,
  type VolumeWish,
} from '../../volumes/offer-write.ts';
import { commandOf } from '../command.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import type { Making } from '../run-write.ts';
import {
  addExamples,
  addOutputOptions,
  addWriteOptions,
  commandsBelow,
  each,
  gigabytes,
  namesOf,
  type OutputFlags,
  oneId,
  readOutput,
  unless,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';
import type { ListOptions } from './list.ts';

/** What is asked for; how large a clone is may follow from its source. */
type Wanted =
  | Extract<VolumeWish, { readonly kind: 'rent-volume' }>
  | { readonly kind: 'clone-volume'; readonly sourceId: number; readonly gb: number | undefined }
  | { readonly kind: 'delete-volume' };

/** Offers that are looked for are a list like any other. */
type Options = WriteOptions<Wanted> | ListOptions;

/** The command. */
export const volume = commandOf<Options>({
  effect: {
    search: { does: 'reads', prints: { array: 'volume-offers' } },
    rent: { does: 'writes', costs: true, prints: { lines: 'change' } },
    clone: { does: 'writes', costs: true, prints: { lines: 'change' } },
    delete: { does: 'writes', ends: true, prints: { lines: 'change' } },
  },
  addOptions: (parser, onOptions) => {
    const add = commandsBelow(parser, 'volume');
    addOutputOptions(
      add(
        'search',
        'print disk that can be rented as a volume, the cheapest first',
        "search 'storage_cost<0.1 disk_space>=500'",
      ),
      namesOf(VOLUME_OFFER_FIELDS),
    )
      .argument('[filter...]', 'a filter line over the fields of volume offers')
      .action((words: readonly string[], flags: OutputFlags) =>
        onOptions({ what: 'volume-offers', output: readOutput(flags), filter: words.join(' ') }),
      );
    const rent = add(
      'rent',
      'rent a volume of an offer, which costs from then on',
      'rent 9100011 --size 200 --name data --dry-run',
    );
    addWriteOptions(rent.addArgument(offer()))
      .requiredOption('--size <size>', 'GB, or with a unit: 2TB', gigabytes)
      .option('--name <name>', 'what it is called: letters, digits and _', oneName)
      .action(
        (id: number, { size: gb, name, ...flags }: WriteFlags & { readonly size: number; readonly name?: string }) =>
          onOptions(writeOptionsOf([id], { kind: 'rent-volume', gb, name }, flags)),
      );
    const clone = add(
      'clone',
      'rent a volume of an offer with what is on one of yours',
      'clone 8400000 9100011 --dry-run',
      'clone 8400000 9100011 --size 300 --yes',
    );
    addWriteOptions(
      clone.addArgument(new Argument('<id>', 'id of the volume').argParser(volumeId)).addArgument(offer()),
    )
      .option('--size <size>', 'GB of the clone, at least those of the volume, which it has otherwise', gigabytes)
      .action((sourceId: number, id: number, { size: gb, ...flags }: WriteFlags & { readonly size?: number }) =>
        onOptions(writeOptionsOf([id], { kind: 'clone-volume', sourceId, gb }, flags)),
      );
    const remove = add(
      'delete',
      'delete volumes with everything on them; no instance may hang on one',
      'delete 8400000 --dry-run',
      'delete 8400000 --yes',
    );
    addWriteOptions(remove.addArgument(new Argument('<id...>', 'ids of volumes').argParser(each(volumeId)))).action(
      (ids: readonly number[], flags: WriteFlags) => onOptions(writeOptionsOf(ids, { kind: 'delete-volume' }, flags)),
    );
    addExamples(parser, 'volume rent 9100011 --size 200 --name data --dry-run', 'volume delete 8400000 --dry-run');
  },
  isServiceCalled: () => true,
  run: async (asked, io) => {
    if ('what' in asked) return (await import('./list.ts')).printList(asked, io);
    const { request, ...options } = asked;
    if (request.kind !== 'delete-volume') return rentOf(request, options, io);
    const { runWrite } = await import('../run-write.ts');
    const { DELETE_VOLUME_WRITE } = await import('../../volumes/delete-write.ts');
    return runWrite(DELETE_VOLUME_WRITE, 'volume', { ...options, request }, io);
  },
});

/** Rents it, once the list shows that there is room, and that the clone is no smaller than its source. */
const rentOf = async (
  wanted: Exclude<Wanted, { readonly kind: 'delete-volume' }>,
  options: Omit<WriteOptions<Wanted>, 'request'> & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const { runWrite } = await import('../run-write.ts');
  const { CALLS } = await import('../../api/calls.ts');
  const { listForCommand } = await import('../with-service.ts');
  const making: Making<VolumeOfferWrite> = async ({ records }, client) => {
    const wish =
      wanted.kind === 'rent-volume'
        ? wanted
        : cloneOf((await listForCommand(CALLS.volumes, client, io)).records, wanted.sourceId, wanted.gb);
    const chosen = records.find(({ id }) => id === options.ids[0]);
    const problem = 'problem' in wish ? wish.problem : chosen && roomProblem(chosen, wish.gb);
    return 'problem' in wish || problem !== undefined
      ? { problems: [problem ?? ''], code: EXIT.failed }
      : { request: wish, done: [] };
  };
  const request: VolumeWish = wanted.kind === 'rent-volume' ? wanted : { ...wanted, gb: wanted.gb ?? 0 };
  return runWrite(VOLUME_OFFER_WRITE, 'volume', { ...options, request }, io, { making });
};

const volumeId = oneId('a volume', 8_400_000);

const offer = (): Argument =>
  new Argument('<offer>', 'id of a volume offer').argParser(oneId('a volume offer', 9_100_011));

const oneName = unless(nameProblem);
