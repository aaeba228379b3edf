/** The page of the user's own machines, as lines of text. Pure. */
import { cellText, padCell, printable, printableStart } from '../../../../base/text.ts';
import { ALIKE_IN } from '../../../../pricing/likeness.ts';
import type { Placed } from '../../../../pricing/worst-placed.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { answerAtHand, remoteOf } from '../position/asked-market.ts';
import { ALIKE_KEYS } from '../position/cohort-words.ts';
import { counted, distanceWords, offersCounted, percentileWords, priceWords, rankWords } from '../position/figures.ts';
import { TYPE_WORDS } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { type OwnMachinesPage, ownQuestionOf } from './state.ts';

type Line = readonly Segment[];

/** Lines above the rows: the title, what is compared, a blank one, the headings. */
export const OWN_TITLE_LINES = 4;

/** `12 offers of your 9 machines, worst first`. */
export const ownTitle = ({ rows }: OwnMachinesPage): string => {
  if (rows === undefined || rows.length === 0) return 'Your machines';
  const machines = new Set(rows.map(({ subject }) => subject.machineId)).size;
  const own = machines === 1 ? 'your machine' : `your ${counted(machines)} machines`;
  return `${offersCounted(rows.length)} of ${own}, worst first`;
};

/** What each is compared with; why newer ones did not come, where the last question failed. */
export const comparedLine = (state: OffersState, page: OwnMachinesPage): Line => {
  const remote = remoteOf(state.market, ownQuestionOf(page));
  if (remote?.stage === 'failed' && page.rows !== undefined)
    return [
      { text: `   ${printableStart(`${remote.failure.whatCameBack} ${remote.failure.whatToDo}`)}`, role: 'danger' },
    ];
  const alike = ALIKE_KEYS.filter(({ name }) => page.likeness[name] !== ALIKE_IN[name][0]).map(({ name, label }) =>
    name === 'place' ? page.likeness.place : label,
  );
  const like = alike.length === 0 ? '' : `, alike in ${alike.join(', ')}`;
  const isCut = answerAtHand(state.market, ownQuestionOf(page))?.value.isCut === true;
  return [
    dim(`   ${TYPE_WORDS[page.type]}, each in its model${like}`),
    ...(isCut ? [{ text: ' (the service cut them)', role: 'warning' } as const] : []),
  ];
};

/** What is said in place of rows. */
export const emptyLines = (state: OffersState, page: OwnMachinesPage): readonly string[] => {
  const remote = remoteOf(state.market, ownQuestionOf(page));
  if (remote?.stage === 'failed') {
    const { tried, whatCameBack, whatToDo } = remote.failure;
    return [tried, whatCameBack, whatToDo];
  }
  if (remote?.stage === 'loading') return ['Asking for your offers, then for all others of their models ...'];
  if (page.rows === undefined) return [`Your offers ${PRICED[page.type]} were not asked for: R asks.`];
  return [
    `No offer names user ${page.hostId} as its host.`,
    'That is the user of the profile or of GPUDECK_USER_ID. Machines that are not listed have no offers.',
  ];
};

const PRICED = { ondemand: 'on demand', bid: 'as bid', reserved: 'reserved' } as const;

/** What the widths of the screen leave room for. */
const WIDE = 80;

const laidOut = (
  machine: string,
  what: string,
  price: string,
  rank: string,
  [percentile, distance, median]: readonly [string, string, string],
  width: number,
): string =>
  width >= WIDE
    ? `${machine.padStart(7)}  ${padCell(cellText(what, 15), 15)}${price.padStart(8)}${padCell(rank, 17, 'right')}${percentile.padStart(5)} ${distance.padStart(10)} ${median}`
    : `${machine.padStart(7)}  ${padCell(cellText(what, 14), 14)}${price.padStart(8)}${padCell(rank, 15, 'right')}${distance.padStart(11)}`;

/** What stands above the columns of figures. */
export const ownHeading = (width: number): Line => [
  dim(`   ${laidOut('Machine', 'GPUs', '$/GPU/h', 'rank', ['', 'median', ''], width)}`),
];

/** A row. */
export const ownLine = ({ subject, place, isListed }: Placed, isCurrent: boolean, width: number): Line => {
  const { machineId, gpus, model } = subject;
  const median = place?.spread.median;
  const distance = place === undefined || median === undefined ? '' : distanceWords(place.price, median);
  const isWide = width >= WIDE;
  const isUnlisted = place !== undefined && !isListed;
  const text = laidOut(
    String(machineId ?? '?'),
    printable(printableStart(`${gpus ?? '?'}x ${model}`)),
    place === undefined ? '-' : priceWords(place.price),
    place === undefined ? 'no known price' : rankWords(place),
    [
      percentileWords(place?.share),
      isUnlisted && !isWide ? NOT_LISTED : distance,
      isUnlisted ? NOT_LISTED : median === undefined ? '' : priceWords(median),
    ],
    width,
  );
  const role = isCurrent ? 'strong' : isListed ? 'plain' : 'dim';
  return [plain(isCurrent ? ' > ' : '   '), { text, role }];
};

/** Of an offer that a search does not find now, as when its GPUs are rented. */
const NOT_LISTED = 'not listed';
