/** The pages of templates: the caller's own, which are created, edited and deleted here, and those that the service recommends. */
import { CALLS } from '../../../../api/calls.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { displayText } from '../../../../catalogue/format.ts';
import { TEMPLATE_COLUMNS } from '../../../../catalogue/template-fields.ts';
import type { Template } from '../../../../catalogue/values.ts';
import type { RecordKind } from '../../list-pane/record-kind.ts';
import { recordList } from '../../list-pane/record-list.tsx';
import { listWithPages } from '../list-with-pages.ts';
import { TEMPLATES_PAGES, type TemplatesPage } from './page.tsx';

const OF_TEMPLATES = {
  noun: 'template',
  columns: () => TEMPLATE_COLUMNS,
  comparedAs: ({ name }: Template) => displayText(name ?? '-'),
  title: ({ id, name }: Template) => `Template ${id ?? '?'}   ${name ?? ''}`,
  copied: { label: 'hash', text: ({ hash_id: hash }: Template) => hash ?? undefined },
} satisfies Partial<RecordKind<Template>>;

/** Those of the caller. */
export const templates = listWithPages<Template, TemplatesPage>(
  {
    ...OF_TEMPLATES,
    call: CALLS.templates,
    emptyWords: [
      'You have no templates.',
      `A template is an image with all that belongs to it: instances are rented by it. ${keyName('templates.new')} creates one.`,
      `${keyName('templates.refresh')} asks again.`,
    ],
    ownFirst: ['templates.new', 'templates.edit', 'templates.delete'],
  },
  TEMPLATES_PAGES,
  ['createTemplate', 'editTemplate', 'deleteTemplate'],
);

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
