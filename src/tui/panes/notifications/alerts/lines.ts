/** The lines of an alert's page: what it says, how it tells, what it would have found, and what fired. Pure. */

import { USUAL, type WrittenAlert } from '../../../../alerts/alerts-file.ts';
import { type Firing, findingWords } from '../../../../alerts/firing.ts';
import type { BackTest } from '../../../../alerts/hold-against.ts';
import { mended, readSentence } from '../../../../alerts/read-sentence.ts';
import type { Sentence } from '../../../../alerts/sentence.ts';
import { grouped } from '../../../../base/figures.ts';
import { shellWord } from '../../../../base/other-programs.ts';
import { momentWords } from '../../../../base/time.ts';
import type { OwnSets } from '../../../../filter/own-sets.ts';
import { generatedWords } from '../../../../history/generated.ts';
import { labelled, paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { band, dim, plain } from '../../../ui/segments.ts';

import {
  type AlertRow,
  type AlertsState,
  firingsOf,
  type OpenAlert,
  openRow,
  STANDING_ROLES,
  standingOf,
} from './state.ts';

/** How far back an alert is looked at, days. */
export const LOOKED_BACK_DAYS = 7;

/** Who looks at alerts where the panes do not. */
export const RECORDER_LOOKS = 'On this local service gpudeck record alone looks, while it runs beside.';

/** Of what fired and of what would have, so much is listed. */
const MOST_LISTED = 50;

/** What lines are made with. */
export type LinesPlace = { readonly timeZone: string; readonly width: number };

/** Everything below the field, while it is written and after. */
export const pageLines = (state: AlertsState, place: LinesPlace): readonly RecordLine[] => {
  const { open } = state;
  if (open === undefined) return [];
  const said = open.isTyping ? sentenceLines(open.line.text, state.sets, place) : [];
  const rest = alertLines(state, place);
  return [...said, ...(said.length > 0 && rest.length > 0 ? [[plain(' ')]] : []), ...rest];
};

/** What stands below the field while the sentence is written: what is wrong with it, or how it is understood. */
const sentenceLines = (text: string, sets: OwnSets, { width }: LinesPlace): readonly RecordLine[] => {
  if (text.trim() === '')
    return labelled(
      'such as  ',
      EXAMPLES.map((example) => [plain(example)]),
    );
  const reading = readSentence(text, sets);
  if ('problems' in reading) {
    const better = mended(text, sets);
    return [
      ...reading.problems.flatMap(({ message }) => paragraph(message, width, 'danger')),
      ...(better === undefined ? [] : paragraph(`Perhaps you mean: ${better}`, width)),
    ];
  }
  return reading.hints.flatMap(({ message }) => paragraph(message, width, 'warning'));
};

const EXAMPLES = [
  'when gpu_name=RTX_4090 dph_gpu<0.25 appears',
  'when median(gpu_name=RTX_4090) falls 10% in 1d',
  'when my machine 8207 is rented',
  'when machine 8207 is gone',
];

const alertLines = (state: AlertsState, place: LinesPlace): readonly RecordLine[] => {
  const row = openRow(state);
  const { open } = state;
  const looked = open?.looked;
  const isOfThis = looked !== undefined && looked.sentence === open?.line.text;
  return [
    ...(row === undefined ? [] : settingLines(row, state, place)),
    ...(looked === undefined ? [] : [[plain(' ')], ...lookedLines(looked, state, isOfThis, place)]),
    ...(row === undefined ? [] : [[plain(' ')], ...firedLines(firingsOf(state.firings, row.written), place)]),
  ];
};

/** As wide as the label of the sentence above, and a blank. */
const LABEL_CELLS = 9;

const settingLines = (
  row: AlertRow,
  { firings, service, keepsAsked }: AlertsState,
  { timeZone, width }: LinesPlace,
): readonly RecordLine[] => {
  const { written, problem } = row;
  const standing = standingOf(row, firings, service);
  const room = width - LABEL_CELLS;
  const armed = typeof written.armed === 'string' ? `, since ${momentWords(Date.parse(written.armed), timeZone)}` : '';
  const unlooked = keepsAsked ? '' : `. ${RECORDER_LOOKS}`;
  const words: Readonly<Record<typeof standing, string>> = {
    armed: `armed${armed}${unlooked}`,
    fired: `fired, and still armed${armed}${unlooked}`,
    off: 'off: it waits for nothing',
    problem: `problem: ${problem ?? ''}`,
    elsewhere: `waits for another service: ${written.service}`,
  };
  return [
    ...labelled('State'.padEnd(LABEL_CELLS), paragraph(words[standing], room, STANDING_ROLES[standing])),
    ...labelled('Told by'.padEnd(LABEL_CELLS), paragraph(toldWords(written, keepsAsked), room)),
    ...(written.command === undefined
      ? []
      : labelled('Runs'.padEnd(LABEL_CELLS), paragraph(commandWords(written), room))),
  ];
};

const toldWords = ({ tell: named, quiet, debounce = USUAL.debounce }: WrittenAlert, isToldHere: boolean): string => {
  const tell: readonly string[] = named ?? USUAL.tell;
  const names: Readonly<Record<string, string>> = {
    line: isToldHere ? 'a line here' : 'a line',
    bell: 'the bell',
    osc: 'a notice of the desktop',
  };
  const ways = tell.length === 0 ? 'nothing' : tell.map((way) => names[way] ?? way).join(', ');
  return `${ways}; not again within ${debounce}${quiet === undefined ? '' : `; quiet ${quiet}`}`;
};

const commandWords = ({ command = [], repeat = USUAL.repeat }: WrittenAlert): string =>
  `${command.map(shellWord).join(' ')} (${repeat === 1 ? 'once' : `${repeat} times`} for each time that it is armed)`;

const lookedLines = (
  { sentence: text, outcome }: NonNullable<OpenAlert['looked']>,
  { sets, keepsAsked }: AlertsState,
  isOfThis: boolean,
  { timeZone, width }: LinesPlace,
): readonly RecordLine[] => {
  const titled = (answer = '') => band(`The last ${LOOKED_BACK_DAYS} days`, [dim(answer)]);
  switch (outcome.kind) {
    case 'asked':
      return [titled('looking ...')];
    case 'unknown':
      return [titled(), ...paragraph(outcome.problem, width, 'warning')];
    case 'found': {
      const reading = readSentence(text, sets);
      const sentence = 'sentence' in reading ? reading.sentence : undefined;
      const { findings, found } = outcome.test;
      return [
        titled(isOfThis ? '' : 'before the edit'),
        ...paragraph(foundWords(outcome.test, sentence, { keepsAsked, timeZone }), width),
        ...(sentence !== undefined && sentence.kind !== 'account'
          ? findings
              .toReversed()
              .slice(0, MOST_LISTED)
              .flatMap((finding) =>
                moments(finding.atEpochMs, findingWords(sentence, finding, timeZone), timeZone, width),
              )
          : []),
        ...(found > MOST_LISTED ? [[dim(`and ${grouped(found - MOST_LISTED)} before`)]] : []),
      ];
    }
  }
};

const foundWords = (
  { found, answers, firstMs, lastCount, generatedUntilMs }: BackTest,
  sentence: Sentence | undefined,
  { keepsAsked, timeZone }: Pick<AlertsState, 'keepsAsked'> & Pick<LinesPlace, 'timeZone'>,
): string => {
  if (answers === 0 || firstMs === undefined)
    return `Nothing that answers this was recorded in this time. ${keepsAsked ? 'Search for it here, or run gpudeck record.' : 'What is asked here of this local service is not kept: run gpudeck record.'}`;
  const times =
    found === 0
      ? 'It would not have fired'
      : `It would have fired ${found === 1 ? 'once' : found === 2 ? 'twice' : `${grouped(found)} times`}`;
  const looked = answers === 1 ? 'one answer' : `${grouped(answers)} answers`;
  const isForNew = sentence?.kind === 'offers' && sentence.becomes === 'there';
  const now =
    lastCount === undefined || lastCount === 0
      ? ''
      : lastCount === 1
        ? ` One offer fits now${isForNew ? '; only one that comes fires' : ''}.`
        : ` ${grouped(lastCount)} offers fit now${isForNew ? '; only those that come fire' : ''}.`;
  const generated = generatedUntilMs === undefined ? '' : `, ${generatedWords(generatedUntilMs, timeZone)}`;
  return `${times}, by ${looked} since ${momentWords(firstMs, timeZone)}${generated}.${now}`;
};

const firedLines = (fired: readonly Firing[], { timeZone, width }: LinesPlace): readonly RecordLine[] => [
  band('Fired', [dim(fired.length === 0 ? '' : grouped(fired.length))]),
  ...(fired.length === 0 ? [[dim('nothing yet')]] : []),
  ...fired
    .slice(0, MOST_LISTED)
    .flatMap((firing) => moments(firing.finding.atEpochMs, firedWords(firing), timeZone, width)),
];

/** What came true, and what is to be known of how it was told. */
export const firedWords = ({ words, isLate, isQuiet }: Firing): string => {
  const remarks = [isLate ? ['found later'] : [], isQuiet ? ['not told: quiet time'] : []].flat();
  return remarks.length === 0 ? words : `${words} (${remarks.join('; ')})`;
};

const moments = (epochMs: number, words: string, timeZone: string, width: number): readonly RecordLine[] => {
  const moment = momentWords(epochMs, timeZone);
  return labelled(`${moment}  `, paragraph(words, width - moment.length - 2));
};

/** Its title and its field. */
export const ALERT_HEAD_LINES = 2;

/** Spaces at each side of its lines. */
export const ALERT_MARGIN = 2;
