/** The page that counts what each part of the filter keeps, as it is saved for a later run. Pure; what is read back is checked. */
import { z } from 'zod';
import type { OwnSets } from '../../../../filter/own-sets.ts';
import { parseLine } from '../../../../filter/parse.ts';
import { partText, type SwitchedLine, switchedLine } from '../../../../filter/switched-line.ts';
import { lineOf, savedLine } from '../../../state/line.ts';

import type { OffersState } from '../state.ts';
import { type WaterfallPage, waterfallPage } from './page.ts';

const text = z.string().max(10_000);

/** The parts as the filter line prints them, those among them that are switched off, and the id that is being typed. */
export const savedWaterfall = z.object({
  kind: z.literal('waterfall'),
  at: z.int().min(0),
  typed: z
    .array(z.object({ text, from: z.number(), source: text.optional(), isOff: z.literal(true).optional() }))
    .max(1000),
  lifted: z.array(z.string()).max(100),
  asking: savedLine.optional(),
});

type Saved = z.output<typeof savedWaterfall>;

/** What is saved of it. The market is asked for by the user alone, and is not kept. */
export const waterfallSaved = ({ kind, at, line, asking }: WaterfallPage): z.input<typeof savedWaterfall> => ({
  kind,
  at,
  typed: line.typed.map((part) => ({
    text: partText(part),
    from: part.from,
    ...(part.source !== undefined && { source: part.source }),
    ...(part.isOff && { isOff: true as const }),
  })),
  lifted: [...line.lifted],
  ...(asking !== undefined && { asking: { text: asking.line.text, at: asking.line.at } }),
});

/** The page as it was; where a part is not understood, that of the filter as it is. */
export const waterfallResumed = (state: OffersState, saved: Saved): WaterfallPage => {
  const { query, filter } = state.list;
  const line = lineResumed(saved, query.sets) ?? switchedLine(query.applied, filter.text);
  const { asking } = saved;
  return {
    ...waterfallPage(state, line, { at: saved.at }),
    ...(asking !== undefined && { asking: { line: { ...lineOf(asking.text), at: asking.at, before: '' } } }),
  };
};

const lineResumed = ({ typed, lifted }: Saved, sets: OwnSets | undefined): SwitchedLine | undefined => {
  const parts = typed.flatMap(({ text: printed, from, source, isOff }): SwitchedLine['typed'] => {
    const { clauses, words, problems } = parseLine(printed, undefined, undefined, true, sets);
    const more = { from, ...(source !== undefined && { source }), ...(isOff && { isOff }) };
    if (problems.length > 0 || clauses.length + words.length !== 1) return [];
    return [
      ...clauses.map(({ from: _, to: __, ...condition }) => ({ condition, ...more })),
      ...words.map(({ from: _, to: __, ...word }) => ({ word, ...more })),
    ];
  });
  return parts.length === typed.length ? { typed: parts, lifted } : undefined;
};

/** What is being typed there, and which page it is, in words. */
export const waterfallWords = ({ asking, typed, lifted }: Saved) => {
  const isOff = lifted.length > 0 || typed.some((part) => part.isOff);
  return {
    typed: [
      ...(asking === undefined || asking.text.trim() === '' ? [] : ['an offer or a machine being asked about']),
      ...(isOff ? ['parts of the filter switched off'] : []),
    ],
    open: ['what the filter keeps'],
  };
};
