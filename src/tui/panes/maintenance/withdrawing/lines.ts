/** What the pages of a withdrawal say, line by line: the review, and what became of each machine. Pure. */
import type { Explanation } from '../../../../api/errors/explain.ts';
import { padCell, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { sentWords } from '../../../../instances/sent-words.ts';
import { type StandingWindows, windowCount, windowWords } from '../../../../maintenance/standing-windows.ts';
import { stampWords } from '../../../../maintenance/start/moment-words.ts';
import { ALL_ARE_WITHDRAWN, callOfWithdrawal } from '../../../../maintenance/withdraw.ts';
import type { RecordLine } from '../../../ui/record-lines.ts';
import { plain } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import type { Describe } from '../review/lines.ts';
import { type Fate, machinesToSend, type Stage, type Withdrawing } from './state.ts';

/** Lines of the pane that are none of the page: the titles of the pages above it, and below it what confirms or is to be done. */
export const TITLE_LINES = 1;
export const FOOT_LINES = 2;

/** What the lines depend on besides. */
export type Telling = { readonly describe: Describe; readonly timeZone: string };

const BLANK: RecordLine = [plain(' ')];

const paragraph = (text: string, width: number, role: Role = 'plain', inset = 0): readonly RecordLine[] =>
  text === ''
    ? []
    : wrappedLines(text, Math.max(10, width - inset)).map((line) => [{ text: ' '.repeat(inset) + line, role }]);

/** `Withdraw the windows of machine 1206`, `... of 3 machines`. */
export const titleOf = ({ machineIds }: Withdrawing): string =>
  `Withdraw the windows of ${machineIds.length === 1 ? `machine ${machineIds[0]}` : `${machineIds.length} machines`}`;

/** The lines of the page in `width` cells. */
export const withdrawingLines = (
  { stage }: Pick<Withdrawing, 'stage'>,
  telling: Telling,
  width: number,
): readonly RecordLine[] => {
  switch (stage.kind) {
    case 'reading':
      return paragraph('Reading the windows that the service lists.', width);
    case 'unread':
      return unreadLines(stage.failure, width);
    case 'review':
      return reviewLines(stage, telling, width);
    case 'sent':
      return stage.standing.flatMap((standing, place) =>
        fateLines(standing, stage.fates[place] ?? { stage: 'none' }, stage.left?.[place], width),
      );
  }
};

const unreadLines = ({ tried, whatCameBack, whatToDo }: Explanation, width: number): readonly RecordLine[] => [
  ...paragraph(tried, width),
  ...paragraph(whatCameBack, width, 'danger'),
  ...paragraph(whatToDo, width),
  BLANK,
  ...paragraph('Nothing was sent: windows are withdrawn only where the service lists them first.', width, 'strong'),
];

/** The windows of each machine as they were read, what a withdrawal does, what was sent before, and exactly what is sent. */
const reviewLines = (
  { standing, readAtEpochMs, isWhole, look, note }: Extract<Stage, { kind: 'review' }>,
  { describe, timeZone }: Telling,
  width: number,
): readonly RecordLine[] => {
  const sent = machinesToSend(standing);
  return [
    ...(note === undefined ? [] : [...paragraph(note, width, 'danger'), BLANK]),
    ...paragraph(`As the service listed them at ${stampWords(readAtEpochMs, timeZone)}:`, width, 'dim'),
    ...standing.flatMap(({ machineId, windows }) => [
      ...paragraph(machineWords(machineId, windows, describe), width, windows.length === 0 ? 'dim' : 'strong'),
      ...windows.flatMap((window) => {
        const { maintenance_category: category, maintenance_reason: reason } = window;
        const words = [windowWords(window, timeZone), category ?? '', printable(reason ?? '')];
        return paragraph(words.filter(Boolean).join('   '), width, 'plain', 2);
      }),
    ]),
    ...(isWhole ? [] : paragraph('The list is not whole: there may be more windows than these.', width, 'warning')),
    BLANK,
    ...(sent.length === 0
      ? paragraph('There is nothing to withdraw.', width, 'strong')
      : [
          ...paragraph(
            sent.length === 1
              ? ALL_ARE_WITHDRAWN
              : `For each of them: all of your windows on the machine are withdrawn, not one of them alone.`,
            width,
            'danger',
          ),
          ...look.open
            .filter(({ instanceId }) => sent.includes(instanceId))
            .flatMap((earlier) =>
              paragraph(
                `Machine ${earlier.instanceId}: ${sentWords(earlier, timeZone)} Confirming sends it again.`,
                width,
                'warning',
              ),
            ),
          BLANK,
          ...paragraph(
            sent.length === 1
              ? 'This is exactly what will be sent:'
              : 'This is exactly what will be sent, one after the other:',
            width,
          ),
          ...sent.flatMap((machineId) => {
            const { method, path, body } = callOfWithdrawal(machineId);
            return paragraph(`${method} ${path} ${JSON.stringify(body)}`, width, 'strong');
          }),
        ]),
  ];
};

/** `1206  4x RTX 4090, NO: 2 windows`. */
const machineWords = (machineId: number, windows: StandingWindows['windows'], describe: Describe): string => {
  const what = describe(machineId);
  const known = what === undefined ? '' : `  ${printable(what)}`;
  return `${machineId}${known}: ${windows.length === 0 ? 'no window to withdraw' : windowCount(windows)}`;
};

const FATES: Readonly<Record<Fate['stage'], readonly [words: string, role: Role]>> = {
  waiting: ['waiting', 'dim'],
  sending: ['being sent', 'accent'],
  none: ['nothing to withdraw', 'dim'],
  accepted: ['withdrawn', 'good'],
  refused: ['refused', 'danger'],
  unknown: ['outcome unknown', 'warning'],
  before: ['not sent', 'warning'],
  'not-sent': ['not sent', 'dim'],
};

const fateLines = (
  { machineId, windows }: StandingWindows,
  fate: Fate,
  left: StandingWindows | undefined,
  width: number,
): readonly RecordLine[] => {
  const [words, role] = FATES[fate.stage];
  const count = windows.length === 0 ? '' : `   ${windowCount(windows)}`;
  return [
    [plain(padCell(String(machineId), 10)), { text: words, role }, { text: count, role: 'dim' }],
    ...paragraph(fateWords(fate), width, 'plain', 2),
    ...paragraph(leftWords(fate, left), width, 'strong', 2),
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

/** What the list says that was read when all was over. */
const leftWords = ({ stage }: Fate, left: StandingWindows | undefined): string => {
  if (stage !== 'accepted' && stage !== 'unknown') return '';
  if (left === undefined) return stage === 'unknown' ? 'The windows are not read again yet: R asks.' : '';
  const { windows } = left;
  if (windows.length > 0) return `The service, asked again, lists ${windowCount(windows)} of it.`;
  return stage === 'unknown' ? 'The service, asked again, lists no window of it, but its list is not whole.' : '';
};
