/** Draws a change to instances: the field of its value, its review, and what became of each instance. */
import type { Instance } from '../../../../catalogue/values.ts';
import { footOf } from '../../../keys/confirmation-page.ts';
import { Field } from '../../../ui/field.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { RecordPage } from '../../../ui/record-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { plain } from '../../../ui/segments.ts';
import { FOOT_LINES, fateLines, reviewFoot, reviewLines, titleOf, valueLines } from './lines.ts';
import { type Changing, isSending } from './state.ts';

/** The page in `width` by `height` cells. */
export const ChangingPage = ({
  changing,
  listed,
  timeZone,
  width,
  height,
}: {
  readonly changing: Changing;
  readonly listed: readonly Instance[];
  readonly timeZone: string;
  readonly width: number;
  readonly height: number;
}) => {
  const { stage, value, kind } = changing;
  const room = width - RECORD_MARGIN;
  const page = { width, height: height - FOOT_LINES };
  const foot = (words: string) => <SegmentLine left={[{ text: words, role: 'strong' }]} width={width} />;
  const above = <SegmentLine left={[plain(' ')]} width={width} />;
  switch (stage.kind) {
    case 'value':
      return (
        <>
          <RecordPage {...page} title={titleOf(changing)} lines={valueLines(changing, room)} top={0} />
          {above}
          <Field label={kind === 'bid' ? ' Bid in $/h:' : ' Label:'} line={value} isOpen width={width} />
        </>
      );
    case 'review': {
      const { rest, typing } = reviewFoot(changing, width);
      const lines = reviewLines(changing, stage, timeZone, room);
      const below = lines.length - stage.top - (page.height - RECORD_TITLE_LINES);
      return (
        <>
          <RecordPage {...page} title={`${titleOf(changing)}?`} lines={lines} top={stage.top} />
          {above}
          {stage.typed === undefined ? (
            foot(footOf(below, rest))
          ) : (
            <Field label={typing} line={stage.typed} isOpen width={width} />
          )}
        </>
      );
    }
    case 'sent':
      return (
        <>
          <RecordPage
            {...page}
            title={titleOf(changing)}
            lines={fateLines(changing, stage, listed, room)}
            top={stage.top}
          />
          {above}
          {foot(
            isSending(changing)
              ? stage.isStopped
                ? ' Stopping after the pending answer.'
                : ' Each call is sent once. x sends no more of them.'
              : ' Nothing more is sent. a reviews again what was not accepted, Esc goes back.',
          )}
        </>
      );
  }
};
