/** The closer look at one cloud connection as lines: its fields, and what the service says besides. */
import { CONNECTION_FIELDS } from '../../../catalogue/connection-fields.ts';
import { sectionsOf } from '../../../catalogue/sections.ts';
import { RECORD_MARGIN, type RecordLine } from '../../ui/record-page.tsx';
import { sectionLines } from '../../ui/sections.ts';
import type { ConnectionRow } from './state.ts';

/** The lines of `row` on a page of `width` cells. */
export const connectionLines = ({ connection }: ConnectionRow, width: number): readonly RecordLine[] =>
  sectionLines(sectionsOf(connection, CONNECTION_FIELDS), width - RECORD_MARGIN);
