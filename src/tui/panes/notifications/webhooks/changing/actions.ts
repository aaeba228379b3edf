/** The keys that delete a webhook, give it a new secret or send it a test, and those of the review before. */
import type { ChangesLook } from '../../../../../storage/journal/changes.ts';
import type { JournalAccess } from '../../../../../storage/journal/profile-journal.ts';
import type { WebhookChangeKind } from '../../../../../storage/journal/webhooks.ts';
import { confirmationProblem } from '../../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../../../keys/binding.ts';
import { confirmationLayer, readFirst, takeAnswer } from '../../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../../keys/field.ts';
import { lineOf } from '../../../../state/line.ts';
import type { Slice } from '../../../../state/slice.ts';
import { RECORD_MARGIN } from '../../../../ui/record-lines.ts';
import { pageKeys } from '../../keys.ts';
import { pageRows } from '../../measures.ts';
import { editOpened } from '../form-state.ts';
import { type Act, type Acting, currentRow, pageScrolled, recordOpened, type WebhooksState } from '../state.ts';
import { actLines, confirmingOf } from './lines.ts';
import { actBegun, confirmationEdited, confirmationTyped, refusalToChange } from './state.ts';
import type { WebhookChange } from './webhook-change.ts';

/** What the keys need from outside. */
type ActNeeds = {
  readonly slice: Slice<WebhooksState>;
  readonly journal: () => JournalAccess;
  readonly screen: () => { readonly width: number; readonly height: number };
  readonly timeZone: string;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  readonly refuse: (reason: string) => void;
  /** Sends what was confirmed in view of the journal up to the line `seen`. */
  readonly send: (change: WebhookChange, acting: Acting) => void;
};

/** The keys. */
type Acts = {
  /** Those that begin it, for the list and for the page of a webhook. */
  readonly keys: readonly Binding[];
  /** The layer of the review. */
  readonly layer: (acting: Acting) => Layer;
};

/** Longest text that confirms, in characters. */
const TYPED_MAXIMUM = 40;

/** Builds them. */
export const createActs = (needs: ActNeeds): Acts => {
  const { slice, journal, screen, timeZone, refuse, send } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);

  const refusal = (): string | undefined => {
    const access = journal();
    return needs.refusal() ?? ('problem' in access ? access.problem : undefined) ?? refusalToChange(slice.get());
  };
  const begin = (act: Act) => {
    const access = journal();
    const webhook = currentRow(slice.get())?.service;
    if ('problem' in access || webhook === undefined) return;
    const look: ChangesLook<WebhookChangeKind> | { readonly problem: string } = access.webhookChanges.look(
      [webhook.id],
      act,
    );
    if ('problem' in look) refuse(look.problem);
    else change((state) => actBegun(state, { act, webhook, look, changed: [] }));
  };

  const acting = (): Acting | undefined => {
    const { stage } = slice.get();
    return stage.kind === 'act' ? stage.acting : undefined;
  };
  const linesCount = (): number => {
    const now = acting();
    return now === undefined ? 0 : actLines(now, timeZone, screen().width - RECORD_MARGIN).length;
  };
  const rows = () => pageRows(screen().height);
  const unread = () => linesCount() - slice.get().top - rows();
  const refusalToConfirm = (): string | undefined => readFirst(unread()) ?? needs.refusal();
  const confirm = () => {
    const now = acting();
    if (now === undefined) return;
    takeAnswer({
      hindrance: refusalToConfirm(),
      mistake: now.typed && confirmationProblem(confirmingOf(now), now.typed.text),
      close: () => change((state) => confirmationTyped(state, undefined)),
      refuse,
      send: () => send({ kind: now.act, webhookId: now.webhook.id }, now),
    });
  };
  const leave = () => {
    const now = acting();
    if (now !== undefined) change((state) => recordOpened(state, `id ${now.webhook.id}`));
  };
  const scrolling = pageKeys(
    () => ({ length: linesCount(), rows: rows() }),
    (move) => change((state) => pageScrolled(state, move)),
  );
  const back = bind('notifications.act-leave', ['escape', 'q'], 'leave', 'Webhook', leave, inFooter);
  const ofTest: readonly Binding[] = [
    bind('notifications.act-send', ['enter'], 'send it', 'Webhook', confirm, {
      ...confirming,
      refusal: refusalToConfirm,
    }),
    back,
    ...scrolling,
  ];
  const ofOthers: readonly Binding[] = [
    bind(
      'notifications.act-confirm',
      ['enter'],
      'confirm',
      'Webhook',
      () => change((state) => confirmationTyped(state, lineOf(''))),
      { ...confirming, refusal: refusalToConfirm },
    ),
    back,
    ...scrolling,
  ];
  const acceptLabel = (): string => (acting()?.act === 'delete' ? 'delete it' : 'make a new secret');
  const typing = (): Layer =>
    fieldLayer({
      owner: 'notifications',
      line: () => acting()?.typed,
      change: (edit) => change((state) => confirmationEdited(state, edit)),
      maximum: TYPED_MAXIMUM,
      accept: { ...acceptKey('notifications.act-send', acceptLabel(), confirm), isConfirming: true },
      cancel: cancelKey('notifications.act-untype', () => change((state) => confirmationTyped(state, undefined))),
    });

  const key = (id: string, press: string, label: string, act: Act, more: Parameters<typeof bind>[5]): Binding =>
    bind(`notifications.${id}`, [press], label, 'Webhook', () => begin(act), { ...more, refusal });

  return {
    keys: [
      bind(
        'notifications.change',
        ['e'],
        'change',
        'Webhook',
        () => {
          const webhook = currentRow(slice.get())?.service;
          if (webhook !== undefined) change((state) => editOpened(state, webhook));
        },
        { isInFooter: true, help: 'change its name, address or types', words: ['edit', 'rename'], refusal },
      ),
      key('test', 't', 'send a test', 'test', { isInFooter: true, words: ['try', 'ping'] }),
      key('rotate', 'S', 'new secret', 'rotate', {
        isInFooter: true,
        help: 'give it a new signing secret',
        words: ['rotate', 'key'],
      }),
      key('delete', 'X', 'delete', 'delete', { ...destructive, words: ['remove', 'destroy'] }),
    ],
    layer: ({ act, typed }) =>
      typed !== undefined ? typing() : confirmationLayer(act === 'test' ? ofTest : ofOthers, unread),
  };
};
