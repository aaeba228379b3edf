/** What lies on the disk of a stopped instance: `ls` or `du` as it is typed, the very call, and what it printed, as text only. */
import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import { createQuestion } from '../../../api/question.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { commandProblem } from '../../../instances/typed.ts';
import { bind, inFooter } from '../../keys/binding.ts';
import type { Line } from '../../state/line.ts';
import { lineOf } from '../../state/line.ts';
import { type Asked, askedNoted, idle } from '../../state/remote.ts';
import { paragraph, type RecordLine } from '../../ui/record-lines.ts';
import { plain } from '../../ui/segments.ts';
import { fieldOpened, linesPage } from '../page/lines-page.tsx';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';

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

const answerLines = ({ answer, waitS }: CommandPage['printed'], width: number): readonly RecordLine[] => {
  switch (answer.stage) {
    case 'idle':
      return paragraph(
        'Enter sends it, once. Its answer says where the output lies, which is fetched then.',
        width,
        'dim',
      );
    case 'loading':
      return paragraph(`Asking${waitS === undefined ? '' : `, in ${waitS} s`} ...`, width, 'accent');
    case 'failed':
      return [
        ...paragraph(answer.failure.whatCameBack, width, 'danger'),
        ...paragraph(answer.failure.whatToDo, width, 'strong'),
      ];
    case 'loaded': {
      const printed = answer.last.value;
      if (printed === undefined) return paragraph('This service runs no commands on instances.', width, 'warning');
      const { lines, unfinished, isCut } = printed;
      const all = unfinished === '' ? lines : [...lines, unfinished];
      return [
        ...(isCut ? paragraph('There is more than what is read of it: the end is missing.', width, 'warning') : []),
        ...(all.length === 0 ? paragraph('It printed nothing.', width, 'dim') : []),
        ...all.flatMap((line) => wrappedLines(line, width)).map((text) => [plain(` ${text}`)]),
      ];
    }
  }
};

const LINES = linesPage<unknown, CommandPage>({
  ...{ owner: 'instances', name: 'command', group: 'Use' },
  title: ({ id }) => `On the disk of instance ${id}`,
  field: { name: 'command', label: ' Command:', maximum: 512, example: '', opener: '' },
  lines: (_, page, { width: cells }) => {
    const width = cells - 3;
    const request = requestOf(page);
    const problem = commandProblem(request.command);
    if (problem !== undefined) return paragraph(problem, width, 'warning');
    const { method, path, body } = callOf(CALLS.runCommand, request);
    return [
      ...paragraph(`${method} ${path} ${JSON.stringify(body)}`, width, 'dim'),
      [],
      ...answerLines(page.printed, width),
    ];
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
  const problem = () => commandProblem(requestOf(site.page() ?? opened(0)).command);
  const again = () => site.change((page) => ({ ...fieldOpened(page), printed: { answer: idle } }));
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
    layers: ({ isAsking }) =>
      isAsking
        ? [LINES.typing(site, { label: 'send', refusal: problem, run: () => question.ask(), leave: close })]
        : [
            {
              bindings: [
                bind('instances.command-again', ['e'], 'another', 'Use', again, {
                  ...inFooter,
                  help: 'type another command',
                  refusal: () => (site.page()?.printed.answer.stage === 'loading' ? 'Wait for the answer.' : undefined),
                }),
                LINES.close(close),
                ...LINES.scrolling(site, screen, timeZone),
              ],
            },
          ],
    leave: question.giveUp,
    serviceChanged: close,
  };
};

const opened = (id: number): CommandPage => ({
  ...{ kind: 'command', id, top: 0, isAsking: true, printed: { answer: idle } },
  wish: lineOf('ls -l /workspace'),
});

export const drawCommand = LINES.draw;
