/** The keys of the page of a created webhook: its secret is revealed, copied or saved, or left behind on purpose. */

import { createPrivateFile } from '../../../../storage/files/private-file.ts';
import { PATH_MAXIMUM, typedPath, unwrittenWords } from '../../../../storage/files/typed-file.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { Slice } from '../../../state/slice.ts';
import {
  isSecretAtRisk,
  keepingFailed,
  leavingAsked,
  savingBegun,
  savingCancelled,
  savingEdited,
  secretCopied,
  secretSaved,
  secretToggled,
} from './created-state.ts';
import { stageOpened } from './form-state.ts';
import type { SecretHolder } from './secret.ts';
import { suggestedFile } from './secret-file.ts';
import type { CreatedWebhook, WebhooksState } from './state.ts';

/** What the least of terminals take for their clipboard. */
const CLIPBOARD_BYTES = 74_994;

/** What keeping a secret needs from outside. */
export type KeepingNeeds = {
  readonly slice: Slice<WebhooksState>;
  readonly secret: SecretHolder;
  /** Hands a text to the clipboard of the user's terminal; undefined when there is no way. It must not keep the text. */
  readonly copy: (text: string) => Promise<'sent' | undefined>;
  /** The user's home folder, which `~` stands for; undefined when it is not known. */
  readonly homeFolder: string | undefined;
  readonly run: (task: () => Promise<void>) => void;
};

/** The key rows of the page as it stands. */
export const createdBindings = ({ slice, secret, copy, run }: KeepingNeeds): readonly Binding[] => {
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const withoutSecret = () => {
    const page = created(slice);
    if (page?.hasSecret) return undefined;
    return page?.secretProblem === undefined ? 'The answer held no secret.' : 'Its secret cannot be used.';
  };
  const keeping = { isInFooter: true, refusal: withoutSecret } as const;

  const send = () => {
    if (secret.with(isActing)) {
      change((state) => keepingFailed(state, 'It holds control characters, which a paste would execute: save it.'));
      return;
    }
    const sent = secret.with(copy);
    if (sent === undefined) return;
    run(async () => {
      const isSent = (await sent) === 'sent';
      change((state) =>
        isSent
          ? secretCopied(state)
          : keepingFailed(
              state,
              secret.with(isLong)
                ? 'It is too long for a clipboard: save it.'
                : 'There is no clipboard here: reveal it or save it.',
            ),
      );
    });
  };

  /** Nobody loses the only copy by pressing one key twice: what leaves without it is another key. */
  const leave = () => {
    if (!isSecretAtRisk(slice.get())) leaveBehind();
    else change((state) => leavingAsked(state, true));
  };
  const leaveBehind = () => {
    secret.hold(undefined);
    change((now) => stageOpened(now, 'list'));
  };
  const isAsked = isSecretAtRisk(slice.get()) && created(slice)?.isLeavingAsked === true;
  const leaving = isAsked
    ? [
        bind('notifications.leave-behind', ['x'], 'leave without it', 'Secret', leaveBehind, confirming),
        bind(
          'notifications.stay',
          ['escape'],
          'stay here',
          'Secret',
          () => change((s) => leavingAsked(s, false)),
          inFooter,
        ),
      ]
    : [bind('notifications.leave', ['escape'], 'leave', 'Secret', leave, inFooter)];

  // What is asked comes first: a narrow footer drops what comes last.
  return [
    ...(isAsked ? leaving : []),
    bind('notifications.reveal', ['v'], 'reveal', 'Secret', () => change(secretToggled), keeping),
    bind('notifications.copy-secret', ['y'], 'copy', 'Secret', send, keeping),
    bind(
      'notifications.save-secret',
      ['w'],
      'save',
      'Secret',
      () => change((state) => savingBegun(state, suggestedFile(created(slice)))),
      keeping,
    ),
    ...(isAsked ? [] : leaving),
  ];
};

/** The layer in force while the name of a file is typed. */
export const savingLayer = ({ slice, secret, homeFolder }: KeepingNeeds): Layer => {
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);

  const save = () => {
    const typed = created(slice)?.saving?.text ?? '';
    const path = typedPath(typed, homeFolder);
    if ('problem' in path) {
      change((state) => keepingFailed(state, path.problem));
      return;
    }
    try {
      secret.with((text) => createPrivateFile(path.file, `${text}\n`));
      change((state) => secretSaved(state, path.file));
    } catch (error) {
      change((state) => keepingFailed(state, unwrittenWords(error, path.file)));
    }
  };

  return fieldLayer({
    owner: 'notifications',
    line: () => created(slice)?.saving,
    change: (edit) => change((state) => savingEdited(state, edit)),
    maximum: PATH_MAXIMUM,
    accept: acceptKey('notifications.field-enter', 'save', save),
    cancel: cancelKey('notifications.field-leave', () => change(savingCancelled)),
  });
};

/** True for a text of which a terminal takes nothing when it is longer than it allows. */
const isLong = (text: string): boolean => Buffer.byteLength(text) > CLIPBOARD_BYTES;

/** True for a text that a terminal would act on when it is pasted there. */
const isActing = (text: string): boolean => /\p{Cc}/u.test(text);

const created = (slice: Slice<WebhooksState>): CreatedWebhook | undefined => {
  const { stage } = slice.get();
  return stage.kind === 'created' ? stage.created : undefined;
};
