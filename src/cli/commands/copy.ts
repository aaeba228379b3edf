/** `gpudeck copy`: copies files between instances, volumes, cloud connections and this machine, and ends copies. */
import type { Command as Parser } from 'commander';
import { CLOUD_FLAGS, type Copy, type LocalCopy, readCopy, readPlace } from '../../files/place.ts';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addWriteOptions,
  commandsBelow,
  expecting,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';

type Ending = { readonly kind: 'end'; readonly into: 'instance' | 'volume'; readonly isCloud: boolean };
type Options = WriteOptions<Copy | LocalCopy | Ending> & { readonly isWatched: boolean };

type CopyFlags = WriteFlags & {
  readonly sizeOnly?: true;
  readonly ignoreExisting?: true;
  readonly update?: true;
  readonly deleteExcluded?: true;
  readonly trial?: true;
  readonly wait?: true;
};

/** The command. */
export const copy = commandOf<Options>({
  effect: {
    copy: { does: 'writes', ends: true, prints: { lines: 'change' } },
    cancel: { does: 'writes', ends: true, prints: { lines: 'change' } },
  },
  addOptions: (parser, onOptions) => {
    const files = addExamples(
      addWriteOptions(parser),
      'copy 4711:/workspace/ 4712:/workspace/ --yes --wait',
      'copy 4711:/workspace/out ./out',
      'copy 4711:/workspace/out V.12:/kept',
      'copy s3.5:/datasets/ 4711:/data --update --trial --yes',
    )
      .argument(
        '<from>',
        'what is copied: 4711:/path of an instance, V.12:/path, s3.5:/path of a cloud, or a plain path',
      )
      .argument('<to>', 'the folder that it is copied into, written in the same way')
      .option('--wait', "go on until the instance's message says that it is over")
      .option('--trial', 'with a cloud: copy nothing, and tell what would be copied');
    const meanings = [
      'leave what has the same size',
      'leave what is there',
      'leave what is newer there',
      'delete there what is excluded',
    ];
    for (const [place, flag] of CLOUD_FLAGS.entries()) files.option(flag, `with a cloud: ${meanings[place]}`);
    files.action((from: string, to: string, flags: CopyFlags) => {
      const request = copyOf(from, to, flags);
      if ('problem' in request) return parser.error(`error: ${request.problem}`);
      onOptions({ ...writeOptionsOf([], request, flags), isWatched: flags.wait ?? false });
    });
    addCancel(parser, onOptions);
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const { endCopies, runLocalCopy, runServiceCopy } = await import('./copy/run.ts');
    const { request } = options;
    if (request.kind === 'local') return runLocalCopy({ ...options, request }, io);
    if (request.kind === 'end') return endCopies({ ...options, request }, io);
    return runServiceCopy({ ...options, request }, io);
  },
});

const addCancel = (parser: Parser, onOptions: (options: Options) => void): void => {
  const below = commandsBelow(parser, 'copy');
  addWriteOptions(below('cancel', 'end all copies into an instance or a volume', 'cancel 4711 --yes', 'cancel V.12'))
    .argument('<target>', 'the instance or the volume: 4711, V.12', endedTarget)
    .option('--cloud', 'end the copies from clouds into the instance, and no others')
    .action(({ kind, id }: Target, { cloud = false }: { readonly cloud?: boolean }, command: Parser) => {
      // Options of the same name are taken by the command above, wherever they stand.
      const flags: WriteFlags = command.optsWithGlobals();
      onOptions({ ...writeOptionsOf([id], { kind: 'end', into: kind, isCloud: cloud }, flags), isWatched: false });
    });
};

type Target = { readonly kind: 'instance' | 'volume'; readonly id: number };

const endedTarget = expecting(
  'Expected an instance, such as 4711, or a volume, such as V.12.',
  (text): Target | undefined => {
    const place = readPlace(`${text}:/`);
    return !('problem' in place) && (place.kind === 'instance' || place.kind === 'volume')
      ? { kind: place.kind, id: place.id }
      : undefined;
  },
);

/** What the arguments say is copied, or why that cannot be. */
const copyOf = (from: string, to: string, flags: CopyFlags): ReturnType<typeof readCopy> => {
  const wished = [flags.sizeOnly, flags.ignoreExisting, flags.update, flags.deleteExcluded];
  const request = readCopy(
    from,
    to,
    CLOUD_FLAGS.filter((_, place) => wished[place]),
  );
  if ('problem' in request || !flags.trial) return request;
  return request.kind === 'cloud-copy'
    ? { ...request, kind: 'cloud-trial' }
    : { problem: '--trial is for a copy with a cloud connection.' };
};
