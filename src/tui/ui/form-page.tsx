/** A page with a form: its fields, and what is said of them, which stands beside them where there is room and else below. */

import { Box } from 'ink';
import { padCell } from '../../base/text.ts';
import type { Form } from '../state/form.ts';
import type { Line } from '../state/line.ts';
import { Field } from './field.tsx';
import type { RecordLine } from './record-lines.ts';
import { PageTitle, SegmentLines } from './segment-line.tsx';
import { band, type Segment, type Size } from './segments.ts';

/** What is said stands in `width` cells, beside the fields or below them, where `rows` lines are free. */
export type SaidPlace = { readonly width: number; readonly isBeside: boolean; readonly rows: number };

/** What is said of one matter; its title is shown where there is room. */
export type Said = {
  readonly title: string;
  readonly answer?: readonly Segment[];
  readonly lines: readonly RecordLine[];
};

/** What stands before each field, and what it means while it is empty. */
type Labels<Field extends string> = Readonly<Record<Field, { readonly label: string; readonly empty: string }>>;

type Props<Name extends string> = Size & {
  readonly title: string;
  readonly beside?: readonly Segment[];
  readonly form: Form<Name>;
  readonly fields: readonly Name[];
  readonly labels: Labels<Name>;
  /** Those that were left and are wrong. */
  readonly wrong: readonly Name[];
  /** A field's line as it is shown; absent: as it is. */
  readonly shown?: (name: Name) => Line;
  readonly said: (place: SaidPlace) => readonly Said[];
};

/** That, and a blank line above it. */
const TITLE_LINES = 2;

/** Cells from which on what is said stands beside the fields, and those of the fields then. */
const BESIDE_FROM = 120;
const FIELDS_BESIDE = 60;

/** The fields that fit into `rows`, the open one among them. */
const fieldsIn = <Name extends string>(fields: readonly Name[], at: Name, rows: number): readonly Name[] => {
  const count = Math.max(1, Math.min(fields.length, rows));
  const from = Math.max(0, Math.min(fields.indexOf(at) - count + 2, fields.length - count));
  return fields.slice(from, from + count);
};

/** The page in `width` by `height` cells. */
export const FormPage = <Name extends string>({
  title,
  beside,
  form,
  fields,
  labels,
  wrong,
  shown = (name) => form.lines[name],
  said,
  width,
  height,
}: Props<Name>) => {
  const isBeside = width >= BESIDE_FROM;
  const [left, right] = isBeside ? [FIELDS_BESIDE, width - FIELDS_BESIDE - 1] : [width, width];
  const rows = height - TITLE_LINES - (isBeside ? 1 : fields.length);
  const lines = said({ width: right - 2, isBeside, rows }).flatMap((part) =>
    isBeside && part.lines.length > 0 ? [band(part.title, part.answer), ...part.lines, []] : part.lines,
  );
  const labelCells = Math.max(...fields.map((name) => labels[name].label.length));
  const markOf = (name: Name) => (form.at === name ? '>' : wrong.includes(name) ? '!' : ' ');
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <PageTitle title={title} {...(beside && { beside })} width={width} />
      <Box flexDirection={isBeside ? 'row' : 'column'} marginTop={isBeside ? 1 : 0}>
        <Box flexDirection="column" flexShrink={0} width={left} marginRight={width - left - right}>
          {fieldsIn(fields, form.at, isBeside ? fields.length : height - TITLE_LINES - lines.length).map((name) => (
            <Field
              key={name}
              label={` ${markOf(name)} ${padCell(labels[name].label, labelCells)} `}
              line={shown(name)}
              isOpen={form.at === name}
              example={labels[name].empty}
              width={left}
            />
          ))}
        </Box>
        <Box flexDirection="column" flexShrink={0} width={right}>
          <SegmentLines lines={lines} margin={1} width={right} />
        </Box>
      </Box>
    </Box>
  );
};
