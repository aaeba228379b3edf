/** What lies over the list of templates: the form of one, and the write that it makes or that deletes some. */
import { dirname } from 'node:path';
import type { Template } from '../../../../catalogue/values.ts';
import { presetParts } from '../../../../rentals/presets.ts';
import { idOfNew, partsProblem, TEMPLATE_WRITE, type TemplateWrite } from '../../../../templates/template-write.ts';
import { bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, EDITING, fieldLayer, formKeys } from '../../../keys/field.ts';
import { fieldEdited, fieldMoved, fieldOpened, textOf } from '../../../state/form.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { paragraph } from '../../../ui/record-lines.ts';
import { type Drawn, narrowed, type Page, type PageSite, pageOf, type RunningPage } from '../../page/page.ts';
import { createWrite } from '../../write-page/create.ts';
import { tellList } from '../../write-page/site.ts';
import { rowsSeen, type WritingPage } from '../../write-page/state.ts';
import { WritePage } from '../../write-page/view.tsx';
import { type ListTools, listedIn, type PagedList } from '../list-with-pages.ts';
import {
  FIELDS,
  formOf,
  formResumed,
  formSaved,
  NEW_FIELDS,
  partsIn,
  presetFilled,
  type SavedForm,
  savedForm,
  shownLine,
  TEMPLATE_FIELDS,
  type TemplateForm,
} from './form.ts';

/** `form` is what is under the review, which goes back to it. */
export type TemplatesPage =
  | { readonly kind: 'form'; readonly form: TemplateForm }
  | (WritingPage<TemplateWrite> & { readonly form?: TemplateForm | undefined });

type TemplatesState = PagedList<Template, TemplatesPage>;

type TemplatesTools = ListTools<Template>;

const LONGEST = 20_000;

const isWriting = (page: TemplatesPage) => page.kind === 'writing';

const create = (site: PageSite<TemplatesState, TemplatesPage>, tools: TemplatesTools): RunningPage<TemplatesPage> => {
  const { chosen, refuse, renting } = tools;
  const writing = narrowed(site, isWriting);
  const open = narrowed(site, (page) => page.kind === 'form');
  const write = createWrite(TEMPLATE_WRITE, {
    needs: tools,
    screen: tools.screen,
    slice: {
      get: () => writing.page()?.writing,
      change: (transition) => {
        const before = writing.page()?.writing;
        const now = transition(before);
        if (now === before) return;
        const form = site.page()?.form;
        if (now !== undefined) site.show({ kind: 'writing', writing: now, form });
        else if (before?.stage.kind === 'sent' || form === undefined) site.close();
        else site.show({ kind: 'form', form });
      },
    },
    rows: () => listedIn(site.state()),
    askAgain: tools.askAgain,
    refusal: (targets) => (targets.length === 0 ? 'There is no template here.' : undefined),
    onAllAccepted: () => {},
  });
  tools.hearing((list) => {
    const open = writing.page()?.writing;
    if (open !== undefined) tellList(write, TEMPLATE_WRITE, open.ids, list);
  });
  const form = () => open.page()?.form;
  const change = (transition: (now: TemplateForm) => TemplateForm) =>
    open.change((page) => ({ ...page, form: transition(page.form) }));
  const targets = () => chosen().flatMap((template) => (template.id ? [{ id: template.id, template }] : []));

  /** The field is left: a preset fills in the others. */
  const left = (now: TemplateForm): TemplateForm => {
    const name = now.at === 'preset' ? textOf(now, 'preset') : '';
    const { presets, file } = renting.presets();
    const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
    if (name !== '' && preset === undefined) refuse(`There is no preset ${name} in ${file}.`);
    const { home } = renting.places;
    return preset === undefined ? now : presetFilled(now, presetParts(preset, { folder: dirname(file), home }));
  };
  const review = () => {
    change(left);
    const now = form();
    if (now === undefined) return;
    const { id } = now;
    const parts = partsIn(now, renting.places);
    if ('problem' in parts) {
      change((wrong) => fieldOpened(wrong, parts.field));
      return refuse(parts.problem);
    }
    const problem = partsProblem(parts, id === undefined);
    if (problem !== undefined) return refuse(problem);
    const kind = id === undefined ? 'create-template' : 'edit-template';
    const template = listedIn(site.state()).find((listed) => listed.id === id);
    write.begin(kind, [{ id: id ?? idOfNew(parts.name ?? ''), template }], { kind, parts });
  };
  const layer = (at: TemplateForm['at']): Layer =>
    fieldLayer({
      owner: 'templates',
      line: () => form()?.lines[at],
      change: (edit) => change((now) => fieldEdited(now, edit)),
      maximum: LONGEST,
      accept: acceptKey('templates.review', 'review', review),
      cancel: bind('templates.leave', ['escape', 'ctrl-c'], 'leave', EDITING, site.close, inFooter),
      own: formKeys('templates.field', (steps) => change((now) => fieldMoved(left(now), TEMPLATE_FIELDS, steps))),
    });
  const opener = (template: Template | undefined) => site.show({ kind: 'form', form: formOf(template) });
  return {
    ...write,
    openers: [
      bind('templates.new', ['n'], 'new', GROUP, () => opener(undefined), {
        isInFooter: true,
        help: 'create a template',
        refusal: () => write.refusal('create-template', [{ id: 0, template: undefined }]),
      }),
      bind('templates.edit', ['e'], 'edit', GROUP, () => opener(targets()[0]?.template), {
        isInFooter: true,
        words: ['change'],
        refusal: () =>
          targets().length > 1
            ? 'One is edited at a time: unmark the others.'
            : write.refusal('edit-template', targets()),
      }),
      bind('templates.delete', ['X'], 'delete', GROUP, () => write.begin('delete-template', targets()), {
        isDestructive: true,
        refusal: () => write.refusal('delete-template', targets()),
      }),
    ],
    layers: (page) => (isWriting(page) ? write.layers() : [layer(page.form.at)]),
  };
};

const GROUP = 'Template';

const View = ({ page, timeZone, money, width, height }: Drawn<TemplatesState, TemplatesPage>) => {
  if (isWriting(page)) {
    const context = { timeZone, describe: () => undefined, money };
    return <WritePage writing={page.writing} kind={TEMPLATE_WRITE} context={context} width={width} height={height} />;
  }
  const { form } = page;
  const { label, means } = FIELDS[form.at];
  return (
    <FormPage
      title={form.id === undefined ? 'New template' : `Edit template ${form.id}`}
      form={form}
      fields={TEMPLATE_FIELDS}
      labels={form.id === undefined ? NEW_FIELDS : FIELDS}
      wrong={[]}
      shown={(field) => shownLine(form, field)}
      said={(place) => [{ title: label, lines: paragraph(means, place.width, 'dim') }]}
      width={width}
      height={height}
    />
  );
};

const page: Page<TemplatesState, TemplatesTools> = pageOf<TemplatesState, TemplatesPage, TemplatesTools, SavedForm>({
  holds: (open): open is TemplatesPage => open.kind === 'form' || open.kind === 'writing',
  create,
  followed: (open, state) =>
    isWriting(open) ? { ...open, writing: rowsSeen(open.writing, listedIn(state), TEMPLATE_WRITE) } : open,
  draw: (drawn) => <View {...drawn} />,
  saved: {
    schema: savedForm,
    of: (open) =>
      isWriting(open) && open.writing.stage.kind === 'sent' ? undefined : open.form && formSaved(open.form),
    resumed: (_, saved) => ({ kind: 'form', form: formResumed(saved) }),
    words: ({ id }) => ({ typed: [id === undefined ? 'a new template' : `changes of template ${id}`], open: [] }),
  },
});

export const TEMPLATES_PAGES: readonly Page<TemplatesState, TemplatesTools>[] = [page];
