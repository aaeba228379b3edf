/** The keys that change a webhook, delete it, give it a new secret or send it a test, and those of the review before. */

import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst } from '../../../keys/confirmation-page.ts';
import type { Slice } from '../../../state/slice.ts';
import { RECORD_MARGIN } from '../../../ui/record-lines.ts';
import { confirmingKeys } from '../../write-page/confirming.ts';
import { pageKeys } from '../keys.ts';
import { pageRows } from '../measures.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { actBegun, confirmationTyped, editOpened, refusalToChange } from './form-state.ts';
import { actLines, confirmingOf } from './lines.ts';
import { type Act, type Acting, currentRow, pageScrolled, recordOpened, type WebhooksState } from './state.ts';

/** Builds them: those that begin it, for the list and for the page of a webhook, and the layer of the review. */
export const createActs = (
  { get, change }: Slice<WebhooksState>,
  needs: NotificationsNeeds,
  send: (acting: Acting) => void,
): { readonly keys: readonly Binding[]; readonly layer: (acting: Acting) => Layer } => {
  const { journal, screen, timeZone, refuse } = needs;

  const refusal = (): string | undefined => {
    const access = journal();
    return needs.refusal() ?? ('problem' in access ? access.problem : undefined) ?? refusalToChange(get());
  };
  const edit = () => {
    const webhook = currentRow(get())?.service;
    if (webhook !== undefined) change((state) => editOpened(state, webhook));
  };
  const beginning = (act: Act) => () => {
    const access = journal();
    const webhook = currentRow(get())?.service;
    if ('problem' in access || webhook === undefined) return;
    const look = access.webhookChanges.look([webhook.id], act);
    if ('problem' in look) refuse(look.problem);
    else change((state) => actBegun(state, { act, webhook, look, changed: [] }));
  };

  const acting = (): Acting | undefined => {
    const { stage } = get();
    return stage.kind === 'act' ? stage.acting : undefined;
  };
  const seen = () => {
    const now = acting();
    const { width, height } = screen();
    const lines = now === undefined ? [] : actLines(now, timeZone, width - RECORD_MARGIN);
    return { length: lines.length, rows: pageRows(height) };
  };
  const unread = () => seen().length - get().top - seen().rows;
  const refusalToConfirm = (): string | undefined => readFirst(unread()) ?? needs.refusal();
  const confirmed = (now: Acting) =>
    confirmingKeys(
      {
        owner: 'notifications',
        name: 'notifications.act',
        group: 'Webhook',
        send: now.act === 'delete' ? 'delete it' : 'make a new secret',
        untype: 'untype',
      },
      {
        line: () => acting()?.typed,
        type: (line) => change((state) => confirmationTyped(state, line)),
        hindrance: refusalToConfirm,
        mistake: (typed) => confirmationProblem(confirmingOf(now), typed),
        refuse,
        send: () => send(now),
      },
    );
  const leave = () => {
    const now = acting();
    if (now !== undefined) change((state) => recordOpened(state, `id ${now.webhook.id}`));
  };
  const others: readonly Binding[] = [
    bind('notifications.act-leave', ['escape', 'q'], 'leave', 'Webhook', leave, inFooter),
    ...pageKeys(seen, (move) => change((state) => pageScrolled(state, move))),
  ];
  const small = { ...confirming, refusal: refusalToConfirm };
  return {
    keys: [
      bind('notifications.change', ['e'], 'change', 'Webhook', edit, {
        isInFooter: true,
        help: 'change its name, address or types',
        words: ['edit', 'rename'],
        refusal,
      }),
      bind('notifications.test', ['t'], 'send a test', 'Webhook', beginning('test'), {
        isInFooter: true,
        words: ['try', 'ping'],
        refusal,
      }),
      bind('notifications.rotate', ['S'], 'new secret', 'Webhook', beginning('rotate'), {
        isInFooter: true,
        help: 'give it a new signing secret',
        words: ['rotate', 'key'],
        refusal,
      }),
      bind('notifications.delete', ['X'], 'delete', 'Webhook', beginning('delete'), {
        ...destructive,
        words: ['remove', 'destroy'],
        refusal,
      }),
    ],
    layer: (now) => {
      const { begin, confirm, typing } = confirmed(now);
      if (now.typed !== undefined) return typing();
      const first =
        now.act === 'test' ? bind('notifications.act-send', ['enter'], 'send it', 'Webhook', confirm, small) : begin;
      return confirmationLayer([first, ...others], unread);
    },
  };
};
