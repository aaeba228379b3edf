/** Draws the step of category and reason: the six categories (docs/interface.md, Schedule maintenance), and one line of text. */
import { Text } from 'ink';
import { padCell } from '../../../../base/text.ts';
import { MAINTENANCE_CATEGORIES } from '../../../../catalogue/maintenance-categories.ts';
import { Field } from '../../../ui/field.tsx';
import { dim } from '../../../ui/segments.ts';
import { Lines, line, paragraph, type TextLine } from '../lines.tsx';
import type { MaintenanceState } from '../state.ts';

/** The step in `width` cells. */
export const ReasonStep = ({ state, width }: { readonly state: MaintenanceState; readonly width: number }) => {
  const { draft, isEditing } = state;
  const characters = [...draft.reason.text.trim()].length;
  return (
    <>
      <Lines lines={[headingLine(isEditing), ...categoryLines(state)]} width={width} />
      <Text> </Text>
      <Field
        label="   Reason:"
        line={draft.reason}
        isOpen={isEditing}
        example="e to type a line that renters may read"
        opener="e to edit it"
        width={width}
      />
      <Lines
        lines={[
          ...(isEditing ? paragraph(OPEN_WORDS, width) : []),
          line(characters === 0 ? 'It may be left empty.' : `${characters} characters`, 'dim'),
        ]}
        width={width}
      />
    </>
  );
};

/** Said while the reason is typed, because the keys of the categories are text now. */
const OPEN_WORDS = 'Renters may read what you type. Enter accepts it, Esc cancels.';

const headingLine = (isEditing: boolean): TextLine => [
  ...line('Category:', isEditing ? 'plain' : 'accent'),
  dim(isEditing ? '' : '  Space picks, Enter picks and opens the reason'),
];

/** The categories in two columns, so that all of them are in sight on the smallest screen. */
const categoryLines = ({ draft, categoryRow, isEditing }: MaintenanceState): readonly TextLine[] => {
  const half = Math.ceil(MAINTENANCE_CATEGORIES.length / 2);
  const choice = (row: number): TextLine => {
    const category = MAINTENANCE_CATEGORIES[row];
    if (category === undefined) return [];
    const isCurrent = row === categoryRow && !isEditing;
    const text = `${isCurrent ? ' > ' : '   '}(${category === draft.category ? 'x' : ' '}) ${category}`;
    return [{ text: padCell(text, CHOICE_WIDTH), role: isCurrent ? 'strong' : 'plain' }];
  };
  return Array.from({ length: half }, (_, row) => [...choice(row), ...choice(row + half)]);
};

/** Cells of one choice: the longest category and what stands before it. */
const CHOICE_WIDTH = 20;
