/** The keys of an instance's log, and the question for it: at most one in 5 s, and only while its end is followed and looked at. */
import { CALLS } from '../../../../api/calls.ts';
import { createQuestion } from '../../../../api/question.ts';
import type { Instance } from '../../../../catalogue/values.ts';
import { LOG_TAIL } from '../../../../instances/log-growth.ts';
import { type Binding, bind, type Layer } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import type { PaneNeeds } from '../../pane.ts';
import { logLayers } from './keys.ts';
import {
  isFollowed,
  type Log,
  logArrived,
  logAsked,
  logAwaited,
  logFailed,
  logFollowed,
  logPutOff,
  openedLog,
} from './state.ts';

type LogNeeds = Omit<PaneNeeds<never>, 'slice'> & { readonly slice: Slice<Log | undefined> };

/** What the pane does with the log. */
type LogActions = {
  /** The key that opens it. */
  readonly keys: (chosen: () => readonly Instance[]) => readonly Binding[];
  /** The layers in force while it is open; none otherwise. */
  readonly layers: () => readonly Layer[];
  readonly open: () => void;
  readonly leave: () => void;
  readonly serviceChanged: () => void;
};

export const createLog = (needs: LogNeeds): LogActions => {
  const { slice, later, screen } = needs;
  const change = (transition: (log: Log) => Log): void => slice.change((log) => log && transition(log));
  let isSeen = true;
  let isQuiet = false;
  let stopWaiting = (): void => {};

  const question = createQuestion({
    ...needs,
    read: 'requestLogs',
    ask: (client, _ticket, options) => client.log({ instanceId: slice.get()?.id ?? 0, tail: LOG_TAIL }, options),
    onAsked: (ticket) => change((log) => logAsked(log, ticket, isQuiet)),
    onWait: (ticket, waitS) => change((log) => logAwaited(log, ticket, waitS)),
    onRetry: (ticket, retry) => change((log) => logPutOff(log, ticket, retry)),
    onAnswer: (ticket, told, atEpochMs) => {
      change((log) => logArrived(log, ticket, told, atEpochMs));
      if (told !== undefined) askLater();
    },
    onFailure: (ticket, failure) => change((log) => logFailed(log, ticket, failure)),
  });

  const isWanted = (): boolean => {
    const log = slice.get();
    return isSeen && log !== undefined && isFollowed(log);
  };

  const askQuietly = (): void => {
    isQuiet = true;
    question.ask();
    isQuiet = false;
  };

  const askLater = (): void => {
    stopWaiting();
    if (!isWanted()) return;
    stopWaiting = later(CALLS.requestLogs.minimumSeconds * 1000, () => {
      if (isWanted()) askQuietly();
    });
  };

  const stop = (): void => {
    stopWaiting();
    question.drop();
  };

  const show = (instance: Instance | undefined): void => {
    if (typeof instance?.id !== 'number') return;
    const { id, label } = instance;
    slice.change(() => openedLog(id, label ?? ''));
    question.ask();
  };

  const close = (): void => {
    stop();
    slice.change(() => undefined);
  };

  const follow = (): void => {
    change(logFollowed);
    askQuietly();
  };

  return {
    keys: (chosen) => [
      bind('instances.log', ['i'], 'log', 'Mark', () => show(chosen()[0]), {
        isInFooter: true,
        help: 'read the log, and follow it',
        words: ['logs', 'output', 'stdout'],
        refusal: () => {
          const [instance, ...others] = chosen();
          if (typeof instance?.id !== 'number') return 'There is no instance here.';
          return others.length > 0 ? 'One log is read at a time: unmark the others.' : undefined;
        },
      }),
    ],
    layers: logLayers({ slice, screen, close, follow }),
    open: () => {
      isSeen = true;
      question.comeBack();
      if (isWanted()) askQuietly();
    },
    leave: () => {
      isSeen = false;
      stopWaiting();
      question.leave();
    },
    serviceChanged: stop,
  };
};
