/** Draws a write: the field of what is typed, its review, and what became of each target. */
import type { ReviewContext, WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import { footOf } from '../../keys/confirmation-page.ts';
import { Field } from '../../ui/field.tsx';
import { RecordPage } from '../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { plain } from '../../ui/segments.ts';
import { confirmingLabel, FOOT_LINES, footWords, writingLines } from './lines.ts';
import type { Writing } from './state.ts';

/** The page in `width` by `height` cells. */
export const WritePage = <W extends WriteTypes>({
  writing,
  kind,
  context,
  width,
  height,
}: {
  readonly writing: Writing<W>;
  readonly kind: WriteKind<W>;
  readonly context: ReviewContext;
  readonly width: number;
  readonly height: number;
}) => {
  const { stage, value } = writing;
  const lines = writingLines(writing, kind, context, width - RECORD_MARGIN);
  const top = 'top' in stage ? stage.top : 0;
  const isAsking = stage.kind === 'review' && stage.isChecking !== true;
  const below = isAsking ? lines.length - top - (height - FOOT_LINES - RECORD_TITLE_LINES) : 0;
  const title = `${kind.title(writing.kind, writing.ids)}${isAsking ? '?' : ''}`;
  return (
    <>
      <RecordPage width={width} height={height - FOOT_LINES} title={title} lines={lines} top={top} />
      <SegmentLine left={[plain(' ')]} width={width} />
      {stage.kind === 'value' ? (
        <Field label={` ${kind.field(writing.kind)?.label ?? ''}`} line={value} isOpen width={width} />
      ) : stage.kind === 'review' && stage.typed !== undefined ? (
        <Field label={confirmingLabel(writing, kind, width)} line={stage.typed} isOpen width={width} />
      ) : (
        <SegmentLine left={[{ text: footOf(below, ` ${footWords(writing, kind)}`), role: 'strong' }]} width={width} />
      )}
    </>
  );
};
