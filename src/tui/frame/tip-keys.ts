/** When a tip is told: with what a key has changed on the screen, so that nothing is sent for it alone; and the row that turns tips off. */
import { type Binding, bind } from '../keys/binding.ts';
import type { Slice } from '../state/slice.ts';
import { type FrameState, noticeGiven } from './state.ts';
import { type Tips, tipEnded, tipFor, tipName, tipsTurned, tipTold, tipUsed } from './tips.ts';

/** Keys pressed in a run before there is a tip, and for how many of them it stays. */
const AFTER = 3;
const FOR = 20;

/** `inForce` are the rows that can be reached now. */
export const createTips = (slice: Slice<FrameState>, inForce: () => readonly Binding[]) => {
  let pressed = 0;
  let toldAt: number | undefined;
  const change = (to: (tips: Tips) => Tips) =>
    slice.change((state) => (state.tips === undefined ? state : { ...state, tips: to(state.tips) }));
  const turn = () => {
    change(tipsTurned);
    const words = slice.get().tips?.areOff ? 'There are no tips any more.' : 'There is a tip now and then.';
    slice.change((state) => noticeGiven(state, words, 'plain'));
  };
  return {
    bindings:
      slice.get().tips === undefined
        ? []
        : [
            bind('frame.tips', [], 'tips on or off', 'Program', turn, {
              words: ['hint', 'hide tips', 'three words', 'message line'],
            }),
          ],
    /** A row was used, by its key or by the palette. */
    used: (row: Binding) => {
      if (row.tip !== undefined) change((tips) => tipUsed(tips, tipName(row)));
    },
    /** A key has done what it does; while text is typed there is no tip. */
    keyPressed: (isTyping: boolean) => {
      pressed++;
      const { tips, overlay, isLinkSlow } = slice.get();
      if (tips === undefined) return;
      const { shown } = tips;
      if (shown !== undefined) {
        const isOver = isTyping || pressed - (toldAt ?? 0) > FOR || !inForce().some((row) => tipName(row) === shown);
        if (isOver) change(tipEnded);
      } else if (toldAt === undefined && pressed >= AFTER && !(tips.areOff || isTyping || overlay || isLinkSlow)) {
        const row = tipFor(inForce(), tips);
        if (row === undefined) return;
        toldAt = pressed;
        change((now) => tipTold(now, tipName(row)));
      }
    },
  };
};
