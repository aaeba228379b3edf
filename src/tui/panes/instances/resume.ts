/** What of the pane of instances a later run resumes: the list, and a label or a bid that was typed, but nothing that confirms it. Pure. */
import { z } from 'zod';
import { named } from '../../../base/figures.ts';
import type { InstanceWrite } from '../../../instances/instance-write.ts';
import type { Resume } from '../../state/resume.ts';
import { type Writing, writingBegun } from '../write-page/state.ts';

type Changing = Writing<InstanceWrite>;

/** More instances than anybody labels at once. */
const MOST = 1000;

const savedTyping = z.object({
  kind: z.enum(['label', 'bid']),
  ids: z.array(z.int().positive()).min(1).max(MOST),
  text: z.string(),
});

const typingSaved = (changing: Changing | undefined): z.input<typeof savedTyping> | undefined => {
  if (changing === undefined || changing.stage.kind === 'sent') return undefined;
  const { kind } = changing;
  return kind === 'label' || kind === 'bid' ? { kind, ids: [...changing.ids], text: changing.value.text } : undefined;
};

/** What the instances are comes with their list. */
const typingResumed = ({ kind, ids, text }: z.output<typeof savedTyping>): Changing =>
  writingBegun<InstanceWrite>(
    kind,
    ids,
    'value',
    ids.map((id) => ({ id, instance: { id } })),
    text,
  );

const typingWords = ({ kind, ids }: z.output<typeof savedTyping>): string => `a ${kind} for ${named(ids, 'instance')}`;

/** How it is saved and resumed beside the list, whose own way is `list`. */
export const withTyping = <State extends { readonly changing?: Changing | undefined }>(
  list: Resume<State>,
): Resume<State> => {
  if ('nothingSaved' in list) return list;
  return {
    ...list,
    saved: (state) => {
      const typing = typingSaved(state.changing);
      return { ...Object(list.saved(state)), ...(typing && { typing }) };
    },
    steps: (state) => [...list.steps(state), state.changing?.stage.kind],
    read: (content) => {
      const back = list.read(content);
      const { data: found } = z.object({ typing: savedTyping }).safeParse(content);
      if (back === undefined || found === undefined) return back;
      const { typing } = found;
      return {
        words: { ...back.words, work: [typingWords(typing), ...back.words.work] },
        resumed: (state) => ({ ...back.resumed(state), changing: typingResumed(typing) }),
      };
    },
  };
};
