/**
 * What of the webhooks tab is saved for a later run, and how it is resumed. The address stands there whole, as the
 * journal keeps those of created webhooks; a signing secret never does. Pure.
 */

import { z } from 'zod';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import { isOfForm } from '../../../../notifications/webhook-write.ts';
import { lineSaved, savedLine } from '../../../state/line.ts';
import type { SavedWords } from '../../../state/resume.ts';
import type { WebhookDraft } from './draft.ts';
import { isPristine, stageOpened } from './form-state.ts';
import type { WebhooksState } from './state.ts';

/** The webhook that a form changes, as the user has seen it. */
const savedWebhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  userId: z.int().optional(),
  createdAtS: z.number().optional(),
  updatedAtS: z.number().optional(),
});

/** Forms beside the one that is open that are kept. */
const MOST_LAID = 8;

/** What is saved of a form. */
const savedDraft = {
  name: savedLine,
  url: savedLine,
  typed: savedLine,
  types: z.array(z.string()),
  editing: savedWebhook.optional(),
};

/** What is saved. `row` and `top` are those of the form's cursor. */
export const savedWebhooks = z.object({
  stage: z.enum(['list', 'form', 'review']),
  ...savedDraft,
  laid: z.array(z.object(savedDraft)).max(MOST_LAID).optional(),
  row: z.int().min(0),
  top: z.int().min(0),
  isTyping: z.boolean(),
});

/** What is saved. A call that is out has its form; of a webhook that was created nothing is to be resumed. */
export const webhooksSaved = ({ stage, draft, editing, laid, formCursor, isTyping }: WebhooksState) => ({
  stage: stage.kind === 'form' || (stage.kind === 'writing' && isOfForm(stage.writing)) ? 'form' : 'list',
  ...draftSaved(draft, editing),
  laid: laid.slice(-MOST_LAID).map((one) => draftSaved(one.draft, one.editing)),
  row: formCursor.row,
  top: formCursor.top,
  isTyping,
});

const draftSaved = ({ name, url, typed, types }: WebhookDraft, editing: ServiceWebhook | undefined) => ({
  name: lineSaved(name),
  url: lineSaved(url),
  typed: lineSaved(typed),
  types: [...types],
  ...(editing !== undefined && { editing: { ...editing, types: [...editing.types] } }),
});

/** The tab as it is resumed. */
export const webhooksResumed = (
  state: WebhooksState,
  { stage, row, top, isTyping, editing, laid = [], ...draft }: z.output<typeof savedWebhooks>,
): WebhooksState => {
  // What the journal knows against it is looked for anew.
  const filled = {
    ...stageOpened(state, stage === 'review' ? 'form' : stage),
    draft,
    editing,
    laid: laid.map(({ editing: before, ...other }) => ({ draft: other, editing: before })),
    formCursor: { row, top },
  };
  return { ...filled, isTyping: isTyping && stage === 'form' };
};

/** What that is, in words; nothing where the form is empty. */
export const webhooksWords = ({
  editing,
  laid = [],
  stage: _,
  row: __,
  top: ___,
  isTyping: ____,
  ...draft
}: z.output<typeof savedWebhooks>): SavedWords => ({
  work: [{ ...draft, editing }, ...laid].flatMap(({ editing: before, ...form }) => {
    if (isPristine(form, before)) return [];
    if (before !== undefined) return [`changes to the webhook "${before.name}"`];
    return [`a webhook form${form.name.text === '' ? '' : ` "${form.name.text}"`}`];
  }),
  place: [],
});
