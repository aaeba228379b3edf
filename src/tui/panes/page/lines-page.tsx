/** A page that is a title, a field where it has one, and lines that scroll: its drawing and those of its keys that all such pages have. */

import { Box } from 'ink';
import { memo, type ReactNode, useContext } from 'react';
import { cellWidth } from '../../../base/text.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { scrollKeys } from '../../keys/moving.ts';
import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOpened } from '../../state/line.ts';
import { Field } from '../../ui/field.tsx';
import { type BarLook, barLook } from '../../ui/gauge.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import { dim, linesBelowBeside, type Segment, type Size, segmentsWidth } from '../../ui/segments.ts';
import { LookContext, useNamed } from '../../ui/theme.tsx';
import type { Drawn, PageSite } from './page.ts';

/** What such a page keeps: the lines scrolled out above and, where it has a field, what stands there. */
type Scrolled = { readonly top: number; readonly wish?: Line; readonly isAsking?: boolean };

/** What its lines depend on besides. */
export type LinesPlace = Size & {
  readonly timeZone: string;
  /** Figures are told rather than drawn, in as many lines. */
  readonly isInWords?: boolean;
  readonly bars?: BarLook;
  /** A message with the keys that it names as they are by now; absent: as it is. */
  readonly named?: (message: string) => string;
};

/** Cells that the title leaves for how much is below. */
const BELOW = '  12 below '.length;

/** The page's drawing, and its usual keys. */
export const linesPage = <State, Open extends Scrolled>(parts: {
  /** Ids of its keys are `owner.name-...`, and stand under `group` in help. */
  readonly owner: string;
  readonly name: string;
  readonly group: string;
  readonly title: (page: Open, width: number) => string;
  /** What stands right of the title. */
  readonly aside?: (state: State, page: Open, timeZone: string) => readonly Segment[];
  readonly lines: (state: State, page: Open, place: LinesPlace) => readonly RecordLine[];
  /** The field, which `wish` and `isAsking` of the page keep; ids of its keys are `owner.name-keep` and `-cancel`. */
  readonly field?: {
    readonly name: string;
    readonly label: string;
    readonly maximum: number;
    readonly example: string;
    readonly opener: string;
  };
  /** Where nothing but these is another thing than before, the page is not drawn again. */
  readonly drawnFrom: (state: State) => readonly unknown[];
}) => {
  const { owner, name, group, field } = parts;
  const titleLines = field === undefined ? 1 : 2;
  const roomOf = (height: number) => Math.max(1, height - titleLines);

  const View = memo(
    ({ state, page, width, height, timeZone }: Drawn<State, Open>): ReactNode => {
      const { isAscii = false, isPlain = false } = useContext(LookContext);
      const [named, bars] = [useNamed(), barLook(useContext(LookContext))];
      const room = roomOf(height);
      const isInWords = isAscii || isPlain;
      const lines = parts.lines(state, page, { width, height: room, timeZone, isInWords, bars, named });
      const top = Math.max(0, Math.min(page.top, lines.length - room));
      const aside = parts.aside?.(state, page, timeZone) ?? [];
      const more = lines.length - top - room;
      const title = ` ${parts.title(page, width - segmentsWidth(aside) - (more > 0 ? BELOW : 0))}`;
      const below = linesBelowBeside(more, cellWidth(title) + segmentsWidth(aside), width);
      return (
        <Box flexDirection="column" height={height}>
          <SegmentLine
            left={[{ text: title, role: 'strong' }]}
            right={[dim(below === '' ? '' : `${below} `), ...aside]}
            width={width}
          />
          {field !== undefined && page.wish !== undefined && (
            <Field
              label={field.label}
              line={page.wish}
              isOpen={page.isAsking === true}
              example={field.example}
              opener={field.opener}
              width={width}
            />
          )}
          <SegmentLines lines={lines.slice(top, top + room)} width={width} />
        </Box>
      );
    },
    (before, now) =>
      before.page === now.page &&
      before.width === now.width &&
      before.height === now.height &&
      areSame(parts.drawnFrom(before.state), parts.drawnFrom(now.state)),
  );

  return {
    draw: (drawn: Drawn<State, Open>): ReactNode => <View {...drawn} />,
    /** The key that closes it. */
    close: (run: () => void): Binding => bind(`${owner}.${name}-close`, ['escape', 'q'], 'back', group, run, inFooter),
    /** Those that scroll. */
    scrolling: (site: PageSite<State, Open>, screen: () => Size, timeZone: string): readonly Binding[] => {
      const scroll = (pages: number, by: number) => {
        const { width, height } = screen();
        const room = roomOf(height);
        site.change((page, state) => {
          const { length } = parts.lines(state, page, { width, height: room, timeZone });
          const step = pages * Math.max(1, room - 1) + by;
          return { ...page, top: Math.max(0, Math.min(Math.max(0, length - room), page.top + step)) };
        });
      };
      return scrollKeys(`${owner}.${name}-`, group, scroll, { isInFooter: false });
    },
    /** The layer in force while its field is open; what accepts and what cancels may be keys of the page's own. */
    typing: (
      site: PageSite<State, Open>,
      own: { readonly accept?: Binding; readonly cancel?: Binding } = {},
    ): Layer => {
      const to = (edit: LineEdit, isAsking: boolean) =>
        site.change((page) => (page.wish === undefined ? page : { ...page, wish: edit(page.wish), isAsking }));
      return fieldLayer({
        owner,
        line: () => site.page()?.wish,
        change: (edit) => to(edit, true),
        maximum: field?.maximum ?? 0,
        accept: own.accept ?? acceptKey(`${owner}.${field?.name}-keep`, 'keep', () => to(lineAccepted, false)),
        cancel: own.cancel ?? cancelKey(`${owner}.${field?.name}-cancel`, () => to(lineCancelled, false)),
      });
    },
  };
};

/** The page with its field open. */
export const fieldOpened = <Open extends Scrolled & { readonly wish: Line }>(page: Open): Open => ({
  ...page,
  wish: lineOpened(page.wish),
  isAsking: true,
  top: 0,
});

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((part, place) => part === other[place]);
