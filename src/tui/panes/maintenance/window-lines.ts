/** A window in full: when, what for, who is hit, what was told, and what to mind. Pure. */
import { fixed } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { padCell, printable } from '../../../base/text.ts';
import { displayText } from '../../../catalogue/format.ts';
import { occupancyWords } from '../../../catalogue/machine-fields.ts';
import { outcomeWords } from '../../../maintenance/announcement.ts';
import { distanceWords, shortWords, stampWords, startWarnings } from '../../../maintenance/moment-words.ts';
import { rentalsBy, rentalWords } from '../../../maintenance/renters.ts';
import { windowCount } from '../../../maintenance/standing-windows.ts';
import { rowInFront } from '../../state/list.ts';
import { labelled, paragraph } from '../../ui/record-lines.ts';
import { band, dim, type Segment } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';
import type { PreviewLines } from '../pane.ts';
import { standingOf, windowsWords } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';
import { awayWords, linesBetween, mostAway, overlapping, type WeekLine, type WeekWindow } from './week.ts';

type Line = readonly Segment[];

/** The window of `line` below its title, or what is known of its machine, in `width` cells; `lines` are all that there are. */
export const weekLineInFull = (
  state: MaintenanceState,
  lines: readonly WeekLine[],
  line: WeekLine,
  width: number,
): readonly Line[] => {
  const { machine, machineId, shown } = line;
  const place = [machine?.hostname, machine?.geolocation].flatMap((text) => (text ? [displayText(text)] : []));
  if (shown === undefined) {
    const standing = windowsWords(state, machineId);
    const next = standing === '' ? 'none announced' : `no window this week; ${standing}`;
    return [band(`Machine ${machineId}`, [], [dim(`  ${place.join(', ')}`)]), ...said('window', next, width)];
  }
  const standing = standingOf(state, machineId);
  const key = keyName('maintenance.withdraw');
  const withdraws =
    standing.length === 1 ? `${key} withdraws it` : `${key} withdraws all ${windowCount(standing)} of the machine`;
  const answer: Line = standing.includes(shown.window) ? [{ text: withdraws, role: 'accent' }] : [];
  const where = [`machine ${machineId}`, ...place].join(', ');
  return [
    band(`Window ${shown.window.id ?? '?'}`, answer, [dim(`  ${where}`)]),
    ...windowLines(state, lines, line, shown, width),
  ];
};

/** The same without a title. */
const windowLines = (
  state: MaintenanceState,
  lines: readonly WeekLine[],
  line: WeekLine,
  { window, fromS, toS }: WeekWindow,
  width: number,
): readonly Line[] => {
  const { machine, machineId } = line;
  const { timeZone, nowEpochMs, history } = state;
  const { created_at: announcedS, maintenance_category: category, maintenance_reason: reason } = window;
  const [from, to] = [shortWords(fromS, timeZone), shortWords(toS, timeZone)];
  const until = to.slice(0, DAY) === from.slice(0, DAY) ? to.slice(DAY) : to;
  const rentals = machine && rentalsBy({ records: [machine] }).get(machineId);
  const hit = [
    rentals === undefined ? '' : rentalWords(rentals),
    displayText(occupancyWords(machine?.gpu_occupancy) ?? ''),
    typeof machine?.earn_hour === 'number' ? `${fixed(machine.earn_hour, 4)} $ earned in the last hour` : '',
  ].filter(Boolean);
  const sent = history.find((one) => one.machineId === machineId && one.startsAtEpochS === fromS);
  const told = [
    typeof announcedS === 'number' ? `announced ${stampWords(announcedS * 1000, timeZone)}` : '',
    sent === undefined ? '' : outcomeWords(sent),
  ].filter(Boolean);
  const minds = [
    overlapWords(state, lines, line, fromS, toS),
    ...startWarnings(fromS, (announcedS ?? fromS) * 1000),
  ].filter(Boolean);
  return [
    ...said('from', `${from} to ${until}  ${distanceWords(fromS, nowEpochMs)}`, width, 'strong'),
    ...(minds.length === 0 ? [] : said('mind', `! ${minds.join(' ')}`, width, 'warning')),
    ...said('work', [category, printable(reason ?? '')].filter(Boolean).join(': '), width),
    ...said('hits', hit.length === 0 ? 'not known' : hit.join('; '), width),
    ...said('told', told.join('; ') || 'not known when', width),
  ];
};

const DAY = 'Tue 2026-12-01 '.length;

const LABEL = 10;

const said = (label: string, text: string, width: number, role?: Role): readonly Line[] =>
  labelled(padCell(`   ${label}`, LABEL), paragraph(text, width - LABEL - 1, role));

const overlapWords = (
  state: MaintenanceState,
  lines: readonly WeekLine[],
  line: WeekLine,
  fromS: number,
  toS: number,
): string => {
  const ids = [...new Set(overlapping(lines, line).map(({ machineId }) => machineId))];
  if (ids.length === 0) return '';
  const which = ids.length === 1 ? `a window of machine ${ids[0]}` : `windows of ${ids.length} machines`;
  return `Overlaps with ${which}: ${awayWords(state, mostAway(lines, fromS, toS))} GPUs of yours away at once.`;
};

/** The preview of the window under the cursor of their list; undefined where its times are not known. */
export const windowPreview = (state: MaintenanceState): PreviewLines | undefined => {
  const found = rowInFront(state.announced.list)?.record;
  if (found === undefined) return undefined;
  const lines = linesBetween(state, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const line = lines.find(({ shown }) => shown?.window === found);
  return line && (({ width, height }) => weekLineInFull(state, lines, line, width).slice(0, height));
};
