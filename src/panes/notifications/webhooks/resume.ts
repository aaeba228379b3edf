/**
 * What of the webhooks tab is remembered for a later run, and how it goes on with that. The address stands there whole, as the
 * journal keeps those of created webhooks; a signing secret never does. Pure.
 */
import { z } from 'zod';
import { textReplaced } from '../../../state/typed-text.ts';
import { stageOpened, type WebhooksState } from './state.ts';

/** What is remembered. `row` and `top` are those of the form's cursor. */
export const rememberedWebhooks = z.object({
  stage: z.enum(['list', 'form', 'review']),
  name: z.string(),
  url: z.string(),
  typed: z.string(),
  types: z.array(z.string()),
  row: z.int().min(0),
  top: z.int().min(0),
  isTyping: z.boolean(),
});

/** What is to be remembered. A call that is out has its form; of a webhook that was created nothing is to be gone on with. */
export const webhooksRemembered = ({ stage, draft, formCursor, isTyping }: WebhooksState) => ({
  stage: STAGES[stage.kind],
  name: draft.name.text,
  url: draft.url.text,
  typed: draft.typed.text,
  types: [...draft.types],
  row: formCursor.row,
  top: formCursor.top,
  isTyping,
});

const STAGES = { list: 'list', form: 'form', review: 'review', sending: 'form', created: 'list' } as const;

/** The tab as it is gone on with. */
export const webhooksResumed = (
  state: WebhooksState,
  { stage, types, row, top, isTyping, ...texts }: z.output<typeof rememberedWebhooks>,
): WebhooksState => {
  const { name, url, typed } = state.draft;
  const filled = {
    ...stageOpened(state, stage),
    draft: {
      name: textReplaced(name, texts.name),
      url: textReplaced(url, texts.url),
      typed: textReplaced(typed, texts.typed),
      types,
    },
    formCursor: { row, top },
  };
  return { ...filled, isTyping: isTyping && stage === 'form' };
};

/** What that is, in words; nothing where the form is empty. */
export const webhooksWords = ({ name, url, typed, types }: z.output<typeof rememberedWebhooks>): readonly string[] =>
  name === '' && url === '' && typed === '' && types.length === 0
    ? []
    : [`a webhook form${name === '' ? '' : ` "${name}"`}`];
