/** Draws the page on which offers are rented. */
import { Box } from 'ink';
import { padCell } from '../../../../base/text.ts';
import { lineOf } from '../../../state/line.ts';
import { Field } from '../../../ui/field.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, linesBelowBeside } from '../../../ui/segments.ts';

import { useNamed } from '../../../ui/theme.tsx';
import type { OffersState } from '../state.ts';
import { type RentField, type RentForm, shownEnvironment } from './form.ts';
import { fieldLines, fieldsShown } from './form-lines.ts';
import { paragraph, type RentLine } from './lines.ts';
import type { RentPage } from './page.ts';
import { BELOW_REVIEW, confirmationLabel, pageLines, rentTitle } from './page-lines.ts';

type Props = {
  readonly page: RentPage;
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
  readonly revealedSecret: string | undefined;
};

/** The page in `width` by `height` cells. */
export const RentView = (props: Props) =>
  props.page.stage.kind === 'form' ? <FormView {...props} /> : <TextView {...props} />;

const LABELS: Readonly<Record<RentField, string>> = {
  preset: 'Preset',
  image: 'Image',
  disk: 'Disk, GB',
  label: 'Label',
  runType: 'Run as',
  bid: 'Bid, $/h',
  environment: 'Environment',
  onStart: 'On-start file',
  volume: 'Volume',
  sla: 'SLA target, %',
};

const LABEL_CELLS = Math.max(...Object.values(LABELS).map((label) => label.length));

/** What an empty field means. */
const EMPTY: Readonly<Record<RentField, string>> = {
  preset: 'none',
  image: 'such as ubuntu:24.04',
  disk: '8 or more',
  label: 'gpudeck- and six letters',
  runType: 'ssh',
  bid: 'on demand',
  environment: 'none',
  onStart: 'none',
  volume: 'none',
  sla: 'no cover',
};

const FormView = ({ page, state, width, height }: Props) => {
  const form = state.rentForm;
  if (form === undefined) return undefined;
  const said = fieldLines(page, form, state, width);
  const shown = fieldsShown(form, height - 1 - said.length);
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <SegmentLine left={[{ text: ` ${rentTitle(page, state)}`, role: 'strong' }]} width={width} />
      {shown.map((field) => (
        <Box key={field} flexShrink={0}>
          <Field
            label={` ${form.at === field ? '>' : ' '} ${padCell(LABELS[field], LABEL_CELLS)} `}
            line={shownLine(form, field)}
            isOpen={form.at === field}
            example={EMPTY[field]}
            width={width}
          />
        </Box>
      ))}
      <Rows lines={said} width={width} />
    </Box>
  );
};

/** Values of the environment are to be seen only while they are typed. */
const shownLine = (form: RentForm, field: RentField) => {
  const line = form.lines[field];
  return field === 'environment' && form.at !== field ? lineOf(shownEnvironment(line.text)) : line;
};

const TextView = ({ page, state, width, height, timeZone, revealedSecret }: Props) => {
  const { stage } = page;
  const named = useNamed();
  const lines = pageLines(page, { width, timeZone, job: state.workload, revealed: revealedSecret, named });
  const isReview = stage.kind === 'review';
  const room = Math.max(1, height - 1 - (isReview ? BELOW_REVIEW : 0));
  const top =
    stage.kind === 'review' || stage.kind === 'ended' ? Math.min(stage.top, Math.max(0, lines.length - room)) : 0;
  const below = lines.length - top - room;
  const title = ` ${rentTitle(page, state)}`;
  const visible = lines.slice(top, top + room);
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <SegmentLine
        left={[{ text: title, role: 'strong' }]}
        right={[dim(linesBelowBeside(below, title.length, width))]}
        width={width}
      />
      <Rows lines={visible} width={width} />
      {isReview ? (
        <>
          {Array.from({ length: Math.max(0, room - visible.length) }, (_, row) => (
            <SegmentLine key={row} left={[]} width={width} />
          ))}
          <Rows lines={problemRows(stage.problem, width)} width={width} />
          <Field
            label={confirmationLabel(page, state, width)}
            line={stage.confirmation}
            isOpen={stage.isTyping}
            example="Enter, then type it"
            opener="Enter to edit it"
            width={width}
          />
        </>
      ) : undefined}
    </Box>
  );
};

/** What is wrong with the confirmation, in the rows that are left for it. */
const problemRows = (problem: string | undefined, width: number): readonly RentLine[] => {
  const rows = problem === undefined ? [] : paragraph(problem, width, 'danger');
  return Array.from({ length: BELOW_REVIEW - 1 }, (_, place) => rows[place] ?? []);
};

const Rows = ({ lines, width }: { readonly lines: readonly RentLine[]; readonly width: number }) => (
  <>
    {lines.map((row, place) => (
      <SegmentLine key={place} left={row} width={width} />
    ))}
  </>
);
