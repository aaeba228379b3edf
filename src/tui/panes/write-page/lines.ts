/** What the pages of a write say, line by line, and at their feet. Pure. */

import { type Call, callWords } from '../../../api/call.ts';
import { keyName } from '../../../base/named-keys.ts';
import { capital, padCell, printable } from '../../../base/text.ts';
import { sentWords } from '../../../instances/fate.ts';
import { confirmationPrompt } from '../../../writes/confirmation.ts';
import { costChangeOf } from '../../../writes/cost-change.ts';
import { callsFor, TOGETHER_WORDS } from '../../../writes/together.ts';
import type { Paragraph, ReviewContext, WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { BLANK, paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';
import { band, plain, type Segment } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';
import { type Fate, idsLeft, isTogether, requestIn, type Stage, targetsToSend, type Writing } from './state.ts';

/** Lines of the page below its lines: what confirms, or what is to be done. */
export const FOOT_LINES = 2;

const saidLines = ({ text, tone, inset = 0 }: Paragraph, width: number): readonly RecordLine[] =>
  text === '' ? [] : paragraph(text, width - inset, tone).map(setInBy(inset));

/** What is done, and what is typed for it: an id, a number, or what the kind wants in their place. */
export const confirmingOf = <W extends WriteTypes>(writing: Writing<W>, kind: WriteKind<W>) => {
  const request = requestIn(writing, kind);
  const isSaid = !('problem' in request);
  const { over } = writing;
  const by =
    over !== undefined
      ? { what: 'the amount, to go over the limit', text: over.amount }
      : isSaid
        ? kind.confirmedBy?.(request, targetsToSend(writing, kind))
        : undefined;
  const verb = (isSaid ? kind.verb?.(request) : undefined) ?? writing.kind;
  return { ids: idsToSend(writing, kind), noun: kind.noun, by, verb };
};

/** True where a key confirms it. */
export const isSmall = <W extends WriteTypes>(
  { kind: name, over }: Pick<Writing<W>, 'kind' | 'over'>,
  kind: Pick<WriteKind<W>, 'isSmall'>,
): boolean => over === undefined && kind.isSmall?.(name) === true;

/** The ids of those that something is sent for. */
export const idsToSend = <W extends WriteTypes>(
  writing: Writing<W>,
  kind: Pick<WriteKind<W>, 'isSent'>,
): readonly number[] => targetsToSend(writing, kind).map(({ id }) => id);

/** The lines of the page in `width` cells. */
export const writingLines = <W extends WriteTypes>(
  writing: Writing<W>,
  kind: WriteKind<W>,
  context: ReviewContext,
  width: number,
): readonly RecordLine[] => {
  const { stage, targets } = writing;
  const told = (paragraphs: readonly Paragraph[]) => paragraphs.flatMap((one) => saidLines(one, width));
  switch (stage.kind) {
    case 'value':
      return told(kind.field?.(writing.kind)?.lines(targets) ?? []);
    case 'reading':
      return told([{ text: kind.readsFirst?.reading ?? '' }]);
    case 'unread': {
      const { tried, whatCameBack, whatToDo } = stage.failure;
      const unread: Paragraph = { text: kind.readsFirst?.unread ?? '', tone: 'strong' };
      return told([{ text: tried }, { text: whatCameBack, tone: 'danger' }, { text: whatToDo }, SPACE, unread]);
    }
    case 'review':
      return [...told(reviewOf(writing, stage, kind, context)), ...callsOf(writing, kind, width)];
    case 'sent':
      return targets.flatMap((target, place) => fateLines(target, place, writing, stage, kind, width));
  }
};

/** A blank line: a space is wrapped to itself. */
const SPACE: Paragraph = { text: ' ' };

const OVER =
  'A limit of yours is in the way of it (gpudeck limits). Whoever types the amount goes over that limit, this once.';

const reviewOf = <W extends WriteTypes>(
  writing: Writing<W>,
  { look, readAtEpochMs, isWhole, note = [] }: Extract<Stage<W['target']>, { kind: 'review' }>,
  kind: WriteKind<W>,
  context: ReviewContext,
): readonly Paragraph[] => {
  const request = requestIn(writing, kind);
  if ('problem' in request) return [{ text: request.problem, tone: 'danger' }];
  const { targets } = writing;
  const ids = idsToSend(writing, kind);
  const noun = capital(kind.noun);
  const again = isSmall(writing, kind) ? 'This sends it again.' : 'Confirming sends it again.';
  return [
    ...(writing.over === undefined ? [] : [{ text: OVER, tone: 'danger' } as const, SPACE]),
    ...note.map((text) => ({ text, tone: 'danger' }) as const),
    ...(note.length === 0 ? [] : [SPACE]),
    ...kind.affected(request, { targets, readAtEpochMs, isWhole }, context),
    SPACE,
    ...(ids.length === 0
      ? [{ text: kind.words.nothing, tone: 'strong' } as const]
      : [
          ...kind.consequences(request, targetsToSend(writing, kind)),
          { text: costChangeOf(request, targetsToSend(writing, kind), kind, context) ?? '' },
          ...look.open
            .filter(({ instanceId }) => ids.includes(instanceId))
            .map((sent): Paragraph => {
              const words = printable(sentWords(kind.isNameEnough ? { ...sent, value: '' } : sent, context.timeZone));
              return { text: `${noun} ${sent.instanceId}: ${words} ${again}`, tone: 'warning' };
            }),
        ]),
  ];
};

const callsOf = <W extends WriteTypes>(
  writing: Writing<W>,
  kind: WriteKind<W>,
  width: number,
): readonly RecordLine[] => {
  const request = requestIn(writing, kind);
  if ('problem' in request) return [];
  const isOne = isTogether(writing, kind);
  const calls = callsFor(kind, targetsToSend(writing, kind), request, isOne);
  const title = `This is exactly what will be sent${calls.length === 1 ? '' : ', one after the other'}:`;
  return calls.length === 0
    ? []
    : [
        BLANK,
        band(title),
        ...(isOne ? saidLines({ text: TOGETHER_WORDS }, width) : []),
        ...calls.flatMap((call) =>
          kind.isBodySetOut ? callLines(call, width) : saidLines({ text: callWords(call), tone: 'strong' }, width),
        ),
      ];
};

/** A call, whole, with its body set out below it. */
export const callLines = ({ method, path, body }: Call, width: number): readonly RecordLine[] => [
  ...saidLines({ text: `${method} ${path}`, tone: 'strong' }, width),
  ...(body === undefined ? [] : bodyLines(JSON.stringify(body), width).map((line) => [plain(line)])),
];

const FATES: Readonly<Record<Fate['stage'], readonly [sign: string, words: string | undefined, role: Role]>> = {
  waiting: ['-', 'waiting', 'dim'],
  sending: ['~', 'being sent', 'accent'],
  none: ['-', undefined, 'dim'],
  accepted: ['+', undefined, 'good'],
  refused: ['!', 'refused', 'danger'],
  unknown: ['?', 'outcome unknown', 'warning'],
  unconfirmed: ['?', 'not confirmed', 'warning'],
  before: ['!', 'not sent', 'warning'],
  'not-sent': ['-', 'not sent', 'dim'],
};

/** `5 of 12`: how many of several calls have ended. */
export const progressSegments = (stage: Stage<unknown>): readonly Segment[] => {
  if (stage.kind !== 'sent') return [];
  const calls = stage.fates.filter((fate) => fate.stage !== 'none');
  const ended = calls.filter((fate) => fate.stage !== 'waiting' && fate.stage !== 'sending');
  return calls.length < 2 ? [] : [{ text: `${ended.length} of ${calls.length}`, role: 'strong' }];
};

const fateLines = <W extends WriteTypes>(
  target: W['target'],
  place: number,
  { kind: name }: Writing<W>,
  { fates, after }: Extract<Stage<W['target']>, { kind: 'sent' }>,
  { words, afterwards }: WriteKind<W>,
  width: number,
): readonly RecordLine[] => {
  const fate = fates[place] ?? { stage: 'none' };
  const [sign, own, role] = FATES[fate.stage];
  const told = own ?? (fate.stage === 'none' ? words.none : words.done);
  const { stage } = fate;
  const isEnded = stage === 'accepted' || stage === 'unknown';
  const seen = !isEnded
    ? ''
    : after !== undefined
      ? afterwards(after[place], stage, name)
      : stage === 'unknown'
        ? words.notRead
        : '';
  return [
    [
      { text: sign, role },
      plain(` ${padCell(String(target.id), 10)}`),
      { text: told, role },
      { text: words.beside(target), role: 'dim' },
    ],
    ...saidLines({ text: fateWords(fate), inset: 2 }, width),
    ...saidLines({ text: seen, tone: 'strong', inset: 2 }, width),
  ];
};

const fateWords = (fate: Fate): string => {
  switch (fate.stage) {
    case 'waiting':
      return fate.attempt === undefined ? '' : `called too soon, try ${fate.attempt} is next`;
    case 'sending':
    case 'none':
      return '';
    default:
      return printable(fate.words);
  }
};

/** Cells that the answer to a prompt takes, with what stands around it. */
const ANSWER_CELLS = 14;

/** The label of a field in a page of `width` cells in which what confirms is typed. */
export const confirmingLabel = <W extends WriteTypes>(
  writing: Writing<W>,
  kind: WriteKind<W>,
  width: number,
): string => {
  const confirming = confirmingOf(writing, kind);
  const prompt = confirmationPrompt(confirming);
  return ` ${prompt.length + ANSWER_CELLS > width ? confirmationPrompt(confirming, true) : prompt}`;
};

/** What is to be done, at the foot of the page. */
export const footWords = <W extends WriteTypes>(writing: Writing<W>, kind: WriteKind<W>): string => {
  const { stage } = writing;
  switch (stage.kind) {
    case 'value':
      return '';
    case 'reading':
      return kind.readsFirst?.before ?? '';
    case 'unread':
      return `${keyName(`${kind.keys.name}-${kind.keys.read[0]}`)} asks again, Esc leaves it.`;
    case 'review': {
      const { ids, by } = confirmingOf(writing, kind);
      if (stage.isChecking) return kind.readsAgain?.again ?? '';
      if (ids.length === 0) return 'Esc goes back.';
      if (isSmall(writing, kind)) return kind.words.foot?.(writing.kind) ?? 'Enter sends it, Esc goes back.';
      if (by !== undefined) return `Enter, then type ${by.what}, ${by.text}. Esc leaves it.`;
      return `Enter, then type ${ids.length === 1 ? `the id, ${ids[0]}` : `their number, ${ids.length}`}. Esc leaves it.`;
    }
    case 'sent':
      if (stage.isOver) return kind.words.over(idsLeft(writing).length > 0);
      return stage.isStopped
        ? 'Stopping after the pending answer.'
        : `Each call is sent once. ${kind.keys.stopName} sends no more of them.`;
  }
};
