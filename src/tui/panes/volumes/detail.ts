/** The closer look at one volume as lines: every field by group, and its instances as whatever they hold (docs/interface.md, Volume). */
import { jsonStart } from '../../../catalogue/json-start.ts';
import { sectionsOf } from '../../../catalogue/sections.ts';
import { VOLUME_FIELDS } from '../../../catalogue/volume-fields.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { RECORD_MARGIN, type RecordLine } from '../../ui/record-page.tsx';
import { sectionLines } from '../../ui/sections.ts';
import { plain } from '../../ui/segments.ts';
import type { VolumeRow } from './state.ts';

/** Characters of the instances' JSON that are shown. */
const INSTANCES_SHOWN = 16_000;

/** Blanks before the lines of the instances. */
const INDENT = '  ';

/** The lines of `row` on a page of `width` cells. */
export const volumeLines = ({ volume }: VolumeRow, width: number): readonly RecordLine[] => {
  const room = width - RECORD_MARGIN;
  const { instances } = volume;
  return [
    ...sectionLines(sectionsOf(volume, VOLUME_FIELDS), room),
    [],
    [{ text: 'Instances', role: 'accent' }],
    ...(instances === undefined || instances === null || instances.length === 0
      ? [[plain(`${INDENT}none`)]]
      : bodyLines(jsonStart(instances, INSTANCES_SHOWN), room - INDENT.length).map((line) => [plain(INDENT + line)])),
  ];
};
