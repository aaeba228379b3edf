/** What the pages of a change say, line by line: the review, and what became of each instance. Pure. */
import { padCell, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { statusOf, statusWords } from '../../../../catalogue/instance-status.ts';
import type { Instance } from '../../../../catalogue/values.ts';
import { callOfChange } from '../../../../instances/change.ts';
import { areCostsSame, costsOf, costWords, lossWords, seenWords } from '../../../../instances/facts.ts';
import type { Fate } from '../../../../instances/fate.ts';
import { sentWords } from '../../../../instances/sent-words.ts';
import type { ChangeKind } from '../../../../storage/journal/instance-changes.ts';
import { confirmationPrompt } from '../../../../writes/confirmation.ts';
import type { RecordLine } from '../../../ui/record-lines.ts';
import { plain } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import { type Changing, changeOf, idsOf, type Stage, type Target } from './state.ts';

/** Lines of the page below its lines: what confirms, or what is to be done. */
export const FOOT_LINES = 2;

const BLANK: RecordLine = [plain(' ')];

const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RecordLine[] =>
  wrappedLines(text, width).map((line) => [{ text: line, role }]);

const TITLES: Readonly<Record<ChangeKind, string>> = {
  start: 'Start',
  stop: 'Stop',
  reboot: 'Reboot',
  destroy: 'Destroy',
  label: 'Label',
  bid: 'Bid for',
};

/** `Stop instance 5`, `Destroy 3 instances`. */
export const titleOf = ({ kind, targets }: Changing): string => {
  const [first] = targets;
  const whom = targets.length === 1 ? `instance ${first?.id}` : `${targets.length} instances`;
  return `${TITLES[kind]} ${whom}`;
};

/** What stands over the field of a label or a bid. */
export const valueLines = ({ kind, targets }: Changing, width: number): readonly RecordLine[] => [
  ...targets.flatMap((target) => targetLines(target, width)),
  BLANK,
  ...(kind === 'label'
    ? paragraph('Type the label: at most 1024 characters. An empty one takes the label away.', width)
    : targets.flatMap(({ id, instance }) => paragraph(bidWords(id, instance), width))),
];

const bidWords = (id: number, { dph_base: base, min_bid: least }: Instance): string =>
  `${id}: ${typeof base === 'number' ? `the bid is ${base} $/h` : 'the bid is not known'}` +
  `${typeof least === 'number' ? `, the market takes ${least} $/h and more` : ''}.`;

/** What is to be done with the review; `typing` is the label of the field while that is open. */
export const reviewFoot = (changing: Changing, width: number): { readonly rest: string; readonly typing: string } => {
  const { kind } = changing;
  const confirming = { ids: idsOf(changing), noun: 'instance', verb: kind } as const;
  const prompt = confirmationPrompt(confirming);
  const typing = ` ${prompt.length + 14 > width ? confirmationPrompt(confirming, true) : prompt}`;
  if (kind === 'label' || kind === 'bid') return { rest: ' Enter sends it, Esc goes back.', typing };
  return { rest: ` Enter, then type ${confirmedBy(changing)}. Esc leaves it.`, typing };
};

const confirmedBy = (changing: Changing): string => {
  const ids = idsOf(changing);
  return ids.length === 1 ? `the id, ${ids[0]}` : `their number, ${ids.length}`;
};

/** The review in `width` cells: whom it meets, what is lost, what it costs, exactly what is sent, and what was sent before. */
export const reviewLines = (
  changing: Changing,
  { look }: Extract<Stage, { kind: 'review' }>,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const change = changeOf(changing);
  if ('problem' in change) return paragraph(change.problem, width, 'danger');
  const { kind, targets } = changing;
  const costs = targets.map(({ instance }) => costsOf(instance, change));
  return [
    ...targets.flatMap((target) => targetLines(target, width)),
    BLANK,
    ...paragraph(
      lossWords(kind, targets.length),
      width,
      kind === 'destroy' ? 'danger' : kind === 'label' ? 'plain' : 'warning',
    ),
    ...(areCostsSame(kind) ? [] : paragraph(`Cost: ${costWords(costs, kind)}.`, width)),
    ...look.open.flatMap((sent) => paragraph(beforeWords(sent, timeZone), width, 'warning')),
    BLANK,
    ...paragraph(
      targets.length === 1
        ? 'This is exactly what will be sent:'
        : 'This is exactly what will be sent, one after the other:',
      width,
    ),
    ...targets.flatMap(({ id }) => {
      const { method, path, body } = callOfChange(id, change);
      return paragraph(`${method} ${path} ${JSON.stringify(body)}`, width, 'strong');
    }),
  ];
};

const beforeWords = (sent: Parameters<typeof sentWords>[0], timeZone: string): string =>
  `Instance ${sent.instanceId}: ${sentWords(sent, timeZone)} Confirming sends it again.`;

const targetLines = ({ id, instance, isGone }: Target, width: number): readonly RecordLine[] =>
  isGone
    ? paragraph(`${id} is no longer in the list.`, width, 'danger')
    : wrappedLines(instanceWords(id, instance), width).map((line) => [plain(line)]);

/** `4711  + running  2x RTX 4090  train`. */
const instanceWords = (id: number, instance: Instance): string => {
  const { num_gpus: count, gpu_name: model, label } = instance;
  const gpus = typeof model === 'string' ? `${count ?? '?'}x ${model}` : '';
  return [String(id), statusWords(statusOf(instance)), gpus, label ?? ''].filter(Boolean).join('  ');
};

const FATES: Readonly<Record<Fate['stage'], readonly [words: string, role: Role]>> = {
  waiting: ['waiting', 'dim'],
  sending: ['being sent', 'accent'],
  accepted: ['accepted', 'good'],
  refused: ['refused', 'danger'],
  unknown: ['outcome unknown', 'warning'],
  before: ['not sent', 'warning'],
  'not-sent': ['not sent', 'dim'],
};

/** What became of each instance, in `width` cells. */
export const fateLines = (
  { targets, kind }: Changing,
  { fates, isListRead }: Extract<Stage, { kind: 'sent' }>,
  listed: readonly Instance[],
  width: number,
): readonly RecordLine[] =>
  targets.flatMap(({ id }, place): readonly RecordLine[] => {
    const fate = fates[place];
    if (fate === undefined) return [];
    const [words, role] = FATES[fate.stage];
    const seen = fate.stage === 'unknown' ? seenIn(isListRead ? listed : undefined, id, kind) : '';
    return [
      [plain(padCell(String(id), 10)), { text: words, role }],
      ...inset(fateWords(fate), width, 'plain'),
      ...inset(seen, width, 'strong'),
    ];
  });

const inset = (text: string, width: number, role: Role): readonly RecordLine[] =>
  text === '' ? [] : wrappedLines(text, Math.max(10, width - 2)).map((line) => [{ text: `  ${line}`, role }]);

const fateWords = (fate: Fate): string => {
  switch (fate.stage) {
    case 'waiting':
      return fate.attempt === undefined ? '' : `called too soon, try ${fate.attempt} is next`;
    case 'sending':
      return '';
    default:
      return printable(fate.words);
  }
};

/** What the list says that was read after the answer was lost; undefined where none was. */
const seenIn = (listed: readonly Instance[] | undefined, id: number, kind: ChangeKind): string =>
  listed === undefined
    ? 'The list is not read again yet: R asks.'
    : seenWords(
        listed.find((instance) => instance.id === id),
        kind,
      );
