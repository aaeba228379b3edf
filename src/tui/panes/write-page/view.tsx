/** Draws a write: the field of what is typed, its review, and what became of each target. */
import type { ReviewContext, WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import type { Binding } from '../../keys/binding.ts';
import { footOf } from '../../keys/confirmation-page.ts';
import type { Line } from '../../state/line.ts';
import { Field } from '../../ui/field.tsx';
import { RecordPage } from '../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES, type RecordLine } from '../../ui/record-lines.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { plain, type Segment, type Size } from '../../ui/segments.ts';
import { narrowed, type Page, pageOf } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { type Choice, type ChoosingPage, choosingLines, createChoosing } from './choosing.ts';
import { createWrite } from './create.ts';
import { confirmingLabel, FOOT_LINES, footWords, progressSegments, writingLines } from './lines.ts';
import { type RunningWrite, type WriteSite, writingSlice } from './site.ts';
import { rowsSeen, type Writing, type WritingPage } from './state.ts';

type ConfirmingPageProps = Size & {
  readonly title: string;
  readonly answer?: readonly Segment[] | undefined;
  readonly lines: readonly RecordLine[];
  readonly top: number;
  /** True where the lines are to be read to their end. */
  readonly isRead: boolean;
  readonly field: { readonly label: string; readonly line: Line } | undefined;
  readonly foot: string;
};

/** A page that is read and then confirmed: its lines from `top` on, and at its foot what is typed, or what is to be done. */
export const ConfirmingPage = ({
  title,
  answer,
  lines,
  top,
  isRead,
  field,
  foot,
  width,
  height,
}: ConfirmingPageProps) => {
  const below = isRead ? lines.length - top - (height - FOOT_LINES - RECORD_TITLE_LINES) : 0;
  return (
    <>
      <RecordPage width={width} height={height - FOOT_LINES} title={title} answer={answer} lines={lines} top={top} />
      <SegmentLine left={[plain(' ')]} width={width} />
      {field === undefined ? (
        <SegmentLine left={[{ text: footOf(below, ` ${foot}`), role: 'strong' }]} width={width} />
      ) : (
        <Field {...field} isOpen width={width} />
      )}
    </>
  );
};

type WritePageProps<W extends WriteTypes> = Size & {
  readonly writing: Writing<W>;
  readonly kind: WriteKind<W>;
  readonly context: ReviewContext;
};

/** It in `width` by `height` cells. */
export const WritePage = <W extends WriteTypes>({ writing, kind, context, ...size }: WritePageProps<W>) => {
  const { stage, value } = writing;
  const isAsking = stage.kind === 'review' && stage.isChecking !== true;
  const typed = stage.kind === 'review' ? stage.typed : undefined;
  return (
    <ConfirmingPage
      {...size}
      title={`${kind.title(writing.kind, writing.ids, writing.request)}${isAsking ? '?' : ''}`}
      answer={progressSegments(stage)}
      lines={writingLines(writing, kind, context, size.width - RECORD_MARGIN)}
      top={'top' in stage ? stage.top : 0}
      isRead={isAsking && !kind.isTyped?.(writing.kind)}
      field={
        stage.kind === 'value'
          ? { label: ` ${kind.field?.(writing.kind)?.label ?? ''}`, line: value }
          : typed && { label: confirmingLabel(writing, kind, size.width), line: typed }
      }
      foot={footWords(writing, kind)}
    />
  );
};

/** What is chosen from in `width` by `height` cells; the one that stands in the field is seen. */
const ChoosingView = <W extends WriteTypes>({ page, width, height }: Size & { readonly page: ChoosingPage<W> }) => {
  const { lines, until } = choosingLines(page, width - RECORD_MARGIN);
  const top = Math.max(0, until - (height - FOOT_LINES - RECORD_TITLE_LINES));
  const field = { label: ' Which one:', line: page.line };
  return <ConfirmingPage {...{ title: page.title, lines, top, field, width, height }} isRead={false} foot="" />;
};

/** Its page over a pane that lists its targets: what a further kind of write is in the list of such a pane. */
export const writePage = <
  W extends WriteTypes,
  State extends { readonly page?: { readonly kind: string } | undefined },
  Tools extends Needs,
>(
  kind: WriteKind<W>,
  {
    rows,
    site,
    openers,
  }: {
    /** The rows that are listed now. */
    readonly rows: (state: State) => readonly W['row'][];
    /** What the pane says of it. */
    readonly site: (tools: Tools) => Pick<WriteSite<W>, 'askAgain' | 'refusal' | 'onAllAccepted'>;
    /** The keys that begin it; `choose` has something chosen first. */
    readonly openers: (write: RunningWrite<W>, tools: Tools, choose: (choice: Choice<W>) => void) => readonly Binding[];
  },
): Page<State, Tools> => {
  type Open = NonNullable<State['page']> & (WritingPage<W> | ChoosingPage<W>);
  type Writes = Open & WritingPage<W>;
  type Chooses = Open & ChoosingPage<W>;
  const isWriting = (page: NonNullable<State['page']>): page is Writes =>
    page.kind === 'writing' && 'writing' in page && kind.names.includes((page.writing as Writing<W>).kind);
  const isChoosing = (page: NonNullable<State['page']>): page is Chooses =>
    page.kind === 'choosing' && 'name' in page && kind.names.includes(page.name as W['name']);
  return pageOf<State, Open, Tools>({
    holds: (page): page is Open => isWriting(page) || isChoosing(page),
    create: (page, tools) => {
      const write = createWrite(kind, {
        needs: tools,
        slice: writingSlice(narrowed<State, Open, Writes>(page, isWriting)),
        screen: tools.screen,
        rows: () => rows(page.state()),
        ...site(tools),
      });
      const { choose, layer, drop, giveUp } = createChoosing<W>(
        narrowed<State, Open, Chooses>(page, isChoosing),
        tools,
        write,
        kind.keys,
      );
      return {
        ...write,
        openers: openers(write, tools, choose),
        layers: (open) => (isWriting(open) ? write.layers() : [layer()]),
        serviceChanged: drop,
        leave: giveUp,
      };
    },
    followed: (page, state) =>
      isWriting(page) ? { ...page, writing: rowsSeen(page.writing, rows(state), kind) } : page,
    draw: ({ page, timeZone, money, width, height }) => {
      const size = { width, height };
      if (isChoosing(page)) return <ChoosingView page={page} {...size} />;
      const context = { timeZone, describe: () => undefined, money };
      return isWriting(page) && <WritePage writing={page.writing} kind={kind} context={context} {...size} />;
    },
  });
};
