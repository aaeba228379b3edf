/** Draws the step of the length: the text typed, and at once when the window ends. */
import { Text } from 'ink';
import { zonesWords } from '../../../../maintenance/moment-words.ts';
import { endOf, LENGTH_EXAMPLES, lengthWarnings, lengthWords } from '../../../../maintenance/plan.ts';

import { Field } from '../../../ui/field.tsx';
import { lengthOf, startOf } from '../draft.ts';
import { BLANK, Lines, line, paragraph, type TextLine } from '../lines.tsx';
import type { MaintenanceState } from '../state.ts';

/** The step in `width` cells. */
export const LengthStep = ({ state, width }: { readonly state: MaintenanceState; readonly width: number }) => (
  <>
    <Field
      label="   Length:"
      line={state.draft.length}
      isOpen={state.isEditing}
      example="Enter to type it, such as 2 or 90m"
      opener="Enter to edit it"
      width={width}
    />
    <Text> </Text>
    <Lines
      lines={[
        ...readingLines(state, width),
        BLANK,
        line(`Examples: ${LENGTH_EXAMPLES}. A number alone means hours.`, 'dim'),
      ]}
      width={width}
    />
  </>
);

const readingLines = ({ draft, timeZone, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => {
  const length = lengthOf(draft);
  const start = startOf(draft, nowEpochMs);
  switch (length.kind) {
    case 'empty':
      return [line('No length is given yet.', 'dim')];
    case 'problem':
      return paragraph(length.message, width, 'danger');
    case 'length': {
      const words = line(`${lengthWords(length.hours)}, sent as ${length.hours} hours`, 'strong');
      const warnings = lengthWarnings(length.hours).flatMap((text) => paragraph(`! ${text}`, width, 'warning'));
      if (start.kind !== 'moment') return [words, line('The end is known once the start is.', 'dim'), ...warnings];
      const endS = endOf({ startsAtEpochS: start.epochS, durationHours: length.hours });
      const until = zonesWords(endS, timeZone, start.typedZone);
      return [words, ...until.map((text, index) => line(`${index === 0 ? 'until' : '     '} ${text}`)), ...warnings];
    }
  }
};
