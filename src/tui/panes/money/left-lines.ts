/** What is left, what it costs now, and how long that lasts. Pure. */
import { clockTime } from '../../../base/time.ts';
import { runwayLines } from '../../../money/told.ts';
import { urgencyOf } from '../../../money/urgency.ts';
import type { Money } from '../../state/money.ts';
import { type LabelledValue, paragraph, type RecordLine, sectionLines } from '../../ui/record-lines.ts';
import { band, piece, plain } from '../../ui/segments.ts';

/** The lines, in `width` cells behind the margin of a page. */
export const leftLines = (money: Money, width: number, timeZone: string): readonly RecordLine[] => {
  const { standing, burn, runway, failure, atEpochMs = 0 } = money;
  const [first = '', ...more] = runwayLines({ standing, burn, runway }, atEpochMs, timeZone);
  const isTold = standing !== undefined && standing.hasCard !== true && runway !== undefined;
  const role = (isTold ? urgencyOf(standing, runway)?.role : undefined) ?? 'plain';
  return [
    ...(failure === undefined ? [] : paragraph(`! ${failure.whatCameBack} ${failure.whatToDo}`, width, 'danger')),
    ...sectionLines([standingSection(money, timeZone), burnSection(money)], width),
    [],
    band(
      'How long it lasts',
      role === 'plain' ? [] : [piece(role === 'danger' ? '! hardly at all' : '! not long', role)],
    ),
    ...paragraph(first.charAt(0).toUpperCase() + first.slice(1), width, role),
    ...more.flatMap((text) => paragraph(text, width)),
    ...paragraph(
      'Traffic is charged besides what burns, in every state: it is in none of these figures.',
      width,
      'dim',
    ),
  ];
};

const figure = (label: string, value: number | undefined, decimals: number, unit: string): LabelledValue =>
  value === undefined
    ? { label, value: 'not known', unit: '', role: 'dim' }
    : { label, value: value.toFixed(decimals), unit, role: value < 0 ? 'danger' : 'plain' };

const standingSection = ({ standing, user, atEpochMs }: Money, timeZone: string) => {
  const { credit, balance, balanceThreshold, isBalanceThresholdOn, autobillThreshold } = user ?? {};
  const card = standing?.hasCard;
  return {
    title: standing?.isHost === true ? 'What is owed to you' : 'What is left',
    answer: atEpochMs === undefined ? [] : [piece(`as of ${clockTime(atEpochMs, timeZone)}`, 'dim')],
    entries: [
      figure('Credit', credit, 2, '$'),
      figure('Balance', balance, 2, '$'),
      { label: 'Card', value: card === undefined ? 'not known' : card ? 'on record' : 'none', unit: '' },
      ...(isBalanceThresholdOn === true ? [figure('You are told below', balanceThreshold, 2, '$')] : []),
      ...((autobillThreshold ?? 0) > 0 ? [figure('The card is charged below', autobillThreshold, 2, '$')] : []),
    ],
  };
};

const burnSection = ({ burn }: Money) => {
  const least = burn?.isWhole === false ? 'at least ' : '';
  return {
    title: 'What burns now',
    answer: burn === undefined ? [] : [plain(`${least}${(24 * burn.total).toFixed(2)} $ a day`)],
    entries: [
      figure('GPUs', burn?.gpu, 4, '$/h'),
      figure('Disks', burn?.disk, 4, '$/h'),
      figure('Volumes', burn?.volumes, 4, '$/h'),
      figure('SLA premiums', burn?.sla, 4, '$/h'),
      figure('Together', burn?.total, 4, '$/h'),
      ...(burn === undefined
        ? []
        : [
            {
              label: 'From',
              value: burn.source === 'service' ? 'the service' : 'the lists of instances and volumes',
              unit: '',
            },
          ]),
    ],
  };
};
