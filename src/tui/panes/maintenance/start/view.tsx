/** Draws the step of the start: the text typed, and at once the moment that it means. */
import { Text } from 'ink';
import { distanceWords, startWarnings, zonesWords } from '../../../../maintenance/moment-words.ts';
import { START_EXAMPLES } from '../../../../maintenance/start.ts';
import { Field } from '../../../ui/field.tsx';
import { startOf } from '../draft.ts';
import { BLANK, Lines, line, paragraph, type TextLine } from '../lines.tsx';
import type { MaintenanceState } from '../state.ts';

/** The step in `width` cells. */
export const StartStep = ({ state, width }: { readonly state: MaintenanceState; readonly width: number }) => (
  <>
    <Field
      label="   Start:"
      line={state.draft.start}
      isOpen={state.isEditing}
      example="Enter to type it, such as tomorrow 02:00"
      opener="Enter to edit it"
      width={width}
    />
    <Text> </Text>
    <Lines
      lines={[
        ...readingLines(state, width),
        BLANK,
        ...paragraph(`Examples: ${START_EXAMPLES}.`, width, 'dim'),
        ...paragraph(`A time without a zone is taken as ${state.timeZone}.`, width, 'dim'),
      ]}
      width={width}
    />
  </>
);

const readingLines = ({ draft, timeZone, nowEpochMs }: MaintenanceState, width: number): readonly TextLine[] => {
  const start = startOf(draft, nowEpochMs);
  switch (start.kind) {
    case 'empty':
      return [line('No start is given yet.', 'dim')];
    case 'problem':
      return paragraph(start.message, width, 'danger');
    case 'moment':
      return [
        ...zonesWords(start.epochS, timeZone, start.typedZone).map((words, index) =>
          line(words, index === 0 ? 'strong' : 'plain'),
        ),
        line(distanceWords(start.epochS, nowEpochMs)),
        ...[start.clockNote, ...startWarnings(start.epochS, nowEpochMs)].flatMap((warning) =>
          warning === undefined ? [] : paragraph(`! ${warning}`, width, 'warning'),
        ),
      ];
  }
};
