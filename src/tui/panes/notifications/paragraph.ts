/** Text of any length as lines of pieces: paragraphs, moments, values with labels, and a failed call. */
import { exactTime } from '../../../base/time.ts';
import type { FailureWords } from '../../ui/message-page.tsx';
import { type LabelledValue, paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';

/** Cells by which a failure is set in. */
const INDENT = 3;

/**
 * What was tried, what came back and what to do next, whole, in lines of at most `width` cells, with what was `seen` since; none
 * without a failure.
 */
export const failedLines = (words: FailureWords | undefined, width: number, seen?: string): readonly RecordLine[] =>
  words === undefined
    ? []
    : [
        ...paragraph(words.tried, width - INDENT - 1),
        ...paragraph(words.whatCameBack, width - INDENT - 1, 'danger'),
        ...paragraph(words.whatToDo, width - INDENT - 1, 'strong'),
        ...(seen === undefined ? [] : paragraph(seen, width - INDENT - 1, 'good')),
      ].map(setInBy(INDENT));

/** `2026-11-21 14:03:27` in `timeZone` for Unix epoch milliseconds; an empty text for what no date can hold. */
export const momentWords = (epochMs: number, timeZone: string): string => {
  if (!(Math.abs(epochMs) <= 8.64e15)) return '';
  const day = Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs)).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${day.toString()} ${exactTime(epochMs, timeZone)}`;
};

/** A value with its label; where nothing was said of it, that. */
export const said = (label: string, value: string | undefined): LabelledValue => ({
  label,
  value: value ?? 'not said',
  unit: '',
});
