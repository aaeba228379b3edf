/**
 * What of the webhooks tab is saved for a later run, and how it is resumed. The address stands there whole, as the
 * journal keeps those of created webhooks; a signing secret never does. Pure.
 */
import { z } from 'zod';
import { lineSaved, savedLine } from '../../../state/saved-line.ts';
import type { SavedWords } from '../../../state/saved-list.ts';
import { stageOpened } from './form-state.ts';
import type { WebhooksState } from './state.ts';

/** What is saved. `row` and `top` are those of the form's cursor. */
export const savedWebhooks = z.object({
  stage: z.enum(['list', 'form', 'review']),
  name: savedLine,
  url: savedLine,
  typed: savedLine,
  types: z.array(z.string()),
  row: z.int().min(0),
  top: z.int().min(0),
  isTyping: z.boolean(),
});

/** What is saved. A call that is out has its form; of a webhook that was created nothing is to be resumed. */
export const webhooksSaved = ({ stage, draft, formCursor, isTyping }: WebhooksState) => ({
  stage: STAGES[stage.kind],
  name: lineSaved(draft.name),
  url: lineSaved(draft.url),
  typed: lineSaved(draft.typed),
  types: [...draft.types],
  row: formCursor.row,
  top: formCursor.top,
  isTyping,
});

const STAGES = {
  list: 'list',
  record: 'list',
  act: 'list',
  form: 'form',
  review: 'review',
  sending: 'form',
  created: 'list',
} as const;

/** The tab as it is resumed. */
export const webhooksResumed = (
  state: WebhooksState,
  { stage, types, row, top, isTyping, ...lines }: z.output<typeof savedWebhooks>,
): WebhooksState => {
  const filled = {
    ...stageOpened(state, stage),
    draft: { ...lines, types },
    formCursor: { row, top },
  };
  return { ...filled, isTyping: isTyping && stage === 'form' };
};

/** What that is, in words; nothing where the form is empty. */
export const webhooksWords = ({ name, url, typed, types }: z.output<typeof savedWebhooks>): SavedWords => {
  const isEmpty = name.text === '' && url.text === '' && typed.text === '' && types.length === 0;
  return { work: isEmpty ? [] : [`a webhook form${name.text === '' ? '' : ` "${name.text}"`}`], place: [] };
};
