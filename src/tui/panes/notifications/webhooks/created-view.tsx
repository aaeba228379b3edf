/** Draws the page of a webhook that was just created. The secret comes as masked text, or in the clear while it is revealed. */

import { printable } from '../../../../base/text.ts';
import { Field } from '../../../ui/field.tsx';
import { RecordPage } from '../../../ui/over-list.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { createdPage } from './created-page.ts';
import type { CreatedWebhook, Keeping } from './state.ts';

/** The page in `width` by `height` cells. `revealed` is the secret while the user wants to see it. */
export const CreatedView = ({
  created,
  revealed,
  timeZone,
  top,
  width,
  height,
}: {
  readonly created: CreatedWebhook;
  readonly revealed: string | undefined;
  readonly timeZone: string;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}) => {
  const page = createdPage(created, revealed, timeZone, width, height);
  return (
    <>
      {page.head.map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
      <RecordPage title={page.title} lines={page.lines} top={top} width={width} height={page.height} />
      <SegmentLine left={[plain(' ')]} width={width} />
      <SegmentLine left={askedSegments(created)} width={width} />
      {created.saving === undefined ? null : (
        <Field label=" Save the secret to" line={created.saving} isOpen width={width} />
      )}
    </>
  );
};

const KEPT_WORDS: Readonly<Record<Keeping, string>> = {
  revealed: 'shown on this screen',
  copied: "sent to your terminal's clipboard",
  saved: 'saved',
};

const askedSegments = ({ hasSecret, kept, savedIn, problem, isLeavingAsked }: CreatedWebhook): readonly Segment[] => {
  if (problem !== undefined) return [{ text: ` ${printable(problem)}`, role: 'danger' }];
  if (!hasSecret) return [plain(' ')];
  if (kept.length === 0) {
    return isLeavingAsked
      ? [
          {
            text: ' The secret was not saved. x leaves without it for good, Esc stays.',
            role: 'danger',
          },
        ]
      : [{ text: ' It cannot be shown again later: reveal, copy or save it.', role: 'warning' }];
  }
  const words = kept.map((keeping) =>
    keeping === 'saved' && savedIn !== undefined ? `saved in ${printable(savedIn)}` : KEPT_WORDS[keeping],
  );
  return [dim(` The secret was ${words.join(', ')}.`)];
};
