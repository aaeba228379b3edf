/** The list of volumes: those that the caller rents, what each costs, and what the machines are on which they lie. */

import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printableStart } from '../../../base/text.ts';
import { displayText, jsonStart } from '../../../catalogue/format.ts';

import { STATUS_TONES, toneOf } from '../../../catalogue/tones.ts';
import type { Volume } from '../../../catalogue/values.ts';
import { VOLUME_AGE, volumeColumns } from '../../../catalogue/volume-columns.ts';
import { hourly } from '../../../money/money.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { isNarrow, plain } from '../../ui/segments.ts';

import { type RecordKind, sumNote } from '../list-pane/record-kind.ts';

/** Characters of the instances' JSON that are shown. */
const INSTANCES_SHOWN = 16_000;

/** Spaces before the lines of the instances. */
const INDENT = '  ';

/** The instances of a volume as whatever they hold (docs/interface.md, Volume). */
const instanceLines = ({ instances }: Volume, room: number): readonly RecordLine[] => [
  [],
  [{ text: 'Instances', role: 'accent' }],
  ...(instances === undefined || instances === null || instances.length === 0
    ? [[plain(`${INDENT}none`)]]
    : bodyLines(jsonStart(instances, INSTANCES_SHOWN), room - INDENT.length).map((line) => [plain(INDENT + line)])),
];

export const VOLUMES: RecordKind<Volume> = {
  call: CALLS.volumes,
  noun: 'volume',
  columns: ({ answeredAtEpochMs, width }) => volumeColumns(answeredAtEpochMs, isNarrow(width)),
  // An age grows as the start lies further back.
  orderValue: (volume, field) => {
    if (field !== VOLUME_AGE) return volume[field];
    return typeof volume.start_date === 'number' ? -volume.start_date : undefined;
  },
  emptyWords: [
    'You rent no volumes.',
    'A volume is disk space that outlives an instance. The ones you rent are listed here, with what each costs.',
    `${keyName('volumes.tab')} lists what can be rented.`,
    `${keyName('volumes.refresh')} asks again.`,
  ],
  comparedAs: ({ status }) => displayText(status ?? '-'),
  title: ({ id }) => `Volume ${id ?? '?'}`,
  beside: ({ status }) => [
    { text: `   ${printableStart(displayText(status ?? ''))}`, role: toneOf(STATUS_TONES, status) ?? 'plain' },
  ],
  moreLines: instanceLines,
  footnote: sumNote('storage_total_cost', hourly),
  machines: { hostRow: (volume) => volume, areHeld: true },
};
