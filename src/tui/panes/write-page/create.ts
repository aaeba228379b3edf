/** The keys of a write's pages, what its list tells of it, and what keeps the user from leaving it half done. */

import { explain } from '../../../api/errors/explain.ts';
import { lastKept } from '../../../base/once.ts';
import { fateOf } from '../../../instances/fate.ts';
import { confirmationProblem } from '../../../writes/confirmation.ts';
import { sendToAll } from '../../../writes/together.ts';
import type { WriteEnd, WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import {
  type Binding,
  bind,
  confirming,
  destructive,
  footerOfAllowed,
  inFooter,
  type Layer,
} from '../../keys/binding.ts';
import { confirmationLayer, readFirst } from '../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import type { Line } from '../../state/line.ts';
import { confirmingKeys, readingKeys } from './confirming.ts';
import { confirmingOf, idsToSend, isSmall, writingLines } from './lines.ts';
import type { RunningWrite, WriteSite } from './site.ts';
import type { Fate, Writing } from './state.ts';
import * as after from './state.ts';

/** Builds it. */
export const createWrite = <W extends WriteTypes>(kind: WriteKind<W>, site: WriteSite<W>): RunningWrite<W> => {
  const { needs, slice, screen, askAgain } = site;
  const { journal, client, clock, run, readOnlyReason, refuse, notify, timeZone } = needs;
  const { keys, words, readsFirst, readsAgain } = kind;
  const context = () => ({ timeZone, describe: needs.describeMachine, money: needs.money.now() });
  let holding = new AbortController();

  const change = (transition: (writing: Writing<W>) => Writing<W>) =>
    slice.change((writing) => writing && transition(writing));
  const close = () => slice.change(() => undefined);
  const review = () => {
    const stage = slice.get()?.stage;
    return stage?.kind === 'review' ? stage : undefined;
  };
  const changes = () => {
    const access = journal();
    return 'problem' in access ? access : kind.changes(access);
  };

  const refusalToLeave = () => (after.isSending(slice.get()) ? words.whileSending : undefined);
  const refusal = (name: W['name'], targets: readonly W['target'][]): string | undefined => {
    const access = journal();
    return (
      readOnlyReason ??
      ('problem' in access ? access.problem : undefined) ??
      refusalToLeave() ??
      site.refusal(targets) ??
      targets.map((target) => kind.refusal?.(target, name)).find((reason) => reason !== undefined)
    );
  };

  /** Lines of the page, by all that they are made of. The footer asks several times at each key, and many targets take long to lay out. */
  const lineCount = lastKept(
    (writing: Writing<W>, width: number, ..._more: readonly unknown[]) =>
      writingLines(writing, kind, context(), width).length,
  );
  const [prefix, isInFooter] = keys.scroll;
  const { unread: below, scrolling } = readingKeys(prefix, 'Move', {
    screen,
    extent: (width) => {
      const writing = slice.get();
      if (writing === undefined || writing.stage.kind === 'value') return { length: 0, top: 0 };
      const described = writing.ids.map((id) => needs.describeMachine(id)).join();
      const length = lineCount(writing, width, needs.money.now(), described);
      return { length, top: 'top' in writing.stage ? writing.stage.top : 0 };
    },
    scrolled: (top) => change((writing) => after.writingScrolled(writing, top)),
    isInFooter,
  });
  const unread = () => {
    const name = slice.get()?.kind;
    return name !== undefined && kind.isTyped?.(name) ? 0 : below();
  };

  // From what was chosen to the review.
  const openReview = () => {
    const writing = slice.get();
    const noted = changes();
    if (writing === undefined || 'problem' in noted) return;
    const request = after.requestIn(writing, kind);
    const look = noted.look(writing.ids, writing.kind);
    const problem = 'problem' in request ? request.problem : 'problem' in look ? look.problem : undefined;
    if (problem !== undefined) {
      refuse(problem);
      // Without a field there is nothing to go on with.
      if (kind.field?.(writing.kind) === undefined) close();
    } else if (!('problem' in look)) change((now) => after.reviewOpened(now, look));
  };
  const ask = () => {
    change(after.listAsked);
    askAgain();
  };
  const begin: RunningWrite<W>['begin'] = (name, chosen, request) => {
    const targets = chosen.filter((one): one is W['target'] => typeof one === 'object');
    const ids = chosen.map((one) => (typeof one === 'object' ? one.id : one));
    const field = kind.field?.(name);
    const stage = readsFirst === undefined ? 'value' : 'reading';
    slice.change(() => after.writingBegun<W>(name, ids, stage, targets, field?.typed(targets), request));
    if (readsFirst === undefined && field === undefined) openReview();
    if (readsFirst !== undefined || readsAgain === undefined) ask();
  };
  const again = () => {
    const writing = slice.get();
    if (writing === undefined) return;
    const ids = after.idsLeft(writing);
    const targets = readsFirst ? [] : writing.targets.filter(({ id }) => ids.includes(id));
    const stage = readsFirst ? 'reading' : 'value';
    const limit = after.overLimitOf(writing);
    const { kind: name, value, request } = writing;
    slice.change(() => after.writingBegun<W>(name, ids, stage, targets, value.text, request, limit));
    if (readsFirst) return askAgain();
    const { rows: listed } = site;
    if (listed !== undefined) change((now) => after.rowsSeen(now, listed(), kind));
    openReview();
  };

  // Sending.
  const end = () => {
    change(after.sendingEnded);
    const writing = slice.get();
    const isAllWell = writing?.stage.kind === 'sent' && writing.stage.fates.every(({ stage }) => stage === 'accepted');
    if (writing !== undefined && isAllWell && site.onAllAccepted !== undefined) {
      site.onAllAccepted(writing);
      close();
      const title = kind.title(writing.kind, writing.ids, writing.request);
      notify(`The service accepted: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`);
    }
    askAgain();
  };
  const send = () => {
    const access = journal();
    const service = client();
    const writing = slice.get();
    if (writing?.stage.kind !== 'review') return;
    const request = after.requestIn(writing, kind);
    if ('problem' in request) return;
    if ('problem' in access || service === undefined) {
      refuse('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    const targets = after.targetsToSend(writing, kind);
    const idAt = (place: number) => targets[place]?.id ?? 0;
    const { seen } = writing.stage.look;
    const over = writing.over && { ...writing.over, isByCommand: false };
    const isOne = after.isTogether(writing, kind);
    change((now) => after.sendingBegun(now, kind));
    holding = new AbortController();
    const { signal } = holding;
    run(async () => {
      const parts = { client: service, journal: access, seen, clock, signal, over };
      await sendToAll(kind, request, targets, parts, {
        isTogether: isOne,
        onSending: (place) => change((now) => after.fateCame(now, idAt(place), { stage: 'sending' })),
        onEnd: (place, result) => {
          if ('journalProblem' in result && result.journalProblem !== undefined) refuse(result.journalProblem);
          site.onEnd?.(result, writing);
          change((now) => after.fateCame(now, idAt(place), fateHere(kind, result, timeZone)));
        },
      });
      end();
    });
  };

  // Confirming.
  const refusalToConfirm = (): string | undefined => {
    const writing = slice.get();
    if (writing === undefined) return undefined;
    if (review() !== undefined && idsToSend(writing, kind).length === 0) return words.nothingToConfirm;
    return readFirst(unread()) ?? refusal(writing.kind, writing.targets);
  };
  const typed = (line: Line | undefined) => () => change((writing) => after.confirmationTyped(writing, line));
  const confirmed = (name: W['name']) =>
    confirmingKeys(
      { ...keys, send: keys.send(name) },
      {
        line: () => review()?.typed,
        type: (line) => typed(line)(),
        hindrance: refusalToConfirm,
        mistake: (text) => {
          const writing = slice.get();
          return writing && confirmationProblem(confirmingOf(writing, kind), text);
        },
        refuse,
        send: () => {
          const name = slice.get()?.kind;
          if (readsAgain === undefined || (name !== undefined && readsAgain.isNeeded?.(name) === false)) send();
          else {
            change(after.checkBegun);
            askAgain();
          }
        },
      },
    );

  // Keys.
  const key = (
    verb: string,
    pressed: readonly string[],
    label: string,
    does: () => void,
    more: Parameters<typeof bind>[5] = inFooter,
  ): Binding => bind(`${keys.name}-${verb}`, pressed, label, keys.group, does, more);
  const stop = () => {
    change(after.sendingStopped);
    holding.abort();
  };
  const [readId, readLabel] = keys.read;
  const readAgain = key(readId, ['R'], readLabel, ask);
  const leave = key('leave', ['escape', 'q'], 'leave', close);
  const ofSmall = (name: W['name']): readonly Binding[] => [
    ...(site.reviewKeys?.(name, { run: confirmed(name).confirm, refusal: refusalToConfirm }) ?? [
      key('send', ['enter'], 'send it', confirmed(name).confirm, { ...confirming, refusal: refusalToConfirm }),
      kind.field?.(name) ? key('back', ['escape', 'q'], 'back', () => change(after.valueAsked)) : leave,
    ]),
    ...scrolling,
  ];
  const ofOthers = (name: W['name']): readonly Binding[] => [
    confirmed(name).begin,
    leave,
    ...(readsFirst ? [readAgain] : []),
    ...scrolling,
  ];
  const ended: readonly Binding[] = [
    key('again', ['a'], 'review again', again, {
      isInFooter: true,
      help: `review those again that were not ${words.done}`,
      refusal: () => {
        const writing = slice.get();
        const isNone = writing === undefined || after.idsLeft(writing).length === 0;
        return isNone ? words.noneLeft : undefined;
      },
    }),
    key('leave', ['escape', 'q', 'enter'], 'back', close),
    readAgain,
    ...scrolling,
  ];
  const working: readonly Binding[] = [key('stop', keys.stop, 'send no more', stop, destructive), ...scrolling];
  const stopping: readonly Binding[] = [key('stop-all', ['ctrl-c'], 'send no more', stop)];
  const staying: readonly Binding[] = [
    bind(`${keys.name}-stay`, ['q'], 'quit', 'Program', () => {}, { refusal: refusalToLeave }),
  ];

  const typingValue = (maximum: number): Layer =>
    fieldLayer({
      owner: keys.owner,
      line: () => slice.get()?.value,
      change: (edit) => change((writing) => after.valueEdited(writing, edit)),
      maximum,
      accept: acceptKey(`${keys.name}-review`, 'review', openReview),
      cancel: cancelKey(`${keys.name}-cancel`, close),
    });
  const layerOf = (writing: Writing<W>): Layer => {
    const { stage, kind: name } = writing;
    switch (stage.kind) {
      case 'value':
        return typingValue(kind.field?.(name)?.maximum ?? 0);
      case 'reading':
        return { bindings: [leave] };
      case 'unread':
        return { bindings: [readAgain, leave] };
      case 'review':
        if (stage.typed !== undefined) return confirmed(name).typing();
        if (stage.isChecking) return { bindings: [key('untype', ['escape'], 'back', typed(undefined))] };
        return confirmationLayer(isSmall(writing, kind) ? ofSmall(name) : ofOthers(name), unread);
      case 'sent':
        return { bindings: stage.isOver ? footerOfAllowed(ended) : working };
    }
  };

  /** Notes that what was sent for these was carried out, by what the service lists now. */
  const settle = (ids: readonly number[], name: W['name']): void => {
    const noted = changes();
    if ('problem' in noted || ids.length === 0) return;
    const look = noted.look(ids, name);
    if ('problem' in look) return;
    for (const { line } of look.open) {
      const problem = noted.settle(line, { kind: 'accepted' });
      if (problem !== undefined) refuse(problem);
    }
  };
  const isDone = (target: W['target']) => kind.isShownDone?.(target) === true;

  return {
    begin,
    refusal,
    refusalToLeave,
    close,
    resumed: () => {
      if (readsFirst !== undefined && slice.get() !== undefined) ask();
    },
    layers: () => {
      const writing = slice.get();
      return writing === undefined ? [] : [layerOf(writing)];
    },
    stopLayers: () => {
      const writing = slice.get();
      const isStopped = writing?.stage.kind === 'sent' && writing.stage.isStopped === true;
      return after.isSending(writing) && !isStopped ? [{ bindings: stopping }] : [];
    },
    quitLayers: () => (refusalToLeave() === undefined ? [] : [{ bindings: staying }]),
    listCame: (list) => {
      const writing = slice.get();
      if (writing === undefined || readsAgain === undefined) return;
      if (readsFirst === undefined && !review()?.isChecking) return;
      if ('failure' in list) {
        site.onEnd?.({ kind: 'unread', failure: list.failure }, writing);
        change((now) => after.listUnread(now, list.failure));
        return;
      }
      const { targets, isWhole } = list;
      const { stage, kind: name, ids, targets: before } = writing;
      if (stage.kind === 'sent') {
        const isOpen = (id: number) => stage.fates[ids.indexOf(id)]?.stage === 'unknown';
        const settled = isWhole && stage.isOver ? targets.filter((target) => isDone(target) && isOpen(target.id)) : [];
        settle(
          settled.map(({ id }) => id),
          name,
        );
        const fate: Fate = { stage: 'accepted', words: words.shownDone ?? '' };
        change((now) => settled.reduce((rest, { id }) => after.fateCame(rest, id, fate), after.leftSeen(now, targets)));
        return;
      }
      if (isWhole)
        settle(
          targets.filter(isDone).map(({ id }) => id),
          name,
        );
      const noted = changes();
      const look = 'problem' in noted ? noted : noted.look(ids, name);
      if ('problem' in look) {
        refuse(look.problem);
        close();
        return;
      }
      // Whether the list is whole says too for which of them something is sent.
      const isSame = isWhole === review()?.isWhole && readsAgain.areSame(before, targets, name);
      if (review()?.isChecking && isSame) return send();
      site.onEnd?.(targets.length < before.length ? { kind: 'gone' } : { kind: 'changed', now: targets }, writing);
      change((now) => after.listReviewed(now, { ...list, look }, readsAgain));
    },
  };
};

/** The fate of a call: where the service has no such call, that is said in its place. */
const fateHere = <W extends WriteTypes>(
  { isLacking }: WriteKind<W>,
  result: WriteEnd<W> | { readonly kind: 'not-sent' },
  timeZone: string,
): Fate =>
  result.kind === 'refused' && isLacking?.(result.error)
    ? { stage: 'refused', words: `This service has no such call: ${explain(result.error).whatCameBack}` }
    : fateOf(result, timeZone);
