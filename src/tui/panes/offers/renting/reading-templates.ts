/** The form of renting as it is changed: the templates that fill it in are asked for once their field is looked at, or says something. */
import { CALLS } from '../../../../api/calls.ts';
import { optionally } from '../../../../api/errors/explain.ts';
import { createQuestion } from '../../../../api/question.ts';
import type { Template } from '../../../../catalogue/values.ts';
import { textOf } from '../../../state/form.ts';
import { askedNoted, idle, isUnasked } from '../../../state/remote.ts';
import type { OffersTools } from '../needs.ts';
import type { RentForm } from './form.ts';

export const createRentForm = (needs: OffersTools) => {
  const { slice } = needs;
  const changed = (transition: (form: RentForm) => RentForm) =>
    slice.change((now) => (now.rentForm === undefined ? now : { ...now, rentForm: transition(now.rentForm) }));
  const templates = createQuestion<readonly Template[]>({
    ...needs,
    read: 'templates',
    ask: async (client, _ticket, options) => {
      const found: Template[] = [];
      for (const list of [CALLS.templates, CALLS.recommendedTemplates])
        found.push(...((await optionally(() => client.list(list, options)))?.records ?? []));
      return [...new Map(found.map((template) => [template.hash_id, template])).values()];
    },
    ...askedNoted((transition) => changed((form) => ({ ...form, templates: transition(form.templates) }))),
  });
  return {
    change: (transition: (form: RentForm) => RentForm): void => {
      changed(transition);
      const { rentForm: form } = slice.get();
      const isWanted = form !== undefined && (form.at === 'template' || textOf(form, 'template') !== '');
      if (isWanted && isUnasked(form.templates.answer)) templates.ask();
    },
    /** Opens it as this: a list that came earlier may be another by now, and one that failed is asked for again. */
    open: (rentForm: RentForm): void => {
      slice.change((now) => ({ ...now, rentForm }));
      if (rentForm.at === 'template' || textOf(rentForm, 'template') !== '') templates.ask();
    },
    serviceChanged: (): void => {
      templates.drop();
      changed((form) => ({ ...form, templates: { answer: idle } }));
    },
    leave: templates.giveUp,
  };
};
