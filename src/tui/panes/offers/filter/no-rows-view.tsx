/** Draws what stands in the place of offers where the filter leaves none: what each of its parts leaves, and what would bring some. */
import { memo, useContext } from 'react';
import { grouped } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { cellWidth, cutCell, padCell } from '../../../../base/text.ts';
import { type BarLook, barLook, gaugeSegment } from '../../../ui/gauge.ts';
import { paragraph, setInBy } from '../../../ui/record-lines.ts';
import { PageTitle, SegmentLines } from '../../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { LookContext } from '../../../ui/theme.tsx';
import type { OffersState } from '../state.ts';
import { noRowsWords } from './no-rows.ts';

type NoRowsProps = { readonly state: OffersState; readonly width: number; readonly timeZone: string };

/** Cells of the longest bar. */
const BAR = 40;

const MARGIN = 3;

/** All offers are gone through for it: when the answer or the filter is another one, and not at every key. */
export const NoRows = memo(
  ({ state, width, timeZone }: NoRowsProps) => {
    const look = barLook(useContext(LookContext));
    const { sentences, left } = noRowsWords(state, timeZone);
    const [title = '', ...others] = sentences;
    const answer = [dim(`${keyName('offers.waterfall')} shows each part`)];
    return (
      <>
        <PageTitle title={title} answer={left === undefined ? [] : answer} width={width} />
        {left !== undefined && <SegmentLines lines={partLines(left, width, look)} margin={MARGIN} width={width} />}
        <SegmentLines
          lines={others.flatMap((text) => paragraph(text, width - 2 * MARGIN)).map(setInBy(MARGIN))}
          width={width}
        />
      </>
    );
  },
  (before, now) =>
    before.width === now.width &&
    before.state.list.rows === now.state.list.rows &&
    before.state.list.query.applied === now.state.list.query.applied &&
    before.state.list.editing === now.state.list.editing &&
    before.state.base?.answer === now.state.base?.answer &&
    before.state.answer === now.state.answer,
);

/** `num_gpus=8   23 left  ███`, one line a part, up to the one that leaves none. */
const partLines = (
  { of, all, parts }: NonNullable<ReturnType<typeof noRowsWords>['left']>,
  width: number,
  look: BarLook,
): readonly (readonly Segment[])[] => {
  const told = parts.slice(0, 1 + parts.findIndex(({ left }) => left === 0));
  const figure = grouped(all).length;
  const room = width - 2 * MARGIN - figure - FIXED;
  const name = Math.min(Math.max(...told.map(({ text }) => cellWidth(text))), room);
  const bar = Math.min(BAR, room - name);
  return [
    ...told.map(({ text, left }): readonly Segment[] => [
      { text: padCell(cutCell(text, name), name), role: left === 0 ? 'warning' : 'plain' },
      { text: `  ${grouped(left).padStart(figure)} left  `, role: left === 0 ? 'warning' : 'plain' },
      gaugeSegment(left / all, bar, look),
    ]),
    [dim(of)],
    [plain(' ')],
  ];
};

/** Cells around the figure: two blanks, ` left`, two blanks. */
const FIXED = 9;
