/** The top line: program, service and key on the left, the panes on the right. */

import { printable } from '../../base/text.ts';
import { digitOf, PANE_NAMES } from '../panes/names.ts';
import { SegmentLine } from '../ui/segment-line.tsx';
import { cutSegments, dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';
import type { FrameState } from './state.ts';

/** Columns from which the panes stand with their whole names, and from which with their short ones. */
const WHOLE_NAMES_FROM = 136;
const SHORT_NAMES_FROM = 75;

/** The line in `width` cells. The panes always stand; of the left side what matters least gives way first. */
export const Header = ({
  state,
  keyFor,
  width,
}: {
  readonly state: FrameState;
  /** The key of the row `id`, as printed; `usual` where the user has given it no other. */
  readonly keyFor: (id: string, usual: string) => string;
  readonly width: number;
}) => {
  const right = tabSegments(state, keyFor, width);
  return <SegmentLine left={leftSegments(state, width - segmentsWidth(right) - 2)} right={right} width={width} />;
};

/** As many of the pieces as fit, in the order in which they matter; they are shown in the order of the line. */
const leftSegments = ({ service, isReadOnly }: FrameState, room: number): readonly Segment[] => {
  const readOnly: readonly Segment[] = isReadOnly ? [{ text: '   read-only', role: 'warning' }] : [];
  // The service's name is cut rather than left out: it says where everything goes.
  const name = cutSegments([plain(`   ${printable(service.name)}`)], room - segmentsWidth(readOnly));
  const stage = stageSegments(service);
  const program: readonly Segment[] = [{ text: ' gpudeck', role: 'accent' }];
  const [key = [], source = []] = service.stage === 'ready' ? keySegments(service) : [];
  const lines = [
    [...program, ...name, ...readOnly, ...stage, ...key, ...source],
    [...program, ...name, ...readOnly, ...stage, ...key],
    [...program, ...name, ...readOnly, ...stage],
    [...name, ...readOnly, ...stage],
  ];
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

const tabSegments = (
  { pane }: FrameState,
  keyFor: (id: string, usual: string) => string,
  width: number,
): readonly Segment[] =>
  PANE_NAMES.flatMap(({ name, title, short }) => {
    const isOpen = name === pane;
    const key = keyFor(`frame.${name}`, digitOf(name));
    const label = width >= WHOLE_NAMES_FROM ? title : width >= SHORT_NAMES_FROM ? short : isOpen ? short : undefined;
    const text = label === undefined ? key : `${key} ${label}`;
    return [isOpen ? { text, role: 'accent' } : dim(text), plain(' ')];
  });
