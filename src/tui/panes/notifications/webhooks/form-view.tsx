/** Draws the webhook form: three fields with what is to be said of each, and the event types that can be picked. */

import { cellWidth, padCell, printable } from '../../../../base/text.ts';
import { cursorAt } from '../../../state/cursor.ts';
import { Field } from '../../../ui/field.tsx';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { band, dim, moreAboveAndBelow, plain, type Segment } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import { toldOf } from '../event-types.ts';
import { failedLines } from '../failed-write.ts';
import { formRows } from '../measures.ts';
import type { ShowingTypes } from '../tab.ts';
import { type DraftField, FIELDS, type FieldHint, hintOn, hintOnTyping, LABELS } from './draft.ts';
import { currentField, currentType, editTitleLines, typeRowsOf } from './form-state.ts';
import { aroundOf, type WebhooksState } from './state.ts';

/** Cells of the labels, so that what is typed stands in one column. */
const LABEL_WIDTH = 11;

/** Cells of a type, behind which it is said what that is; a longer one takes more. */
const TYPE_MAXIMUM = 40;

const ROLES: Readonly<Record<FieldHint['kind'], Role>> = { missing: 'dim', wrong: 'danger', warning: 'warning' };

/** The form in `width` by `height` cells. */
export const WebhookForm = ({
  state,
  offered,
  types: told,
  width,
  height,
}: Omit<ShowingTypes<WebhooksState>, 'timeZone'>) => {
  const { draft, formCursor, failed } = state;
  const failure = failedLines(failed?.words, width);
  const rows = typeRowsOf(state, offered);
  const extent = { count: rows.length, height: formRows(height, failure.length + editTitleLines(state)) };
  const { top } = cursorAt(formCursor, formCursor.row - FIELDS.length, extent);
  const types = rows.slice(top, top + extent.height);
  const below = rows.length - top - types.length;
  const cells = Math.min(TYPE_MAXIMUM, Math.max(0, ...rows.map(({ type }) => cellWidth(printable(type)))));
  return (
    <>
      <SegmentLines lines={failure} width={width} />
      {state.editing === undefined ? null : (
        <SegmentLine
          left={band(`Change webhook ${state.editing.id}   ${printable(state.editing.name)}`)}
          width={width}
        />
      )}
      {FIELDS.map((field) => (
        <FieldRow key={field} field={field} state={state} offered={offered} width={width} />
      ))}
      <SegmentLine
        left={band(
          `${draft.types.length} picked: `,
          [dim(moreAboveAndBelow(top, below))],
          [plain(printable(draft.types.join('  ')))],
        )}
        width={width}
      />
      {types.map(({ type, isKnown }, index) => {
        const isCurrent = top + index + FIELDS.length === formCursor.row;
        const box = draft.types.includes(type) ? '[x]' : '[ ]';
        const text = `${isCurrent ? ' > ' : '   '}${box} ${padCell(printable(type), cells)}`;
        const said = isKnown ? toldOf(told, type)?.displayName : 'as typed, not a known type';
        const note = said === undefined ? [] : [dim(`   ${printable(said)}`)];
        return (
          <SegmentLine key={type} left={[{ text, role: isCurrent ? 'strong' : 'plain' }, ...note]} width={width} />
        );
      })}
    </>
  );
};

type FieldRowProps = {
  readonly field: DraftField;
  readonly state: WebhooksState;
  readonly offered: readonly string[];
  readonly width: number;
};

const FieldRow = ({ field, state, offered, width }: FieldRowProps) => {
  const isCurrent = FIELDS[state.formCursor.row] === field;
  const isTyping = state.isTyping && currentField(state) === field;
  const hint =
    (field === 'typed' && isTyping ? hintOnTyping(offered, state.draft, currentType(state, offered)) : undefined) ??
    hintOn(state.draft, field, aroundOf(state));
  const label = `${isCurrent ? ' > ' : '   '}${(field === 'typed' ? 'Add a type' : LABELS[field]).padEnd(LABEL_WIDTH)}`;
  return (
    <>
      <Field
        label={label}
        line={state.draft[field]}
        isOpen={isTyping}
        opener={isCurrent ? 'Enter to edit it' : ''}
        example={isCurrent ? 'Enter to type it' : ''}
        width={width}
      />
      <SegmentLine left={hintSegments(hint)} width={width} />
    </>
  );
};

const hintSegments = (hint: FieldHint | undefined): readonly Segment[] =>
  hint === undefined
    ? [plain(' ')]
    : [{ text: `${' '.repeat(LABEL_WIDTH + 4)}${printable(hint.text)}`, role: ROLES[hint.kind] }];
