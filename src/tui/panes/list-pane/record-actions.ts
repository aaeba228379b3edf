/** The effects of a list of records: asking for it, and what its keys do beside those of every list. */
import { createQuestion } from '../../../api/question.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { bind, type Layer } from '../../keys/binding.ts';
import { listForgotten, notedIn } from '../../state/fetched-list.ts';
import { retryOf } from '../../state/remote.ts';
import type { PaneNeeds, RunningPane } from '../pane.ts';
import { createListActions } from './actions.ts';
import { type RecordDescription, type RecordKind, type RecordList, rowReader } from './record-kind.ts';

type RecordActions = Pick<RunningPane, 'layers' | 'open' | 'leave' | 'serviceChanged' | 'resize' | 'resumed'>;

/** Builds them for the list that `kind` is of. */
export const createRecordActions = <Kept extends ServiceRecord>(
  { call, noun, ownKeys = () => [] }: RecordKind<Kept>,
  description: RecordDescription<Kept>,
  needs: PaneNeeds<RecordList<Kept>>,
): RecordActions => {
  const { slice, timeZone, caches } = needs;
  const { name } = call;
  const actions = createListActions(description, needs);
  const question = createQuestion({
    ...needs,
    read: name,
    ask: (client, _ticket, options) => client.list(call, options),
    ...notedIn(slice, rowReader(description, timeZone), actions.arrangement, caches?.of(call)),
  });

  const refusalOfAsking = () => {
    const { answer, waitS } = slice.get();
    const isPutOff = retryOf(answer) !== undefined && waitS !== undefined;
    return answer.stage === 'loading' && !isPutOff ? `The ${noun}s are already being fetched.` : undefined;
  };

  const refresh = bind(`${name}.refresh`, ['R'], 'refresh', 'Find', question.ask, {
    isInFooter: true,
    help: 'ask the service again',
    refusal: refusalOfAsking,
  });

  const trying: Layer = {
    bindings: [bind(`${name}.give-up`, ['escape'], 'stop trying', 'Find', question.giveUp)],
  };

  return {
    layers: actions.layersWith({
      find: [refresh],
      own: ownKeys(() => actions.chosen().map(({ record }) => record), needs),
      over: () => (retryOf(slice.get().answer) === undefined ? [] : [trying]),
    }),
    open: () => {
      question.comeBack();
      if (slice.get().answer.stage === 'idle') question.ask();
    },
    leave: question.leave,
    serviceChanged: () => {
      question.drop();
      slice.change(listForgotten);
    },
    resize: actions.resize,
    resumed: actions.resumed,
  };
};
