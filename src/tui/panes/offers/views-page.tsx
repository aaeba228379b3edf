/** Draws the page of views: one a line, and what the one at the cursor holds. */

import { Box, Text } from 'ink';
import { grouped, plural } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { cellText, cellWidth, padCell, printable, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { KeptView, View } from '../../../views/view.ts';
import { orderText } from '../../../views/view-text.ts';
import { Field } from '../../ui/field.tsx';
import { SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import { dim, piece, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { type Drawn, type Page, pageOf } from '../page/page.ts';
import type { OffersTools } from './needs.ts';
import type { OffersPage, ViewsPage } from './pages.ts';
import { pricingWords } from './pricing.ts';
import type { OffersState } from './state.ts';
import { changedParts, countWords, rowOf, viewToKeep } from './views.ts';

import { createViews } from './views-keys.ts';

/** Cells that a name has at the most, and before every line of text. */
const NAME_WIDTH = 40;
const MARGIN = 3;

/** Cells of the title and what keeps it apart. */
const TITLE_WIDTH = 9;

/** Lines of what is said of one view at the most. */
const SAID_LINES = 4;

/** Lines that are neither rows nor said: the title, blank ones, the one that asks. */
const FIXED_LINES = 4;

/** The page in `width` by `height` cells. */
const ViewsView = ({ page, state, width, height, timeZone }: Drawn<OffersState, ViewsPage>) => {
  const { kept, problem } = state.views;
  const at = rowOf(state.views, page);
  const isNaming = page.ask?.what === 'save' && problem === undefined;
  const said = (isNaming ? heldIn(viewToKeep(state)) : saidOf(state, kept[at], problem)).flatMap(({ text, role }) =>
    wrappedLines(text, width - 2 * MARGIN).map((line): Segment => ({ text: line, role })),
  );
  const fixed = FIXED_LINES + problemLines(page.ask, width).length;
  const lines = said.slice(0, Math.max(1, Math.min(SAID_LINES, height - fixed - 1)));
  const room = Math.max(1, height - lines.length - fixed);
  const top = Math.max(0, at - room + 1);
  const names = Math.min(NAME_WIDTH, Math.max(0, ...kept.map(({ name }) => cellWidth(printable(name)))));
  const counts = Math.max(0, ...kept.map(({ name }) => countWords(state.views, name, timeZone).length));
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <SegmentLine left={[{ text: ' Views', role: 'strong' }]} right={titleSegments(state, width)} width={width} />
      <Text> </Text>
      {kept.slice(top, top + room).map((view, index) => (
        <SegmentLine
          key={view.name}
          left={rowSegments(state, view, top + index === at, { names, counts, timeZone })}
          width={width - 1}
        />
      ))}
      <Text> </Text>
      <SegmentLines lines={lines.map((line) => [line])} margin={MARGIN} width={width} />
      <AskLine page={page} width={width} />
    </Box>
  );
};

/** Why the name was not taken. */
const problemLines = (ask: ViewsPage['ask'], width: number): readonly Segment[][] =>
  ask === undefined || !('problem' in ask) || ask.problem === undefined
    ? []
    : wrappedLines(printable(ask.problem), width - 2)
        .slice(0, SAID_LINES)
        .map((text) => [{ text, role: 'danger' }]);

/** What is asked, or nothing. */
const AskLine = ({ page: { ask, name = '' }, width }: { readonly page: ViewsPage; readonly width: number }) => {
  switch (ask?.what) {
    case undefined:
      return null;
    case 'save':
    case 'rename': {
      const label = ask.what === 'save' ? ' Name of the view:' : ` New name of "${printableStart(name, NAME_WIDTH)}":`;
      return (
        <>
          <SegmentLines lines={problemLines(ask, width)} margin={1} width={width} />
          <Field label={label} line={ask.line} isOpen width={width} />
        </>
      );
    }
    case 'replace':
      return question(
        `Replace the view "${printableStart(ask.line.text.trim(), NAME_WIDTH)}"? ${keyName('offers.view-yes')} replaces it.`,
        width,
      );
    case 'delete':
      return question(
        `Delete the view "${printableStart(name, NAME_WIDTH)}" and its file? ${keyName('offers.view-yes')} deletes it.`,
        width,
      );
  }
};

const question = (text: string, width: number) => (
  <SegmentLine left={[{ text: ` ${text}`, role: 'warning' }]} width={width} />
);

/** Which view the table shows, where there is room for that, and how many there are. */
const titleSegments = (state: OffersState, width: number): readonly Segment[] => {
  const { kept, open } = state.views;
  const count = dim(`${kept.length} ${plural(kept.length, 'view')} `);
  if (open === undefined) return [dim('the table shows no view   '), count];
  const changed = changedParts(state).length > 0 ? ', changed' : '';
  const shown = dim(`the table shows ${printableStart(open.name, NAME_WIDTH)}${changed}   `);
  return segmentsWidth([shown, count]) + TITLE_WIDTH > width ? [count] : [shown, count];
};

const rowSegments = (
  state: OffersState,
  kept: KeptView,
  isCurrent: boolean,
  { names, counts, timeZone }: { readonly names: number; readonly counts: number; readonly timeZone: string },
): readonly Segment[] => {
  const { name } = kept;
  const isOpen = name === state.views.open?.name;
  const mark = isOpen ? (changedParts(state).length > 0 ? '* ' : '+ ') : '  ';
  return [
    plain(isCurrent ? ' > ' : '   '),
    { text: mark, role: 'accent' },
    { text: padCell(cellText(name, names), names), role: isCurrent ? 'strong' : 'plain' },
    ...(counts === 0 ? [] : [dim(`   ${padCell(countWords(state.views, name, timeZone), counts)}`)]),
    'view' in kept
      ? dim(`   ${printableStart(kept.view.filter) || 'no filter'}`)
      : { text: '   cannot be read', role: 'warning' },
  ];
};

/** What is to be known of the view at the cursor: why it cannot be read, what it asks for, and how the table differs from it. */
const saidOf = (state: OffersState, kept: KeptView | undefined, problem: string | undefined): readonly Segment[] => {
  if (problem !== undefined) return [{ text: printable(problem), role: 'danger' }];
  if (kept === undefined)
    return [dim(`There are no views. ${keyName('offers.view-save')} keeps what the table shows now.`)];
  if ('problem' in kept) return [{ text: printable(kept.problem), role: 'warning' }];
  const { view } = kept;
  const changed = kept.name === state.views.open?.name ? changedParts(state) : [];
  return [
    ...heldIn(view),
    ...(changed.length === 0
      ? []
      : [
          piece(
            `The table differs in ${changed.join(', ')}: ${keyName('offers.view-save')} saves it, Enter goes back.`,
            'accent',
          ),
        ]),
  ];
};

/** What a view holds; while one is named, what is about to be kept. */
const heldIn = (view: View): readonly Segment[] => [plain(printable(view.filter) || 'no filter'), dim(termsOf(view))];

const termsOf = ({ order, type, storageGb, limit, columns }: View): string =>
  [
    order.length === 0 ? 'in the order of the service' : `by ${orderText(order)}`,
    pricingWords({ type, storageGb }),
    `${grouped(limit)} at most`,
    ...(columns === undefined ? [] : ['columns of its own']),
  ].join('   ');

/** The views, as a page over the offers; a name that is typed there is saved with the pane. */
export const viewsPage: Page<OffersState, OffersTools> = pageOf({
  holds: (page: OffersPage): page is ViewsPage => page.kind === 'views',
  create: createViews,
  draw: (drawn) => <ViewsView {...drawn} />,
});
