/** The keys that change a webhook, delete it, give it a new secret or send it a test, and those of the review before. */

import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst, takeAnswer } from '../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { type Line, lineOf } from '../../../state/line.ts';
import type { Slice } from '../../../state/slice.ts';
import { RECORD_MARGIN } from '../../../ui/record-lines.ts';
import { pageKeys } from '../keys.ts';
import { pageRows } from '../measures.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { actBegun, confirmationEdited, confirmationTyped, editOpened, refusalToChange } from './form-state.ts';
import { actLines, confirmingOf } from './lines.ts';
import { type Act, type Acting, currentRow, pageScrolled, recordOpened, type WebhooksState } from './state.ts';

/** Longest text that confirms, in characters. */
const TYPED_MAXIMUM = 40;

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
  const typed = (line: Line | undefined) => () => change((state) => confirmationTyped(state, line));
  const confirm = () => {
    const now = acting();
    if (now === undefined) return;
    takeAnswer({
      hindrance: refusalToConfirm(),
      mistake: now.typed && confirmationProblem(confirmingOf(now), now.typed.text),
      close: typed(undefined),
      refuse,
      send: () => send(now),
    });
  };
  const leave = () => {
    const now = acting();
    if (now !== undefined) change((state) => recordOpened(state, `id ${now.webhook.id}`));
  };
  const allowed = { ...confirming, refusal: refusalToConfirm };
  const others: readonly Binding[] = [
    bind('notifications.act-leave', ['escape', 'q'], 'leave', 'Webhook', leave, inFooter),
    ...pageKeys(seen, (move) => change((state) => pageScrolled(state, move))),
  ];
  const ofTest = bind('notifications.act-send', ['enter'], 'send it', 'Webhook', confirm, allowed);
  const ofOthers = bind('notifications.act-confirm', ['enter'], 'confirm', 'Webhook', typed(lineOf('')), allowed);
  const acceptLabel = (): string => (acting()?.act === 'delete' ? 'delete it' : 'make a new secret');
  const typing = (): Layer =>
    fieldLayer({
      owner: 'notifications',
      line: () => acting()?.typed,
      change: (edited) => change((state) => confirmationEdited(state, edited)),
      maximum: TYPED_MAXIMUM,
      accept: { ...acceptKey('notifications.act-send', acceptLabel(), confirm), isConfirming: true },
      cancel: cancelKey('notifications.act-untype', typed(undefined)),
    });

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
    layer: ({ act, typed: line }) =>
      line !== undefined ? typing() : confirmationLayer([act === 'test' ? ofTest : ofOthers, ...others], unread),
  };
};
