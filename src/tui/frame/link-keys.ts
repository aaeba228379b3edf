/** The line to this terminal: whether it is shown, and what it is like after each key. */
import { type Binding, bind } from '../keys/binding.ts';
import type { Slice } from '../state/slice.ts';
import type { FrameNeeds, TerminalLink } from './needs.ts';
import { type FrameState, type LinkFigures, linkJudged, linkMeasured, linkToggled } from './state.ts';

/** Its key, and what every key does to it; neither where nothing is known of the line. */
export const createLinkKeys = (
  slice: Slice<FrameState>,
  link: FrameNeeds['terminal']['link'],
): { readonly bindings: readonly Binding[]; readonly keyPressed: () => void } => {
  if (link === undefined) return { bindings: [], keyPressed: () => {} };
  let sentBytes = 0;
  /** The bytes are those since the last time. */
  const figuresOf = (now: TerminalLink): LinkFigures => {
    const bytesOfKey = now.sentBytes - sentBytes;
    sentBytes = now.sentBytes;
    return { roundTripMs: now.roundTripMs, through: now.through, bytesOfKey };
  };
  const toggle = () => slice.change((state) => linkToggled(state, figuresOf(link())));
  return {
    bindings: [bind('frame.link', [], 'show or hide the link to this terminal', 'Program', toggle)],
    // Painted with whatever this key changes, so that nothing is sent for it alone: so are the figures of the key before.
    keyPressed: () => {
      slice.change((state) => linkJudged(state, link()));
      if (slice.get().link === undefined) return;
      const figures = figuresOf(link());
      slice.change((state) => linkMeasured(state, figures));
    },
  };
};
