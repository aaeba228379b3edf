/** A write that is begun with one of several things: they stand on a page, one is chosen by its number or typed, and the review of it follows. */
import type { ReadName } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import type { CallOptions } from '../../../api/http/caller.ts';
import { createQuestion, type Question } from '../../../api/question.ts';
import type { WriteKeys, WriteTypes } from '../../../writes/write-kind.ts';
import { bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../../keys/field.ts';
import { type Line, lineOf, lineOffered } from '../../state/line.ts';
import { type Asked, askedNoted, idle, lastArrived } from '../../state/remote.ts';
import { paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';
import type { PageSite } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import type { RunningWrite } from './site.ts';

/** What is begun. */
type Begun<W extends WriteTypes> = { readonly targets: readonly W['target'][]; readonly request: W['request'] };

/** One of the things, in words: a line, and what stands below it. */
type Option<W extends WriteTypes> = Begun<W> & { readonly words: string; readonly more: string };

/** What there is, counted from 1, and what is said above it or in its place. */
export type Options<W extends WriteTypes> = { readonly said: string; readonly options: readonly Option<W>[] };

/** The open page. */
export type ChoosingPage<W extends WriteTypes> = {
  readonly kind: 'choosing';
  readonly name: W['name'];
  readonly title: string;
  readonly line: Line;
  readonly asked: Asked<Options<W>, Explanation>;
};

/** What is chosen from. */
export type Choice<W extends WriteTypes> = Pick<ChoosingPage<W>, 'name' | 'title'> & {
  /** The options, or how they are read. */
  readonly from:
    | Options<W>
    | { readonly read: ReadName; readonly ask: (client: Client, options: CallOptions) => Promise<Options<W>> };
  /** What is meant by what was typed, where that is no number of an option. */
  readonly typed: (text: string) => Begun<W> | { readonly problem: string };
};

const LONGEST = 1000;

const optionsIn = <W extends WriteTypes>({ asked }: Pick<ChoosingPage<W>, 'asked'>): readonly Option<W>[] =>
  lastArrived(asked.answer)?.value.options ?? [];

/** The page at work. */
export const createChoosing = <W extends WriteTypes>(
  site: PageSite<unknown, ChoosingPage<W>>,
  needs: Needs,
  write: RunningWrite<W>,
  { owner, name }: WriteKeys,
) => {
  let question: Question | undefined;
  let typed: Choice<W>['typed'] = () => ({ problem: '' });
  const drop = () => question?.drop();
  const change = (transition: (page: ChoosingPage<W>) => ChoosingPage<W>) => site.change((page) => transition(page));
  /** The first stands in the field as soon as there is one. */
  const told = (page: ChoosingPage<W>): ChoosingPage<W> =>
    page.line.text === '' && optionsIn(page).length > 0 ? { ...page, line: lineOffered(lineOf('1')) } : page;
  const choose = ({ from, typed: meant, ...choice }: Choice<W>) => {
    drop();
    typed = meant;
    const answer =
      'read' in from ? idle : ({ stage: 'loaded', ticket: 0, last: { value: from, atEpochMs: 0 } } as const);
    site.show(told({ kind: 'choosing', ...choice, line: lineOf(''), asked: { answer } }));
    if (!('read' in from)) return;
    question = createQuestion({
      ...needs,
      read: from.read,
      ask: (client, _ticket, options) => from.ask(client, options),
      ...askedNoted<Options<W>, Explanation>((transition) =>
        change((page) => told({ ...page, asked: transition(page.asked) })),
      ),
    });
    question.ask();
  };
  const accept = () => {
    const page = site.page();
    if (page === undefined) return;
    if (page.asked.answer.stage === 'failed') return question?.ask();
    const text = page.line.text.trim();
    const begun = optionsIn(page)[Number(text) - 1] ?? typed(text);
    const problem = 'problem' in begun ? begun.problem : write.refusal(page.name, begun.targets);
    if (problem !== undefined || 'problem' in begun) return needs.refuse(problem ?? '');
    return write.begin(page.name, begun.targets, begun.request);
  };
  const move = (steps: 1 | -1) => () =>
    change((page) => {
      const { length } = optionsIn(page);
      const next = ((Number(page.line.text) || 0) - 1 + steps + length) % length;
      return length === 0 ? page : { ...page, line: lineOffered(lineOf(String(next + 1))) };
    });
  const layer = (): Layer =>
    fieldLayer({
      owner,
      line: () => site.page()?.line,
      change: (edit) => change((page) => ({ ...page, line: edit(page.line) })),
      maximum: LONGEST,
      accept: acceptKey(`${name}-choose`, 'review', accept),
      cancel: cancelKey(`${name}-cancel`, () => {
        drop();
        site.close();
      }),
      own: [
        bind(`${name}-next`, ['down', 'tab'], 'next', EDITING, move(1), inFooter),
        bind(`${name}-before`, ['up', 'shift-tab'], 'the one before', EDITING, move(-1)),
      ],
    });
  return { choose, layer, drop, giveUp: () => question?.giveUp() };
};

/** Its lines in `width` cells, and the line behind the option that stands in the field. */
export const choosingLines = <W extends WriteTypes>(
  page: ChoosingPage<W>,
  width: number,
): { readonly lines: readonly RecordLine[]; readonly until: number } => {
  const { answer, waitS } = page.asked;
  if (answer.stage === 'failed') {
    const { tried, whatCameBack, whatToDo } = answer.failure;
    const again = `${whatToDo} Enter asks again.`;
    const lines = [...paragraph(tried, width), ...paragraph(whatCameBack, width, 'danger'), ...paragraph(again, width)];
    return { lines, until: 0 };
  }
  if (answer.stage !== 'loaded') {
    const wait = waitS === undefined ? '' : `, in ${waitS} s`;
    return { lines: paragraph(`Asking the service${wait} ...`, width, 'accent'), until: 0 };
  }
  const { said, options } = answer.last.value;
  const lines = [...paragraph(said, width, 'dim'), []];
  let until = 0;
  for (const [place, { words, more }] of options.entries()) {
    const isChosen = page.line.text.trim() === String(place + 1);
    const mark = isChosen ? '>' : ' ';
    lines.push(...paragraph(`${mark} ${place + 1}  ${words}`, width, isChosen ? 'strong' : 'plain'));
    lines.push(...paragraph(more, width - MORE, 'dim').map(setInBy(MORE)));
    if (isChosen) until = lines.length;
  }
  return { lines, until };
};

/** Cells by which what stands below an option is set in. */
const MORE = 5;
