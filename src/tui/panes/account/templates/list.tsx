/** The pages of templates: the caller's own, which are created, edited and deleted here, and those that the service recommends. */
import { CALLS } from '../../../../api/calls.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { displayText } from '../../../../catalogue/format.ts';
import { TEMPLATE_COLUMNS } from '../../../../catalogue/template-fields.ts';
import type { Template } from '../../../../catalogue/values.ts';
import { TEMPLATE_WRITE, type TemplateWrite } from '../../../../templates/template-write.ts';
import { resumedInPart } from '../../../state/resume.ts';
import { tellingAnswers } from '../../../state/slice.ts';
import type { RecordKind } from '../../list-pane/record-kind.ts';
import { recordList } from '../../list-pane/record-list.tsx';
import { createPages, drawnOver, listUnder } from '../../page/page.ts';
import { nothingComesBack, type Pane, staysHere, tellsNothing } from '../../pane.ts';
import { type RunningWrite, tellList } from '../../write-page/site.ts';
import { TEMPLATES_PAGES, type TemplatesState } from './page.tsx';

const OF_TEMPLATES = {
  noun: 'template',
  columns: () => TEMPLATE_COLUMNS,
  comparedAs: ({ name }: Template) => displayText(name ?? '-'),
  title: ({ id, name }: Template) => `Template ${id ?? '?'}   ${name ?? ''}`,
  copied: { label: 'hash', text: ({ hash_id: hash }: Template) => hash ?? undefined },
} satisfies Partial<RecordKind<Template>>;

const KIND: RecordKind<Template> = {
  ...OF_TEMPLATES,
  call: CALLS.templates,
  emptyWords: [
    'You have no templates.',
    `A template is an image with all that belongs to it: instances are rented by it. ${keyName('templates.new')} creates one.`,
    `${keyName('templates.refresh')} asks again.`,
  ],
};

/** Those that the service recommends. */
export const recommendedTemplates = recordList<Template>({
  ...OF_TEMPLATES,
  call: CALLS.recommendedTemplates,
  emptyWords: [
    'The service recommends no templates.',
    'Instances can be rented by a template with its hash.',
    `${keyName('recommendedTemplates.refresh')} asks again.`,
  ],
});

const LIST = recordList(KIND);

/** Those of the caller. */
export const templates: Pane<TemplatesState> = {
  initial: (start) => ({ list: LIST.initial(start) }),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    const { slice } = needs;
    let ofList = { chosen: (): readonly Template[] => [], askAgain: (): void => {} };
    let write: RunningWrite<TemplateWrite> | undefined;
    const pages = createPages(TEMPLATES_PAGES, slice, {
      ...needs,
      chosen: () => ofList.chosen(),
      askAgain: () => ofList.askAgain(),
      writingWith: (running) => {
        write = running;
      },
    });
    const came = (): void => {
      const { page, list } = slice.get();
      if (page?.kind === 'writing' && write !== undefined) tellList(write, TEMPLATE_WRITE, page.writing.ids, list);
    };
    const list = recordList({
      ...KIND,
      ownFirst: ['templates.new', 'templates.edit', 'templates.delete'],
      ownKeys: (chosen, { askAgain }) => {
        ofList = { chosen, askAgain };
        return pages.openers.bindings;
      },
    }).create({ ...needs, slice: tellingAnswers(listUnder(TEMPLATES_PAGES, slice), came) });
    return {
      ...list,
      layers: () => (slice.get().page === undefined ? list.layers() : pages.layers()),
      serviceChanged: () => {
        pages.serviceChanged();
        list.serviceChanged();
      },
      guards: pages.guards,
    };
  },
  face: {
    page: (state, place) => drawnOver(TEMPLATES_PAGES, state, place) ?? LIST.face.page(state.list, place),
    preview: ({ list, page }) => (page === undefined ? LIST.face.preview(list) : undefined),
    footnote: ({ list, page }, width) => (page === undefined ? LIST.face.footnote(list, width) : []),
    status: ({ list }, timeZone) => LIST.face.status(list, timeZone),
    words: LIST.face.words,
  },
  calls: [...LIST.calls, 'createTemplate', 'editTemplate', 'deleteTemplate'],
  machines: tellsNothing,
  resume: resumedInPart(
    LIST.resume,
    ({ list }: TemplatesState) => list,
    (state, list) => ({ ...state, list }),
  ),
};
