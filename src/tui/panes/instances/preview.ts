/** The preview of an instance: what it is doing and what that costs, how it is reached, how long it has run and lasts. Pure. */

import { fixed } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { padCell, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { displayText } from '../../../catalogue/format.ts';
import { aMonth } from '../../../catalogue/instance-beside.ts';
import { sshAddress, standingOf, statusAdvice, statusOf } from '../../../catalogue/instance-columns.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import { SPAN_TONES, toneOf } from '../../../catalogue/tones.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { costsOf, startOrStop } from '../../../instances/change.ts';
import { stampWords } from '../../../maintenance/moment-words.ts';
import { hoursLeft, leftWords } from '../../../pricing/time-left.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { dim, plain, type Segment, spreadSegments } from '../../ui/segments.ts';
import type { ListPlace } from '../list-pane/description.ts';
import { sshCommand } from './page-lines.ts';

/** The lines below its title, what decides first. */
export const instancePreview = (
  instance: Instance,
  {
    width,
    timeZone,
    answeredAtEpochMs,
    beside,
  }: Pick<ListPlace, 'width' | 'timeZone' | 'answeredAtEpochMs' | 'beside'>,
): readonly RecordLine[] => {
  const { end_date: endS, uptime_mins: minutes, image_uuid: image, gpu_util: busy, machine_id: machine } = instance;
  const status = statusOf(instance);
  const { words, role = 'plain' } = standingOf(instance);
  const change = startOrStop(instance);
  // Where a key is named, its name is known only when the line is drawn.
  const key = CHANGED.includes(status) ? `${keyName('instances.start-stop')} ${change}s it  ` : '';
  const advice = statusAdvice(status);
  const leftS = typeof endS === 'number' ? endS - answeredAtEpochMs / 1000 : undefined;
  const left = hoursLeft(leftS);
  const load = typeof busy === 'number' ? `  ${fixed(busy, 0)} % GPU` : '';
  const address = sshAddress(instance);
  const since = (minutesUp: number) => stampWords(answeredAtEpochMs - minutesUp * 60_000, timeZone);
  const { lease, dearer } = beside?.[String(instance.id)] ?? {};
  const facts: readonly (readonly [label: string, text: string, atEnd?: string])[] = [
    ['costs', costWords(instance, change)],
    ['GPU', placeWords(instance), machine == null ? '' : `machine ${machine}`],
    ['image', printed(image ?? '')],
    ['ssh', 'problem' in address ? `not possible: ${address.problem}` : (sshCommand(instance) ?? '')],
    ['until', lease?.cell ?? ''],
    ['dearer', dearer === undefined ? '' : `${aMonth(dearer.more)} $ more a month`, keyName('instances.increases')],
    ['up', typeof minutes === 'number' ? `${leftWords(minutes / 60)}, since ${since(minutes)}` : ''],
  ];
  const line = (label: string, said: Segment, atEnd = '') =>
    spreadSegments([dim(padCell(label, LABEL)), said], atEnd === '' ? [] : [dim(atEnd)], width);
  const ends: Segment = { text: `in ${leftWords(left ?? 0)}`, role: toneOf(SPAN_TONES, leftS) ?? 'plain' };
  return [
    [{ text: words, role }, dim(load), { text: key, role: 'accent', isAtEnd: true }],
    ...facts.flatMap(([label, text, atEnd]) => (text === '' ? [] : [line(label, plain(text), atEnd)])),
    ...(left === undefined ? [] : [line('ends', ends)]),
    ...(advice === undefined ? [] : wrappedLines(advice, width).map((line) => [dim(line)])),
  ];
};

/** Cells of what a line is about. */
const LABEL = 9;

/** Statuses in which the key that starts and stops does what it says. */
const CHANGED: readonly string[] = ['running', 'stopped', 'frozen'];

/** `6.97 $ a day; stopped it costs 0.53`. */
const costWords = (instance: Instance, change: 'start' | 'stop'): string => {
  const { now, after } = costsOf(instance, { kind: change });
  const aDay = (hourly: number) => fixed(24 * hourly, 2);
  if (now === undefined) return 'not known';
  const other =
    after === undefined || after === now ? '' : `; ${change === 'stop' ? 'stopped' : 'running'} ${aDay(after)}`;
  return `${aDay(now)} $ a day${other}`;
};

const placeWords = ({ num_gpus: gpus, gpu_name: model, geolocation: place }: Instance): string =>
  printed([gpusText(gpus, model), place].filter(Boolean).join(', '));

const printed = (text: string): string => printableStart(displayText(text));
