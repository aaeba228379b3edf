/** The keys of the list of webhooks, and what they do: one is opened, a new one is begun, one is forgotten here. */
import { printable } from '../../../../base/text.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, destructive, inFooter } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { webhookRows } from '../measures.ts';
import { formOpened } from './form-state.ts';
import { currentRow, cursorPlaced, rowsIn, type WebhooksState } from './state.ts';

/** What the list's keys need from outside. */
type ListNeeds = {
  readonly slice: Slice<WebhooksState>;
  readonly journal: () => JournalAccess;
  readonly screen: () => { readonly height: number };
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  readonly notify: (text: string) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Reads the journal anew. */
  readonly read: () => void;
  /** Opens the page of the webhook under the cursor. */
  readonly open: () => void;
};

const NOTHING_HERE = 'There is no webhook under the cursor.';

/** The rows of the list's key table. */
export const createListBindings = (needs: ListNeeds): readonly Binding[] => {
  const { slice, journal, screen, refusal, notify, refuse, read, open } = needs;
  const forget = () => {
    const access = journal();
    const known = currentRow(slice.get())?.known;
    if (known === undefined || 'problem' in access) return;
    const problem = access.webhooks.forget(known.line);
    if (problem === undefined) notify(`Forgotten here: ${printable(known.name)}. The service was not told.`);
    else refuse(problem);
    read();
  };
  const refusalToForget = (): string | undefined => {
    const row = currentRow(slice.get());
    if (row === undefined) return NOTHING_HERE;
    return row.known === undefined ? 'There is nothing to forget: it was not created from here.' : undefined;
  };
  return [
    bind('notifications.open', ['enter'], 'detail', 'Look', open, {
      ...inFooter,
      help: 'all details, and what was delivered',
      refusal: () => (currentRow(slice.get()) === undefined ? NOTHING_HERE : undefined),
    }),
    bind('notifications.new', ['n'], 'new webhook', 'Webhooks', () => slice.change(formOpened), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.forget', ['f'], 'forget it here', 'Webhooks', forget, {
      ...destructive,
      refusal: refusalToForget,
    }),
    ...listBindings('notifications', (to) =>
      slice.change((state) => {
        const height = webhookRows(screen().height, state.listed.answer.stage === 'failed');
        return cursorPlaced(state, 'listCursor', to(state.listCursor, { count: rowsIn(state).length, height }));
      }),
    ),
  ];
};
