/** Draws the page on which an instance is destroyed and rented anew. */
import { priceText } from '../../../../rentals/price-words.ts';
import { footOf } from '../../../keys/confirmation-page.ts';
import { Field } from '../../../ui/field.tsx';
import { RecordPage } from '../../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { plain } from '../../../ui/segments.ts';
import { FOOT_LINES } from '../../write-page/lines.ts';
import { anewLines } from './lines.ts';
import type { Anew } from './state.ts';

/** The page in `width` by `height` cells. */
export const AnewPage = ({
  anew,
  width,
  height,
}: {
  readonly anew: Anew;
  readonly width: number;
  readonly height: number;
}) => {
  const { instance, stage } = anew;
  const lines = anewLines(anew, width - RECORD_MARGIN);
  const top = stage.kind === 'review' ? stage.top : 0;
  const below = lines.length - top - (height - FOOT_LINES - RECORD_TITLE_LINES);
  return (
    <>
      <RecordPage
        title={`Destroy instance ${instance.id} and rent another like it${stage.kind === 'review' ? '?' : ''}`}
        lines={lines}
        top={top}
        width={width}
        height={height - FOOT_LINES}
      />
      <SegmentLine left={[plain(' ')]} width={width} />
      {stage.kind === 'review' && stage.typed !== undefined ? (
        <Field
          label={` Type the price per hour, ${priceText(stage.offered.perHour)}:`}
          line={stage.typed}
          isOpen
          width={width}
        />
      ) : (
        <SegmentLine
          left={[{ text: footOf(stage.kind === 'review' ? below : 0, footWords(anew)), role: 'strong' }]}
          width={width}
        />
      )}
    </>
  );
};

const footWords = ({ stage }: Anew): string => {
  switch (stage.kind) {
    case 'review':
      return ` Enter, then type the price per hour, ${priceText(stage.offered.perHour)}. Esc leaves it.`;
    case 'ended':
      return ' Nothing more is sent. Esc goes back to the list.';
    case 'searching':
      return ' Nothing was sent. Esc leaves it.';
    case 'renting':
    case 'destroying':
      return ' Each call is sent once.';
  }
};
