/** What of the pane of instances a later run resumes: the list, and a label or a bid that was typed, but nothing that confirms it. Pure. */
import { z } from 'zod';
import { named } from '../../../base/figures.ts';
import type { InstanceWrite } from '../../../instances/change.ts';
import type { Resume } from '../../state/resume.ts';
import { writingBegun } from '../write-page/state.ts';
import type { InstancesState } from './over.tsx';

/** More instances than anybody labels at once. */
const MOST = 1000;

const savedTyping = z.object({
  kind: z.enum(['label', 'bid']),
  ids: z.array(z.int().positive()).min(1).max(MOST),
  text: z.string(),
});

const typingSaved = ({ page }: InstancesState): z.input<typeof savedTyping> | undefined => {
  const changing = page?.kind === 'writing' ? page.writing : undefined;
  if (changing === undefined || changing.stage.kind === 'sent') return undefined;
  const { kind } = changing;
  return kind === 'label' || kind === 'bid' ? { kind, ids: [...changing.ids], text: changing.value.text } : undefined;
};

/** What the instances are comes with their list. */
const typingResumed = ({ kind, ids, text }: z.output<typeof savedTyping>): InstancesState['page'] => {
  const targets = ids.map((id) => ({ id, instance: { id } }));
  return { kind: 'writing', writing: writingBegun<InstanceWrite>(kind, ids, 'value', targets, text) };
};

const typingWords = ({ kind, ids }: z.output<typeof savedTyping>): string => `a ${kind} for ${named(ids, 'instance')}`;

/** How it is saved and resumed beside the list, whose own way is `list`. */
export const withTyping = (list: Resume<InstancesState>): Resume<InstancesState> => {
  if ('nothingSaved' in list) return list;
  return {
    ...list,
    saved: (state) => {
      const typing = typingSaved(state);
      return { ...Object(list.saved(state)), ...(typing && { typing }) };
    },
    steps: (state) => [
      ...list.steps(state),
      state.page?.kind === 'writing' ? state.page.writing.stage.kind : undefined,
    ],
    read: (content) => {
      const back = list.read(content);
      const { data: found } = z.object({ typing: savedTyping }).safeParse(content);
      if (back === undefined || found === undefined) return back;
      const { typing } = found;
      return {
        words: { ...back.words, work: [typingWords(typing), ...back.words.work] },
        resumed: (state) => ({ ...back.resumed(state), page: typingResumed(typing) }),
      };
    },
  };
};
