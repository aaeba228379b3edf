/** A list that lies over a pane as a page of its own, and over that the write on one of its rows. */
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import type { WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import { type Binding, bind, inFooter } from '../../keys/binding.ts';
import { type Slice, tellingAnswers } from '../../state/slice.ts';
import { PageTitle } from '../../ui/segment-line.tsx';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs, Place } from '../pane.ts';
import { createWrite } from './create.ts';
import type { RunningWrite, WriteSite } from './site.ts';
import type { Writing } from './state.ts';
import { WritePage } from './view.tsx';

/** The open page of that name, and the write that is open over it. */
export type ListWritePage<Name extends string, W extends WriteTypes> = {
  readonly kind: Name;
  readonly writing?: Writing<W> | undefined;
};

/** Lines of the title. */
const TITLE = 2;

/** The list of the page, for its first state and what of it is drawn. */
export const listWritePage = <Kept extends ServiceRecord, W extends WriteTypes>(
  title: string,
  kind: RecordKind<Kept>,
  writeKind: WriteKind<W>,
) => {
  const alone = recordList(kind);
  return {
    ...alone.face,
    initial: alone.initial,
    calls: alone.calls,

    /** The page at work; `opener` opens it, and `leave` has the keys that do the contrary besides Esc and `q`. */
    create: <State, Name extends string>(
      site: PageSite<State, ListWritePage<Name, W>>,
      name: Name,
      tools: Needs,
      own: {
        readonly slice: Slice<RecordList<Kept>>;
        readonly ofWrite?: Partial<WriteSite<W>>;
        /** An answer came, or a failure. */
        readonly came: (write: RunningWrite<W>) => void;
        readonly keys: (chosen: () => readonly Kept[], write: RunningWrite<W>) => readonly Binding[];
        readonly opener: (show: () => void) => Binding;
        readonly leave: { readonly id: string; readonly keys: readonly string[]; readonly label: string };
      },
    ): { readonly page: RunningPage<ListWritePage<Name, W>>; readonly askAgain: () => void } => {
      let askAgain = (): void => {};
      const write = createWrite(writeKind, {
        needs: tools,
        slice: {
          get: () => site.page()?.writing,
          change: (transition) => site.change((page) => ({ ...page, writing: transition(page.writing) })),
        },
        screen: tools.screen,
        askAgain: () => askAgain(),
        refusal: () => undefined,
        ...own.ofWrite,
      });
      const list = recordList({
        ...kind,
        ownKeys: (chosen, needs) => {
          askAgain = needs.askAgain;
          return own.keys(chosen, write);
        },
      }).create({
        ...tools,
        screen: () => ({ ...tools.screen(), height: Math.max(1, tools.screen().height - TITLE) }),
        slice: tellingAnswers(own.slice, () => own.came(write)),
      });
      const { id, keys, label } = own.leave;
      const leave = { bindings: [bind(id, [...keys, 'escape', 'q'], label, 'Look', site.close, inFooter)] };
      const show = (): void => {
        site.show({ kind: name });
        // What is reviewed may say until when the credit lasts.
        tools.money.look();
        list.open();
      };
      return {
        askAgain: () => askAgain(),
        page: {
          ...write,
          openers: [own.opener(show)],
          layers: ({ writing }) => (writing === undefined ? [...list.layers(), leave] : write.layers()),
          open: () => site.page() && list.open(),
          leave: list.leave,
          serviceChanged: () => {
            site.close();
            list.serviceChanged();
          },
        },
      };
    },

    /** The page with `list`, or the write that is open over it. */
    draw: (list: RecordList<Kept>, writing: Writing<W> | undefined, place: Place) => {
      const { width, height, timeZone, money } = place;
      const context = { timeZone, describe: () => undefined, money };
      if (writing !== undefined) return <WritePage {...{ writing, context, width, height }} kind={writeKind} />;
      return (
        <>
          <PageTitle title={title} width={width} />
          {alone.face.page(list, { ...place, height: height - TITLE })}
        </>
      );
    },
  };
};
