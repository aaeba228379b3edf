/** The keys of the list of known webhooks, and what they do: a new one is begun, one is forgotten here. */
import { printable } from '../../../../base/text.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, destructive } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/cursor.ts';
import type { Slice } from '../../../state/slice.ts';
import { knownRows } from '../measures.ts';
import { formOpened } from './form-state.ts';
import { currentKnown, cursorPlaced, type WebhooksState } from './state.ts';

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
};

/** The rows of the list's key table. */
export const createKnownBindings = (needs: ListNeeds): readonly Binding[] => {
  const { slice, journal, screen, refusal, notify, refuse, read } = needs;
  const forget = () => {
    const access = journal();
    const known = currentKnown(slice.get());
    if (known === undefined || 'problem' in access) return;
    const problem = access.webhooks.forget(known.line);
    if (problem === undefined) notify(`Forgotten here: ${printable(known.name)}. The service was not told.`);
    else refuse(problem);
    read();
  };
  return [
    bind('notifications.new', ['enter', 'n', 'e'], 'new webhook', 'Webhooks', () => slice.change(formOpened), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.forget', ['f'], 'forget it here', 'Webhooks', forget, {
      ...destructive,
      refusal: () => (currentKnown(slice.get()) === undefined ? 'There is no webhook under the cursor.' : undefined),
    }),
    ...listBindings('notifications', (to) =>
      slice.change((state) => {
        const extent = { count: state.known.length, height: knownRows(screen().height) };
        return cursorPlaced(state, 'listCursor', to(state.listCursor, extent));
      }),
    ),
  ];
};
