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

/** What there is, counted from 1, each in a line and what stands below it; and what is said above them or in their place. */
type Options<W extends WriteTypes> = {
  readonly said: string;
  readonly options: readonly (Begun<W> & { readonly words: string; readonly more: string })[];
};

/** The open page. */
export type ChoosingPage<W extends WriteTypes> = {
  readonly kind: 'choosing';
  readonly name: W['name'];
  readonly title: string;
  readonly line: Line;
  readonly asked: Asked<Options<W>, Explanation>;
};

/** How the options are read. */
export type Asking<W extends WriteTypes> = {
  readonly read: ReadName;
  readonly ask: (client: Client, options: CallOptions) => Promise<Options<W>>;
};

/** What is chosen from; `typed` is what is meant by what is no number of an option. */
export type Choice<W extends WriteTypes> = Pick<ChoosingPage<W>, 'name' | 'title'> & {
  readonly from: Options<W> | Asking<W>;
  readonly typed?: (text: string) => Begun<W> | { readonly problem: string };
};

const LONGEST = 1000;

const optionsIn = <W extends WriteTypes>({ asked }: ChoosingPage<W>) => lastArrived(asked.answer)?.value.options ?? [];

const withLine = <W extends WriteTypes>(page: ChoosingPage<W>, place: number): ChoosingPage<W> => ({
  ...page,
  line: lineOffered(lineOf(String(place + 1))),
});

/** The page at work. */
export const createChoosing = <W extends WriteTypes>(
  site: PageSite<unknown, ChoosingPage<W>>,
  needs: Needs,
  write: RunningWrite<W>,
  { owner, name }: WriteKeys,
) => {
  let question: Question | undefined;
  let meant: NonNullable<Choice<W>['typed']>;
  const drop = () => question?.drop();
  /** What is asked changed; the first option stands in the field as soon as there is one. */
  const note = (transition: (asked: ChoosingPage<W>['asked']) => ChoosingPage<W>['asked']) =>
    site.change((before) => {
      const page = { ...before, asked: transition(before.asked) };
      return page.line.text === '' && optionsIn(page).length > 0 ? withLine(page, 0) : page;
    });
  const choose = ({
    from,
    typed = () => ({ problem: 'Type the number of one that is listed here.' }),
    ...choice
  }: Choice<W>) => {
    drop();
    meant = typed;
    site.show({ kind: 'choosing', ...choice, line: lineOf(''), asked: { answer: idle } });
    if (!('read' in from))
      return note(() => ({ answer: { stage: 'loaded', ticket: 0, last: { value: from, atEpochMs: 0 } } }));
    const { read, ask } = from;
    question = createQuestion({
      ...needs,
      read,
      ask: (client, _, options) => ask(client, options),
      ...askedNoted(note),
    });
    return question.ask();
  };
  const accept = () => {
    const page = site.page();
    if (page === undefined) return;
    if (page.asked.answer.stage === 'failed') return question?.ask();
    const text = page.line.text.trim();
    const begun = optionsIn(page)[Number(text) - 1] ?? meant(text);
    const problem = 'problem' in begun ? begun.problem : write.refusal(page.name, begun.targets);
    if (problem !== undefined || 'problem' in begun) return needs.refuse(problem ?? '');
    return write.begin(page.name, begun.targets, begun.request);
  };
  const move = (steps: 1 | -1) => () =>
    site.change((page) => {
      const { length } = optionsIn(page);
      const next = (Number(page.line.text) || 0) - 1 + steps + length;
      return length === 0 ? page : withLine(page, next % length);
    });
  const leave = () => {
    drop();
    site.close();
  };
  const layer = (): Layer =>
    fieldLayer({
      owner,
      line: () => site.page()?.line,
      change: (edit) => site.change((page) => ({ ...page, line: edit(page.line) })),
      maximum: LONGEST,
      accept: acceptKey(`${name}-choose`, 'review', accept),
      cancel: cancelKey(`${name}-cancel`, leave),
      own: [
        bind(`${name}-next`, ['down', 'tab'], 'next', EDITING, move(1), inFooter),
        bind(`${name}-before`, ['up', 'shift-tab'], 'the one before', EDITING, move(-1)),
      ],
    });
  return { choose, layer, drop, giveUp: () => question?.giveUp() };
};

/** Its lines in `width` cells, and the line behind the option that stands in the field. */
export const choosingLines = <W extends WriteTypes>(
  { asked: { answer, waitS }, line }: ChoosingPage<W>,
  width: number,
): { readonly lines: readonly RecordLine[]; readonly until: number } => {
  if (answer.stage === 'failed') {
    const { tried, whatCameBack, whatToDo } = answer.failure;
    const again = paragraph(`${whatToDo} Enter asks again.`, width);
    return { lines: [...paragraph(tried, width), ...paragraph(whatCameBack, width, 'danger'), ...again], until: 0 };
  }
  if (answer.stage !== 'loaded') {
    const wait = waitS === undefined ? '' : `, in ${waitS} s`;
    return { lines: paragraph(`Asking the service${wait} ...`, width, 'accent'), until: 0 };
  }
  const { said, options } = answer.last.value;
  const chosen = Number(line.text);
  const parts = options.map(({ words, more }, place) => [
    ...(place + 1 === chosen
      ? paragraph(`> ${place + 1}  ${words}`, width, 'strong')
      : paragraph(`  ${place + 1}  ${words}`, width)),
    ...paragraph(more, width - MORE, 'dim').map(setInBy(MORE)),
  ]);
  const head = [...paragraph(said, width, 'dim'), []];
  const until = parts.length < chosen || !(chosen > 0) ? 0 : head.length + parts.slice(0, chosen).flat().length;
  return { lines: [...head, ...parts.flat()], until };
};

/** Cells by which what stands below an option is set in. */
const MORE = 5;
