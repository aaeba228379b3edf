/**
 * Draws the lines around every pane: at the top program, service and key on the left and the panes on the right, at the bottom
 * what is to be said, and the keys.
 */

import { Box } from 'ink';
import { shownPress } from '../../base/press-names.ts';
import { printable } from '../../base/text.ts';
import type { Binding } from '../keys/binding.ts';
import { PANE_NAMES } from '../panes/names.ts';
import type { Money } from '../state/money.ts';
import { paragraph } from '../ui/record-lines.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { cutSegments, dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';
import { useNamed } from '../ui/theme.tsx';
import { footerSegments } from './help.ts';
import { moneySegments } from './money-segments.ts';
import { type FrameState, type LinkFigures, noticeShown } from './state.ts';
import { tipName } from './tips.ts';

/** Columns from which the panes stand with their whole names, and from which with their short ones. */
const WHOLE_NAMES_FROM = 184;
const SHORT_NAMES_FROM = 105;

/** Columns from which a blank stands behind the last of them: below that, what presses needs it. */
const BLANK_FROM = 50;

type HeaderProps = {
  readonly state: FrameState;
  readonly money: Money;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** The key of the row `id`, as printed. */
  readonly keyFor: (id: string) => string;
  readonly width: number;
};

/** The line in `width` cells. The panes always stand; of the left side what matters least gives way first. */
export const Header = ({ state, money, timeZone, keyFor, width }: HeaderProps) => {
  const right = tabSegments(state, keyFor, width);
  return (
    <SegmentLine
      left={leftSegments(state, moneySegments(money, timeZone), width - segmentsWidth(right) - 2)}
      right={right}
      width={width}
      ground="band"
    />
  );
};

/** Cells of a service's name that is cut, with the blanks before it: less of it says nothing. */
const SHORTEST_NAME = 8;

/** As many of the pieces as fit, in the order in which they matter; they are shown in the order of the line. */
const leftSegments = (
  { service, isReadOnly }: FrameState,
  money: ReturnType<typeof moneySegments>,
  room: number,
): readonly Segment[] => {
  const readOnly: readonly Segment[] = isReadOnly ? [{ text: '   read-only', role: 'warning' }] : [];
  const { whole = [], narrow = [], urgent } = money ?? {};
  const stage = stageSegments(service);
  // The service's name is cut rather than left out: it says where everything goes.
  const named = (beside: readonly Segment[]) =>
    cutSegments([plain(`   ${printable(service.name)}`)], room - segmentsWidth([...readOnly, ...beside]));
  const name = named([]);
  const program: readonly Segment[] = [{ text: ' gpudeck', role: 'accent' }];
  const [key = [], source = []] = service.stage === 'ready' ? keySegments(service) : [];
  const besideWhole = named(whole);
  const lines: (readonly Segment[])[] = [
    [...program, ...name, ...readOnly, ...stage, ...whole, ...key, ...source],
    [...program, ...name, ...readOnly, ...stage, ...whole, ...key],
    [...program, ...name, ...readOnly, ...stage, ...whole],
    ...(segmentsWidth(besideWhole) < SHORTEST_NAME ? [] : [[...besideWhole, ...readOnly, ...stage, ...whole]]),
    [...program, ...name, ...readOnly, ...stage, ...narrow],
    [...name, ...readOnly, ...stage, ...narrow],
  ];
  const cut = named(narrow);
  if (narrow.length > 0 && segmentsWidth(cut) >= SHORTEST_NAME) lines.push([...cut, ...readOnly, ...narrow]);
  if (urgent !== undefined) lines.push([...readOnly, ...narrow], [...readOnly, ...urgent], urgent);
  return lines.find((line) => segmentsWidth(line) <= room) ?? [...name, ...readOnly];
};

const stageSegments = ({ stage }: FrameState['service']): readonly Segment[] => {
  switch (stage) {
    case 'starting':
      return [dim('   starting ...')];
    case 'failed':
      return [{ text: '   cannot be used', role: 'danger' }];
    case 'ready':
      return [];
  }
};

const keySegments = ({ keyTail = '', keySource = '' }: FrameState['service']): readonly (readonly Segment[])[] => [
  [dim(`   key ..${printable(keyTail)}`)],
  [dim(` ${keySource}`)],
];

const tabSegments = ({ pane }: FrameState, keyFor: (id: string) => string, width: number): readonly Segment[] => {
  const tabs = PANE_NAMES.flatMap(({ name, title, short }, place): readonly Segment[] => {
    const isOpen = name === pane;
    const key = keyFor(`frame.${name}`);
    const label = width >= WHOLE_NAMES_FROM ? title : width >= SHORT_NAMES_FROM ? short : isOpen ? short : undefined;
    const text = label === undefined ? key : `${key} ${label}`;
    const gap = place === 0 ? [] : [plain(' ')];
    return isOpen
      ? [...gap, { text, role: 'accent' }]
      : [...gap, { text: key, role: 'field' }, dim(text.slice(key.length))];
  });
  return width < BLANK_FROM ? tabs : [...tabs, plain(' ')];
};

type FooterProps = {
  readonly state: FrameState;
  readonly bindings: readonly Binding[];
  readonly footnote: readonly Segment[];
  /** What the open pane is waiting for; a notice comes first. */
  readonly status: readonly Segment[];
  readonly width: number;
};

/**
 * The two bottom lines: what is to be said, or a tip where that is nothing, then keys on the left and `footnote` on the right. A notice that
 * is longer than its line goes on in the next, with as many keys beside it as have room: its end says what to do.
 */
export const Footer = ({ state, bindings, footnote, status, width }: FooterProps) => {
  const { link } = state;
  const notice = noticeShown(state);
  const said = segmentsWidth(status) > 0 ? status : tipSegments(state, bindings);
  const named = useNamed();
  const aside = footnote.map(({ text, role }) => ({ text: named(text), role }));
  const figures = link === undefined ? [] : [dim(linkWords(link))];
  const room = width - 1 - segmentsWidth(figures);
  const lines = notice === undefined ? [] : paragraph(named(notice.text), room, notice.role);
  const [first = said, ...further] = lines;
  const rest = further.flatMap((line) => [plain(' '), ...line]);
  const isLong = rest.length > 0;
  const beside = isLong ? rest : aside;
  const keys = footerSegments(bindings, width - segmentsWidth(beside) - 3);
  return (
    <Box flexDirection="column">
      <SegmentLine
        left={
          notice !== undefined && !isLong
            ? [{ text: ` ${printable(notice.text)}`, role: notice.role }]
            : [plain(' '), ...first]
        }
        right={figures}
        width={width}
      />
      <SegmentLine
        left={isLong ? rest : keys}
        right={[...(isLong ? keys : aside), plain(' ')]}
        width={width}
        ground="band"
      />
    </Box>
  );
};

/** The tip, as long as its key works. */
const tipSegments = ({ tips, isLinkSlow }: FrameState, bindings: readonly Binding[]): readonly Segment[] => {
  const row = isLinkSlow ? undefined : bindings.find((one) => one.tip !== undefined && tipName(one) === tips?.shown);
  const [key] = row?.keys ?? [];
  return row?.tip === undefined || key === undefined
    ? []
    : [{ text: shownPress(key), role: 'accent' }, dim(` ${row.tip}`)];
};

const linkWords = ({ roundTripMs, through, bytesOfKey }: LinkFigures): string => {
  const end = through === undefined ? '' : ` to ${through}`;
  const roundTrip = roundTripMs === undefined ? 'no round trip yet' : `round trip ${Math.round(roundTripMs)} ms${end}`;
  return `${roundTrip}, last key ${bytesOfKey} B `;
};
