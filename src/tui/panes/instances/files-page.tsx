/** Files from an instance or to it: what is typed for a copy, its review and what became of it, and the user's own rsync. */
import { z } from 'zod';
import { shellWords } from '../../../base/other-programs.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { COPY_WRITE, type CopyWrite, copyProblem, endingOf, targetIdOf } from '../../../files/copy-write.ts';
import { type LocalCopy, PLACES, placeWords, readCopy } from '../../../files/place.ts';
import { rsyncEndWords, rsyncRun } from '../../../files/rsync.ts';
import { type SshRun, sshLine } from '../../../instances/ssh.ts';
import { type Binding, bind, confirming } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { type Line, lineOf } from '../../state/line.ts';
import { paragraph, RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import type { Drawn, PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { createWrite } from '../write-page/create.ts';
import { rowsSeen, type Writing } from '../write-page/state.ts';
import { ConfirmingPage, WritePage } from '../write-page/view.tsx';

/** The open page: what is typed, and once that is reviewed the call or the run of rsync. */
export type FilesPage = {
  readonly kind: 'files';
  readonly id: number;
  /** Absent where all copies into it are ended. */
  readonly line?: Line;
  readonly local?: { readonly request: LocalCopy; readonly run: SshRun };
  readonly writing?: Writing<CopyWrite<Instance>> | undefined;
};

/** Most characters of the line. */
const LONGEST = 2000;

const savedFiles = z.object({ kind: z.literal('files'), id: z.int().positive(), text: z.string().max(LONGEST) });

export type SavedFiles = z.output<typeof savedFiles>;

/** What of it a later run resumes: the line, until what it says was sent. */
export const FILES_SAVED = {
  schema: savedFiles,
  of: ({ kind, id, line, writing }: FilesPage): z.input<typeof savedFiles> | undefined =>
    line === undefined || writing?.stage.kind === 'sent' ? undefined : { kind, id, text: line.text },
  resumed: (_: unknown, { kind, id, text }: SavedFiles): FilesPage => ({
    kind,
    id,
    line: lineOf(text),
  }),
  words: ({ id }: SavedFiles) => ({
    typed: [`a copy of files, from instance ${id} or to it`],
    open: [],
  }),
};

const readLine = (text: string) => {
  const words = shellWords(text);
  const [from, to, ...others] = words.filter((word) => !word.startsWith('--'));
  const flags = words.filter((word) => word.startsWith('--'));
  if (from === undefined || to === undefined || others.length > 0)
    return { problem: 'Write two places: from where, and into which folder. What has spaces stands in quotes.' };
  return readCopy(from, to, flags);
};

type Tools = Needs & {
  readonly chosen: () => readonly Instance[];
  readonly listed: () => readonly Instance[];
  readonly askAgain: () => void;
};

export const createFiles = (site: PageSite<unknown, FilesPage>, tools: Tools): RunningPage<FilesPage> => {
  const { chosen, listed, journal, lendTerminal, readOnlyReason, run, notify, refuse, timeZone } = tools;
  const write = createWrite<CopyWrite<Instance>>(COPY_WRITE, {
    needs: tools,
    slice: {
      get: () => site.page()?.writing,
      change: (transition) => {
        const page = site.page();
        const writing = transition(page?.writing);
        if (writing === undefined && (page?.line === undefined || page.writing?.stage.kind === 'sent')) site.close();
        else site.change((now) => ({ ...now, writing }));
      },
    },
    screen: tools.screen,
    askAgain: tools.askAgain,
    rows: listed,
    refusal: () => undefined,
    onEnd: (end, { request, ids }) => {
      if (end.kind !== 'accepted' || request?.kind !== 'cloud-trial') return;
      begin(ids[0] ?? 0, { ...request, kind: 'cloud-copy', tried: end.reply.message ?? 'nothing' });
    },
  });
  const targets = (id: number) => COPY_WRITE.targetsOf(listed(), [id], 0, []);
  const begin = (id: number, request: CopyWrite['request']) => write.begin(request.kind, targets(id), request);

  const review = () => {
    const request = readLine(site.page()?.line?.text ?? '');
    if ('problem' in request) return refuse(request.problem);
    if (request.kind === 'volume-copy') return refuse('No instance has a part in that: gpudeck copy does it.');
    if (request.kind === 'local') {
      const instance = listed().find(({ id }) => id === request.instanceId);
      const called = instance === undefined ? { problem: 'it is not in your list' } : rsyncRun(request, instance);
      if (!('problem' in called)) return site.change((page) => ({ ...page, local: { request, run: called } }));
      return refuse(`Instance ${request.instanceId} is not reached: ${called.problem}.`);
    }
    const id = targetIdOf(request);
    const problem = copyProblem(request, listed()) ?? write.refusal(request.kind, targets(id));
    if (problem !== undefined) return refuse(problem);
    return begin(id, 'flags' in request ? { ...request, kind: 'cloud-trial' } : request);
  };
  const runLocal = () => {
    const local = site.page()?.local;
    if (local === undefined || lendTerminal === undefined) return;
    site.close();
    run(async () => {
      const end = await lendTerminal({ ...local.run, told: sshLine(local.run) });
      if (end !== undefined) (end.kind === 'exited' && end.code === 0 ? notify : refuse)(rsyncEndWords(end));
    });
  };
  const opener = (
    name: string,
    key: string,
    label: string,
    does: (id: number) => void,
    more: Parameters<typeof bind>[5],
  ): Binding =>
    bind(`instances.${name}`, [key], label, 'Use', () => does(chosen()[0]?.id ?? 0), {
      ...more,
      refusal: () => {
        const [instance, ...others] = chosen();
        if (others.length > 0) return 'Files are copied for one instance: unmark the others.';
        if (typeof instance?.id !== 'number') return 'There is no instance here that the service names.';
        return write.refusal('copy', targets(instance.id));
      },
    });
  return {
    ...write,
    openers: [
      opener('files', ',', 'files', (id) => site.show({ kind: 'files', id, line: lineOf(`${id}:/workspace/ `) }), {
        help: 'copy files from it or to it',
        words: ['copy', 'upload', 'download', 'rsync', 'scp', 'cloud', 'transfer'],
      }),
      opener(
        'end-copies',
        'x',
        'end copies',
        (id) => {
          site.show({ kind: 'files', id });
          begin(id, endingOf(journal(), { target: `${id}`, timeZone }));
        },
        { help: 'end all copies into it', words: ['cancel', 'stop copying'], isDestructive: true },
      ),
    ],
    layers: ({ writing, local }) => {
      if (writing !== undefined) return write.layers();
      if (local === undefined)
        return [
          fieldLayer({
            owner: 'instances',
            line: () => site.page()?.line,
            change: (edit) => site.change(({ line, ...page }) => ({ ...page, line: edit(line ?? lineOf('')) })),
            maximum: LONGEST,
            accept: acceptKey('instances.files-review', 'review', review),
            cancel: cancelKey('instances.files-cancel', site.close),
          }),
        ];
      const back = () => site.change(({ local: _, ...page }) => page);
      const hindrance =
        lendTerminal === undefined ? 'This terminal cannot be handed to another program.' : readOnlyReason;
      return [
        {
          bindings: [
            bind('instances.files-run', ['enter'], 'run it', 'Use', runLocal, {
              ...confirming,
              refusal: () => hindrance,
            }),
            bind('instances.files-back', ['escape', 'q'], 'back', 'Use', back, { isInFooter: true }),
          ],
        },
      ];
    },
    serviceChanged: site.close,
  };
};

/** The page with the newest list. */
export const filesFollowed = (page: FilesPage, instances: readonly Instance[]): FilesPage =>
  page.writing === undefined ? page : { ...page, writing: rowsSeen(page.writing, instances, COPY_WRITE) };

const typedLines = ({ line }: FilesPage, width: number): readonly RecordLine[] => {
  const read = readLine(line?.text ?? '');
  return [
    ...('problem' in read
      ? paragraph(read.problem, width, 'warning')
      : paragraph(`${placeWords(read.from)} into ${placeWords(read.to)}.`, width, 'strong')),
    [],
    ...paragraph(PLACES, width, 'dim'),
    ...paragraph(
      'With a slash at its end what is in a folder is copied, without one the folder itself. With a cloud a dry run comes first; --size-only, --ignore-existing, --update and --delete-excluded may follow.',
      width,
      'dim',
    ),
  ];
};

const localLines = ({ request, run }: NonNullable<FilesPage['local']>, width: number): readonly RecordLine[] => [
  ...paragraph('Your own rsync does it, over ssh, on this terminal:', width),
  ...paragraph(sshLine(run), width, 'strong'),
  [],
  ...paragraph(
    `Anything under ${request.to.path} ${request.to.kind === 'local' ? 'on this machine' : `on instance ${request.instanceId}`} may be overwritten.`,
    width,
    'warning',
  ),
];

/** The page in `width` by `height` cells. */
export const FilesView = ({ page, timeZone, money, width, height }: Drawn<unknown, FilesPage>) => {
  const { writing, local, line } = page;
  const context = { timeZone, describe: () => undefined, money };
  if (writing !== undefined) return <WritePage {...{ writing, context, width, height }} kind={COPY_WRITE} />;
  const room = width - RECORD_MARGIN;
  const field = line && local === undefined ? { label: ' From and to:', line } : undefined;
  return (
    <ConfirmingPage
      title={local === undefined ? `Files of instance ${page.id}` : 'Run rsync?'}
      lines={local === undefined ? typedLines(page, room) : localLines(local, room)}
      top={0}
      isRead={false}
      field={field}
      foot="Enter runs it, Esc goes back."
      width={width}
      height={height}
    />
  );
};
