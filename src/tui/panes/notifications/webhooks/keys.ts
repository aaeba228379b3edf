/** The webhooks page at work: the list, the page of one webhook, and what lies over them. */
import { keyName } from '../../../../base/named-keys.ts';
import { printable } from '../../../../base/printable.ts';
import { type Binding, bind, destructive, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { pageKeys } from '../keys.ts';
import { webhookRows } from '../measures.ts';
import type { NotificationsNeeds, RunningTab } from '../tab.ts';
import { createActs } from './act-keys.ts';
import { isSecretAtRisk, leavingAsked } from './created.ts';
import { createCreated } from './created-keys.ts';
import { createForm, reviewKeys } from './form-keys.ts';
import { formOpened, stageOpened } from './form-state.ts';
import { createLooking } from './looking.ts';
import { recordLines } from './record-lines.ts';
import { createSecretHolder } from './secret.ts';
import { createTelling } from './sending.ts';
import { currentRow, pageScrolled, retryIn, rowsIn, type WebhooksState, writingIn } from './state.ts';

const NOTHING_HERE = 'There is no webhook under the cursor.';

/** Builds its keys and effects. */
export const createWebhooks = (slice: Slice<WebhooksState>, needs: NotificationsNeeds): RunningTab => {
  const { journal, screen, refusal, notify, refuse, isTypeOn, timeZone } = needs;
  const { get, change } = slice;
  const secret = createSecretHolder();
  const looking = createLooking(slice, needs, (came) => {
    const ids = writingIn(get())?.ids ?? [];
    if ('failure' in came) acts.write.listCame(came);
    else {
      const targets = came.filter(({ id }) => ids.includes(id));
      acts.write.listCame({ targets, readAtEpochMs: needs.clock.now(), isWhole: true });
    }
  });
  const { read, askAgain } = looking;
  const onEnd = createTelling(slice, needs, looking, secret);
  const acts = createActs(slice, needs, {
    // What is under way would tell of the time before.
    askAgain: () => {
      looking.dropList();
      askAgain();
    },
    onEnd,
    reviewKeys: (kind, confirm) => reviewKeys(kind, confirm, () => acts.write.close()),
  });
  const form = createForm(slice, needs, {
    read,
    review: (webhook, wish) => acts.write.begin(wish.kind, [webhook], wish),
  });
  const created = createCreated(slice, needs, secret);

  const forget = () => {
    const access = journal();
    const known = currentRow(get())?.known;
    if (known === undefined || 'problem' in access) return;
    const problem = access.webhooks.forget(known.line);
    if (problem === undefined) notify(`Forgotten here: ${printable(known.name)}. The service was not told.`);
    else refuse(problem);
    read();
  };
  const refusalToForget = (): string | undefined => {
    const row = currentRow(get());
    if (row === undefined) return NOTHING_HERE;
    return row.known === undefined ? 'There is nothing to forget: it was not created from here.' : undefined;
  };
  const refreshing = { isInFooter: true, help: 'read the journal, and ask the service again' } as const;
  const list: readonly Binding[] = [
    bind('notifications.open', ['enter'], 'detail', 'Look', looking.openRecord, {
      ...inFooter,
      help: 'all details, and what was delivered',
      refusal: () => (currentRow(get()) === undefined ? NOTHING_HERE : undefined),
    }),
    bind('notifications.new', ['n'], 'new webhook', 'Webhooks', () => change(formOpened), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.forget', ['D'], 'forget it here', 'Webhooks', forget, {
      ...destructive,
      refusal: refusalToForget,
    }),
    ...listBindings('notifications', (to) =>
      change((state) => {
        const height = webhookRows(screen().height, state.listed.answer.stage === 'failed');
        return { ...state, listCursor: to(state.listCursor, { count: rowsIn(state).length, height }) };
      }),
    ),
    ...acts.keys,
    bind('notifications.webhooks-refresh', ['R'], 'refresh', 'Look', askAgain, refreshing),
  ];

  const close = () => change((state) => stageOpened(state, 'list'));
  const seen = () => {
    const { width, height } = screen();
    const row = currentRow(get());
    const all = row === undefined ? [] : recordLines(get(), row, isTypeOn(), timeZone, width - RECORD_MARGIN);
    return { length: all.length, rows: height - RECORD_TITLE_LINES };
  };
  const record: readonly Binding[] = [
    bind('notifications.close', ['escape', 'q', 'enter'], 'back', 'Detail', close, inFooter),
    ...acts.keys,
    bind('notifications.webhook-refresh', ['R'], 'refresh', 'Look', askAgain, refreshing),
    ...pageKeys(seen, (move) => change((state) => pageScrolled(state, move))),
  ];
  /** In force while a call is about to be made again. */
  const trying: Layer = {
    bindings: [bind('notifications.give-up', ['escape'], 'stop trying', 'Webhooks', looking.giveUp)],
  };
  const looked = (bindings: readonly Binding[]): readonly Layer[] => [
    ...(retryIn(get()) === undefined ? [] : [trying]),
    { bindings: footerOfAllowed(bindings) },
  ];

  return {
    read,
    askAgain,
    open: looking.open,
    leave: looking.leave,
    serviceChanged: looking.serviceChanged,
    revealedSecret: created.revealed,
    stopLayers: acts.write.stopLayers,
    quitLayers: acts.write.quitLayers,
    refusalToLeave: acts.write.refusalToLeave,
    // A secret that nobody has kept holds the program back until it is kept, or left on its own page with another key.
    holdBack: () => {
      if (!isSecretAtRisk(get())) return undefined;
      change((state) => leavingAsked(state, true));
      return `A webhook's secret was not saved: press ${keyName('frame.notifications')} to save it, or to leave it with ${keyName('notifications.leave-behind')}.`;
    },
    layers: () => {
      const { stage, isTyping } = get();
      if (isTyping) return [form.typing()];
      switch (stage.kind) {
        case 'list':
          return looked(list);
        case 'record':
          return looked(record);
        case 'form':
          return [{ bindings: form.form() }];
        case 'writing':
          return acts.write.layers();
        case 'created':
          return [created.layer()];
      }
    },
  };
};
