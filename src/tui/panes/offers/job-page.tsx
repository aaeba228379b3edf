/** Draws the form of the job that offers are compared for. */

import { Box, Text } from 'ink';
import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { padCell, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { groupedDollars } from '../../../money/money.ts';
import { jobCost } from '../../../pricing/job-cost.ts';
import { WORKLOAD_PARTS, type WorkloadPart } from '../../../pricing/workload-text.ts';
import { currentRow } from '../../state/list.ts';
import { Field } from '../../ui/field.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import type { Segment } from '../../ui/segments.ts';
import { type Drawn, type Page, pageOf } from '../page/page.ts';

import { createWorkload, partProblem, readForm } from './job.ts';
import { shortfallWords } from './job-costs.ts';
import { isPricedFor } from './job-rows.ts';
import type { OffersTools } from './needs.ts';
import type { OffersPage, WorkloadPage } from './pages.ts';
import { shownPricing } from './pricing.ts';
import type { OffersState } from './state.ts';

/** Lines from which on there is a blank one under the title. */
const ROOMY = 13;

/** Cells at the left of what is said of the fields. */
const MARGIN = 3;

const LABELS: Readonly<Record<WorkloadPart, string>> = {
  hours: 'Hours',
  disk: 'Disk of the job, GB',
  down: 'Traffic in, GB',
  up: 'Traffic out, GB',
  sla: 'SLA target, %',
};

const LABEL_CELLS = Math.max(...Object.values(LABELS).map((label) => label.length));

/** The page in `width` by `height` cells. */
const WorkloadView = ({ page, state, width, height }: Drawn<OffersState, WorkloadPage>) => (
  <Box flexDirection="column" height={height} overflow="hidden">
    <SegmentLine left={[{ text: ' The job that offers are compared for', role: 'strong' }]} width={width} />
    {height < ROOMY ? undefined : <Text> </Text>}
    {WORKLOAD_PARTS.map((part) => (
      <Box key={part} flexShrink={0}>
        <Field
          label={` ${page.at === part ? '>' : ' '} ${padCell(LABELS[part], LABEL_CELLS)} `}
          line={page.lines[part]}
          isOpen={page.at === part}
          example={EMPTY[part](state.storageGb)}
          width={width}
        />
      </Box>
    ))}
    <Text> </Text>
    {[...said(page, state), ...costHere(page, state)].flatMap(({ text, role }, place) =>
      wrappedLines(text, width - 2 * MARGIN).map((line, row) => (
        <SegmentLine key={`${place} ${row}`} left={[{ text: ' '.repeat(MARGIN) + line, role }]} width={width} />
      )),
    )}
  </Box>
);

/** What an empty field means. */
const EMPTY: Readonly<Record<WorkloadPart, (searchDiskGb: number) => string>> = {
  hours: () => 'no job',
  disk: (searchDiskGb) => `${grouped(searchDiskGb)}, that of the search`,
  down: () => '0',
  up: () => '0',
  sla: () => 'no cover',
};

/** What the open field is for, or what is wrong with a field that was left, or that was to be accepted. */
const said = (page: WorkloadPage, { storageGb, workload }: OffersState): readonly Segment[] => {
  const reading = readForm(page, storageGb, workload !== undefined);
  const wrong = WORKLOAD_PARTS.filter((part) => part !== page.at);
  const left = wrong.flatMap((part) => partProblem(page, part) ?? []);
  const problems = page.isTried && 'problem' in reading ? [reading.problem] : left;
  if (problems.length > 0) return problems.map((text) => ({ text, role: 'danger' }));
  return [{ text: MEANINGS[page.at](storageGb), role: 'dim' }];
};

const MEANINGS: Readonly<Record<WorkloadPart, (searchDiskGb: number) => string>> = {
  hours: () => 'How long the job runs, such as 72 or 3d. Empty: no job.',
  disk: (searchDiskGb) =>
    `Its own disk, such as 200 or 2TB: not the ${grouped(searchDiskGb)} GB of the search, which $/h in the list includes and ${keyName('offers.storage')} changes.`,
  down: () => 'What the instance downloads, such as 50 or 2TB.',
  up: () => 'What the instance uploads, such as 5 or 500GB.',
  sla: () => 'Such as 99%. The service is asked with it: it leaves out offers that claim less, and names the premium.',
};

/** What the job as typed costs on the offer that the user is at. */
const costHere = (page: WorkloadPage, state: OffersState): readonly Segment[] => {
  const offer = state.list.opened?.row ?? currentRow(state.list);
  const reading = readForm(page, state.storageGb, true);
  if (offer === undefined || 'problem' in reading || reading.workload === undefined) return [];
  const isCovered = isPricedFor(reading.workload, shownPricing(state));
  const { job_total: total, job_hour: hour } = jobCost(offer, reading.workload, isCovered);
  const where = `On ${offerWords(offer)}: `;
  if (total === null || hour === null) {
    const why = isCovered ? 'the service did not name a part of the price.' : 'the SLA premium is asked for first.';
    return [{ text: `${where}unknown, ${why}`, role: 'warning' }];
  }
  return [
    {
      text: `${where}${groupedDollars(total)} for the job, ${groupedDollars(hour, 4)} for each of its hours.`,
      role: 'plain',
    },
    ...shortfallWords(offer, reading.workload).map((text) => ({ text: `! ${text}`, role: 'warning' }) as const),
  ];
};

const offerWords = ({ id, num_gpus: count, gpu_name: model }: Offer): string =>
  printableStart(`offer ${id ?? '?'}, ${gpusText(count, model)}`, 60);

/** The form of the job, as a page over the offers; what is typed there is saved with the job. */
export const jobPage: Page<OffersState, OffersTools> = pageOf({
  holds: (page: OffersPage): page is WorkloadPage => page.kind === 'workload',
  create: createWorkload,
  draw: (drawn) => <WorkloadView {...drawn} />,
});
