/** What lies on the disk of a stopped instance: `ls` or `du` as it is typed, the very call, and what it printed, as text only. */
import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import { createQuestion } from '../../../api/question.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { commandProblem } from '../../../instances/typed.ts';
import { bind } from '../../keys/binding.ts';
import { acceptKey, cancelKey } from '../../keys/field.ts';
import { type Line, lineOf } from '../../state/line.ts';
import { type Asked, askedNoted, idle } from '../../state/remote.ts';
import { paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';
import { plain } from '../../ui/segments.ts';
import { fieldOpened, linesPage } from '../page/lines-page.tsx';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { allLines } from './log.ts';

type Printed = Awaited<ReturnType<Client['output']>>;

/** The open page. */
export type CommandPage = {
  readonly kind: 'command';
  readonly id: number;
  readonly top: number;
  readonly wish: Line;
  readonly isAsking: boolean;
  readonly printed: Asked<Printed, Explanation>;
};

const requestOf = ({ id, wish }: CommandPage) => ({ instanceId: id, command: wish.text.trim() });

const printedLines = ({ answer, waitS }: CommandPage['printed'], width: number): readonly RecordLine[] => {
  if (answer.stage === 'idle') return paragraph('Enter sends it, once.', width, 'dim');
  if (answer.stage === 'loading')
    return paragraph(`Asking${waitS === undefined ? '' : `, in ${waitS} s`} ...`, width, 'accent');
  if (answer.stage === 'failed')
    return paragraph(`${answer.failure.whatCameBack} ${answer.failure.whatToDo}`, width, 'danger');
  const { value } = answer.last;
  if (value === undefined) return paragraph('This service runs no commands on instances.', width, 'warning');
  return [
    ...(value.isCut ? paragraph('There is more than what is read of it: the end is missing.', width, 'warning') : []),
    ...allLines(value).flatMap((line) => wrappedLines(line, width).map((text) => [plain(text)])),
  ];
};

const LINES = linesPage<unknown, CommandPage>({
  ...{ owner: 'instances', name: 'command', group: 'Use' },
  title: ({ id }) => `On the disk of instance ${id}`,
  field: { name: 'command', label: ' Command:', maximum: 512, example: '', opener: '' },
  lines: (_, page, { width: cells }) => {
    const width = cells - 3;
    const request = requestOf(page);
    const problem = commandProblem(request.command);
    if (problem !== undefined) return paragraph(problem, width, 'warning').map(setInBy(1));
    const { method, path, body } = callOf(CALLS.runCommand, request);
    return [
      ...paragraph(`${method} ${path} ${JSON.stringify(body)}`, width, 'dim'),
      [],
      ...printedLines(page.printed, width),
    ].map(setInBy(1));
  },
  drawnFrom: () => [],
});

type Tools = Needs & { readonly chosen: () => readonly Instance[] };

export const createCommand = (site: PageSite<unknown, CommandPage>, tools: Tools): RunningPage<CommandPage> => {
  const { chosen, screen, timeZone } = tools;
  const question = createQuestion<Printed>({
    ...tools,
    // A call that was made is not made again by itself.
    ask: async (client, _ticket, options) => {
      const page = site.page();
      return page && client.output(requestOf(page), options);
    },
    ...askedNoted((transition) => site.change((page) => ({ ...page, printed: transition(page.printed) }))),
  });
  const close = (): void => {
    question.drop();
    site.close();
  };
  const send = (): void => {
    site.change((page) => ({ ...page, isAsking: false }));
    question.ask();
  };
  const back = (): void => {
    question.drop();
    site.change((page) => ({ ...fieldOpened(page), printed: { answer: idle } }));
  };
  return {
    openers: [
      bind('instances.command', ['.'], 'disk', 'Use', () => site.show(opened(chosen()[0]?.id ?? 0)), {
        help: 'see what lies on its disk while it is stopped, with ls or du',
        words: ['execute', 'list files', 'ls', 'du', 'disk usage'],
        refusal: () => {
          const [instance, ...others] = chosen();
          if (others.length > 0) return 'One disk is looked at at a time: unmark the others.';
          if (typeof instance?.id !== 'number') return 'There is no instance here that the service names.';
          return instance.actual_status === 'running'
            ? 'It runs: services list files of stopped instances only. A shell shows them now.'
            : undefined;
        },
      }),
    ],
    layers: (page) =>
      page.isAsking
        ? [
            LINES.typing(site, {
              accept: acceptKey('instances.command-send', 'send', send, () => commandProblem(requestOf(page).command)),
              cancel: cancelKey('instances.command-leave', close),
            }),
          ]
        : [{ bindings: [LINES.close(back), ...LINES.scrolling(site, screen, timeZone)] }],
    leave: question.giveUp,
    serviceChanged: close,
  };
};

const opened = (id: number): CommandPage => ({
  ...{ kind: 'command', id, top: 0, isAsking: true, printed: { answer: idle } },
  wish: lineOf('ls -l /workspace'),
});

export const drawCommand = LINES.draw;
