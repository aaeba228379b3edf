/** Draws the step of category and reason: the six categories of API.md, and one line of text. */
import { Text } from 'ink';
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/maintenance-categories.ts';
import { padCell } from '../../../ui/text.ts';
import { Entry } from '../entry.tsx';
import { Lines, line, type TextLine } from '../lines.tsx';
import type { MaintenanceState } from '../state.ts';

/** The step in `width` cells. */
export const ReasonStep = ({ state, width }: { readonly state: MaintenanceState; readonly width: number }) => {
  const { draft, isEditing } = state;
  const characters = [...draft.reason.text.trim()].length;
  return (
    <>
      <Lines lines={[line('Category:', isEditing ? 'plain' : 'accent'), ...categoryLines(state)]} width={width} />
      <Text> </Text>
      <Entry
        label="Reason:"
        line={draft.reason}
        isEditing={isEditing}
        example="e types one line that the renters may read"
        width={width}
      />
      <Lines
        lines={[line(characters === 0 ? 'It may stay empty.' : `${characters} characters`, 'dim')]}
        width={width}
      />
    </>
  );
};

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
