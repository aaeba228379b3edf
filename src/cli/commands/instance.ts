/** `gpudeck instance`: starts, stops, reboots, destroys, labels, changes and bids for instances, and answers price increases. */
import { Argument, type Command as Parser } from 'commander';
import { INSTANCE_FIELDS } from '../../catalogue/instance-fields.ts';
import type { Instance } from '../../catalogue/values.ts';
import type { Change } from '../../instances/change.ts';
import type { ImageWrite } from '../../instances/image-write.ts';
import { commandProblem, labelProblem, type Runnable, readBid, readRunnable } from '../../instances/typed.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import {
  addExamples,
  addOverLimit,
  addWriteOptions,
  each,
  expecting,
  instanceId,
  meant,
  unless,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';

const PLAIN = [
  ['start', 'start instances that are stopped'],
  ['stop', 'stop instances; their disks stay, and are charged'],
  ['reboot', 'restart what runs on instances'],
  ['recycle', 'make the containers of instances anew; files outside of volumes are lost'],
  ['destroy', 'destroy instances, with everything on their disks'],
] as const;

const ANSWERS = [
  ['accept-increase', 'accept the price increase of an instance, which costs more from the end of its contract on'],
  ['reject-increase', 'reject the price increase of an instance, which ends with its contract'],
] as const;

/** Instances are named, or found by a filter line, of which so many are expected. */
type Found = { readonly filter?: string; readonly expect?: number };
type Options = (WriteOptions<Wish> & Found) | Execute;

/** A command that only reads files. */
type Execute = { readonly id: number; readonly command: string };
type Flags = WriteFlags & Found;

type Wish =
  | Change
  | ImageWrite['request']
  | { readonly kind: 'accept-increase' }
  | { readonly kind: 'reject-increase' };

/** The command. */
export const instance = commandOf<Options>({
  effect: {
    start: { does: 'writes', costs: true, prints: { lines: 'change' } },
    stop: { does: 'writes', prints: { lines: 'change' } },
    reboot: { does: 'writes', prints: { lines: 'change' } },
    recycle: { does: 'writes', ends: true, prints: { lines: 'change' } },
    destroy: { does: 'writes', ends: true, prints: { lines: 'change' } },
    'accept-increase': { does: 'writes', costs: true, prints: { lines: 'change' } },
    'reject-increase': { does: 'writes', ends: true, prints: { lines: 'change' } },
    label: { does: 'writes', prints: { lines: 'change' } },
    change: { does: 'writes', ends: true, prints: { lines: 'change' } },
    execute: { does: 'reads', prints: { text: 'output of ls or du' } },
    bid: { does: 'writes', costs: true, prints: { lines: 'change' } },
  },
  addOptions: (parser, onOptions) => {
    const told = (ids: readonly number[], change: Wish, { filter, expect, ...flags }: Flags): void =>
      onOptions({
        ...writeOptionsOf(ids, change, flags),
        ...(filter !== undefined && { filter }),
        ...(expect !== undefined && { expect }),
      });
    for (const [kind, purpose] of PLAIN) {
      const inner = addFound(parser.command(kind).description(purpose));
      if (kind === 'start') addOverLimit(inner);
      const byFilter = `instance ${kind} --filter 'label=sweep*' --dry-run`;
      addExamples(inner, `instance ${kind} 4711 4712 --dry-run`, `instance ${kind} 4711 --yes`, byFilter);
      inner.action((ids: readonly number[], flags: Flags) => {
        refuseFound(inner, kind, ids, flags);
        told(ids, { kind }, flags);
      });
    }
    for (const [kind, purpose] of ANSWERS) {
      const inner = parser.command(kind).description(purpose).argument('<id>', 'id of the instance', instanceId);
      if (kind === 'accept-increase') addOverLimit(inner);
      addExamples(addWriteOptions(inner), `instance ${kind} 4711 --dry-run`, `instance ${kind} 4711 --yes`);
      inner.action((id: number, flags: WriteFlags) => told([id], { kind }, flags));
    }
    const label = addFound(parser.command('label').description('give instances a label'));
    label.requiredOption('--label <text>', 'the label; an empty text takes it away', oneLabel);
    addExamples(label, "instance label 4711 --label 'training run' --yes");
    label.action((ids: readonly number[], flags: Flags & { readonly label: string }) => {
      refuseFound(label, 'label', ids, flags);
      told(ids, { kind: 'label', label: flags.label }, flags);
    });
    const bid = addOverLimit(addCommon(parser.command('bid').description('bid another price for instances')));
    bid.requiredOption('--price <price>', 'the bid in $/h', onePrice);
    addExamples(bid, 'instance bid 4711 --price 0.25 --yes');
    const change = addCommon(parser.command('change').description('give instances another image or template in place'));
    change.requiredOption('--to <image>', 'an image, or the hash of a template', oneRunnable);
    addExamples(change, 'instance change 4711 --to ubuntu:24.04 --dry-run');
    change.action((ids: readonly number[], flags: WriteFlags & { readonly to: Runnable }) =>
      told(ids, { kind: 'change-image', what: flags.to }, flags),
    );
    const files = parser.command('execute').description('list files of a stopped instance with ls or du');
    files
      .argument('<id>', 'id of the instance', instanceId)
      .argument('<command...>', 'ls or du with its options and paths');
    addExamples(files, "instance execute 4711 'ls -l /workspace'");
    files.action((id: number, words: readonly string[]) => {
      const command = words.join(' ');
      const problem = commandProblem(command);
      if (problem !== undefined) files.error(`error: ${problem}`);
      onOptions({ id, command });
    });
    addExamples(parser, 'instance stop 4711 --dry-run', 'instance destroy 4711 4712 --yes');
    bid.action((ids: readonly number[], flags: WriteFlags & { readonly price: number }) =>
      told(ids, { kind: 'bid', price: flags.price }, flags),
    );
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    if ('command' in options) return (await import('../execute.ts')).execute(options.id, options.command, io);
    const { runWrite } = await import('../run-write.ts');
    const { request } = options;
    if (request.kind === 'accept-increase' || request.kind === 'reject-increase') {
      const { INCREASE_WRITE } = await import('../../instances/increase-write.ts');
      return runWrite(INCREASE_WRITE, 'instance', { ...options, request }, io);
    }
    if (request.kind === 'change-image') {
      const { IMAGE_WRITE } = await import('../../instances/image-write.ts');
      return runWrite(IMAGE_WRITE, 'instance', { ...options, request }, io);
    }
    const { INSTANCE_WRITE } = await import('../../instances/instance-write.ts');
    const { filter, expect: expected } = options;
    if (filter === undefined) return runWrite(INSTANCE_WRITE, 'instance', { ...options, request }, io);
    const { readListFilter } = await import('../read-filter.ts');
    const line = readListFilter(filter, `instance ${request.kind}`, INSTANCE_FIELDS, io);
    if (line === undefined) return EXIT.badUsage;
    const { togetherWhile } = await import('../../instances/together.ts');
    const kind = { ...INSTANCE_WRITE, together: togetherWhile(line.isMet) };
    const idsIn = (rows: readonly Instance[]) =>
      rows.flatMap((row) => (typeof row.id === 'number' && line.isMet(row) ? row.id : []));
    return runWrite(kind, 'instance', { ...options, request }, io, { choosing: { idsIn, expected } });
  },
});

const IDS = new Argument('<id...>', 'ids of instances').argParser(each(instanceId));

const addCommon = (parser: Parser): Parser => addWriteOptions(parser.addArgument(IDS));

const addFound = (parser: Parser): Parser =>
  addWriteOptions(
    parser
      .addArgument(new Argument('[id...]', 'ids of instances').argParser(each(instanceId)))
      .option('--filter <line>', 'all that meet this filter line, in place of ids')
      .option('--expect <count>', 'send nothing unless so many meet the filter', oneCount),
  );

/** Ends the program where it is not plain which instances are meant. */
const refuseFound = (
  parser: Parser,
  kind: Change['kind'],
  ids: readonly number[],
  { filter, expect, yes, plan }: Flags,
): void => {
  if (ids.length === 0 && filter === undefined) parser.error("error: missing required argument 'id'");
  if (ids.length > 0 && filter !== undefined)
    parser.error('error: Name instances by their ids or by --filter, not by both.');
  if (filter === undefined && expect !== undefined) parser.error('error: --expect is for --filter.');
  if (filter?.trim() === '') parser.error("error: An empty filter names no instance. 'id>0' names them all.");
  if ((kind === 'destroy' || kind === 'recycle') && filter !== undefined && (yes || plan) && expect === undefined)
    parser.error(`error: ${kind} --filter --yes needs --expect with the number of instances: --dry-run shows them.`);
};

const oneCount = expecting('Expected how many instances are to be found, a whole number such as 12.', (text) =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined,
);

const oneLabel = unless(labelProblem);

const oneRunnable = (text: string): Runnable => meant(readRunnable(text));

const onePrice = (text: string): number => meant(readBid(text));
