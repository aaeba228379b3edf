/** The page of a created webhook at work: its secret is revealed, copied or saved, or left behind on purpose. */

import { createPrivateFile } from '../../../../storage/files/private-file.ts';
import { PATH_MAXIMUM, typedPath, unwrittenWords } from '../../../../storage/files/typed-file.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import { RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { pageKeys, typingLayer } from '../keys.ts';
import type { NotificationsNeeds } from '../tab.ts';
import {
  createdPage,
  isSecretAtRisk,
  keepingFailed,
  leavingAsked,
  savingBegun,
  savingCancelled,
  savingEdited,
  secretCopied,
  secretSaved,
  secretToggled,
} from './created.ts';
import { stageOpened } from './form-state.ts';
import { type SecretHolder, suggestedFile } from './secret.ts';
import { type CreatedWebhook, pageScrolled, type WebhooksState } from './state.ts';

/** What the least of terminals take for their clipboard. */
const CLIPBOARD_BYTES = 74_994;

/** Builds its keys; `revealed` is the secret in the clear while the user wants to see it. */
export const createCreated = (
  { get, change }: Slice<WebhooksState>,
  { clipboard, homeFolder, run, screen, timeZone }: NotificationsNeeds,
  secret: SecretHolder,
): { readonly layer: () => Layer; readonly revealed: () => string | undefined } => {
  const created = (): CreatedWebhook | undefined => {
    const { stage } = get();
    return stage.kind === 'created' ? stage.created : undefined;
  };
  const revealed = () => (created()?.isRevealed ? secret.with((text) => text) : undefined);
  const failed = (problem: string) => change((state) => keepingFailed(state, problem));

  const withoutSecret = () => {
    const page = created();
    if (page?.hasSecret) return undefined;
    return page?.secretProblem === undefined ? 'The answer held no secret.' : 'Its secret cannot be used.';
  };
  const copy = () => {
    if (secret.with(isActing)) return failed('It holds control characters, which a paste would execute: save it.');
    const sent = secret.with(clipboard);
    if (sent === undefined) return;
    run(async () => {
      if ((await sent) === 'sent') return change(secretCopied);
      failed(
        secret.with(isLong)
          ? 'It is too long for a clipboard: save it.'
          : 'There is no clipboard here: reveal it or save it.',
      );
    });
  };
  const beginSaving = () => change((state) => savingBegun(state, suggestedFile(created())));
  const save = () => {
    const path = typedPath(created()?.saving?.text ?? '', homeFolder);
    if ('problem' in path) return failed(path.problem);
    try {
      secret.with((text) => createPrivateFile(path.file, `${text}\n`));
      change((state) => secretSaved(state, path.file));
    } catch (error) {
      failed(unwrittenWords(error, path.file));
    }
  };

  const leaveBehind = () => {
    secret.hold(undefined);
    change((now) => stageOpened(now, 'list'));
  };
  const asking = (isLeavingAsked: boolean) => () => change((state) => leavingAsked(state, isLeavingAsked));
  /** Nobody loses the only copy by pressing one key twice: what leaves without it is another key. */
  const leave = () => {
    if (isSecretAtRisk(get())) asking(true)();
    else leaveBehind();
  };

  const keeping = { isInFooter: true, refusal: withoutSecret } as const;
  const keepers: readonly Binding[] = [
    bind('notifications.reveal', ['v'], 'reveal', 'Secret', () => change(secretToggled), keeping),
    bind('notifications.copy-secret', ['y'], 'copy', 'Secret', copy, keeping),
    bind('notifications.save-secret', ['s'], 'save', 'Secret', beginSaving, keeping),
  ];
  const asked: readonly Binding[] = [
    bind('notifications.leave-behind', ['x'], 'leave without it', 'Secret', leaveBehind, confirming),
    bind('notifications.stay', ['escape', 'q'], 'stay here', 'Secret', asking(false), inFooter),
  ];
  const unasked = bind('notifications.leave', ['escape', 'q'], 'leave', 'Secret', leave, inFooter);
  const seen = () => {
    const { width, height } = screen();
    const now = created();
    const page = now && createdPage(now, revealed(), timeZone, width, height);
    return { length: page?.lines.length ?? 0, rows: (page?.height ?? 0) - RECORD_TITLE_LINES };
  };
  const scrolling = pageKeys(seen, (move) => change((state) => pageScrolled(state, move)));

  return {
    revealed,
    layer: () => {
      const page = created();
      if (page?.saving !== undefined)
        return typingLayer({
          line: () => created()?.saving,
          change: (edit) => change((state) => savingEdited(state, edit)),
          maximum: PATH_MAXIMUM,
          label: 'save',
          keep: save,
          cancel: () => change(savingCancelled),
        });
      const isAsked = isSecretAtRisk(get()) && page?.isLeavingAsked === true;
      // What is asked comes first: a narrow footer drops what comes last.
      return { bindings: [...(isAsked ? [...asked, ...keepers] : [...keepers, unasked]), ...scrolling] };
    },
  };
};

/** True for a text of which a terminal takes nothing when it is longer than it allows. */
const isLong = (text: string): boolean => Buffer.byteLength(text) > CLIPBOARD_BYTES;

/** True for a text that a terminal would act on when it is pasted there. */
const isActing = (text: string): boolean => /\p{Cc}/u.test(text);
