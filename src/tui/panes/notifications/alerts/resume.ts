/** What of the alerts tab is saved for a later run, and how it is resumed: a sentence that is being written. Pure. */
import { z } from 'zod';
import { lineSaved, savedLine } from '../../../state/line.ts';
import type { SavedWords } from '../../../state/resume.ts';
import type { AlertsState } from './state.ts';

/** What is saved: the sentence, and the alert of the file that it is to change; without an id it is a new one. */
export const savedAlerts = z.object({ writing: z.object({ id: z.string().optional(), line: savedLine }).optional() });

/** What is saved. */
export const alertsSaved = ({ open }: AlertsState): z.input<typeof savedAlerts> =>
  open?.isTyping ? { writing: { line: lineSaved(open.line), ...(open.id !== undefined && { id: open.id }) } } : {};

/** The tab as it is resumed; the file is read afterwards. */
export const alertsResumed = (state: AlertsState, { writing }: z.output<typeof savedAlerts>): AlertsState =>
  writing === undefined ? state : { ...state, open: { id: writing.id, line: writing.line, isTyping: true, top: 0 } };

/** What that is, in words; nothing where no sentence is being written. */
export const alertsWords = ({ writing }: z.output<typeof savedAlerts>): SavedWords => {
  if (writing === undefined) return { work: [], place: [] };
  const { id, line } = writing;
  const isAsItWas = line.text.trim() === (line.before ?? '').trim();
  return {
    work: isAsItWas ? [] : [id === undefined ? `a new alert "${line.text}"` : `a change to alert ${id}`],
    place: [],
  };
};
