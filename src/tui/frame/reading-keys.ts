/** The keys of what is read in front of the pane: the help, and a text that is to be copied by hand. */
import { type Binding, bind, inFooter, type Layer } from '../keys/binding.ts';
import { scrollKeys } from '../keys/scrolling.ts';
import { bodyLines } from '../ui/body-lines.ts';
import { RECORD_MARGIN } from '../ui/record-lines.ts';
import type { FrameNeeds } from './needs.ts';
import { helpScrolled, overlayClosed, textScrolled } from './state.ts';

type ReadingNeeds = Pick<FrameNeeds, 'slice' | 'listHeight' | 'width' | 'helpLines'> & {
  readonly quit: () => void;
};

/** The layers of both; they shut off what lies behind. */
export const createReadingLayers = ({
  slice,
  listHeight,
  width,
  helpLines,
  quit,
}: ReadingNeeds): { readonly text: Layer; readonly help: Layer } => {
  const scrollHelp = (rows: number) => {
    const highest = Math.max(0, helpLines().length - listHeight());
    slice.change((state) => helpScrolled(state, rows, highest));
  };

  const scrollText = (rows: number) => {
    const { overlay } = slice.get();
    if (overlay?.kind !== 'text') return;
    const length = bodyLines(overlay.text, width() - RECORD_MARGIN).length;
    slice.change((state) => textScrolled(state, rows, Math.max(0, length - listHeight())));
  };

  const layerOf = (
    owner: string,
    group: string,
    closeKeys: readonly string[],
    scroll: (rows: number) => void,
  ): Layer => {
    const bindings: readonly Binding[] = [
      ...scrollKeys(`${owner}.`, group, (pages, rows) => scroll(pages * listHeight() + rows), { hasEnds: true }),
      bind(`${owner}.quit`, ['ctrl-c'], 'quit', group, quit),
      bind(`${owner}.close`, closeKeys, 'back', group, () => slice.change(overlayClosed), inFooter),
    ];
    return { bindings, isModal: true };
  };

  return {
    text: layerOf('text', 'Text', ['escape', 'q', 'enter'], scrollText),
    help: layerOf('help', 'Help', ['escape', 'q', '?', 'f1', 'enter'], scrollHelp),
  };
};
