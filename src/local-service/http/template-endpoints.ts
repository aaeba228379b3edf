/** The endpoints of templates (docs/interface.md, Templates). */
import { pageOf, readListQuery } from '../instances/list.ts';
import { updateTemplate } from '../templates/in-place.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  TEMPLATE_NAMES,
  templatesFor,
} from '../templates/templates.ts';
import { type Call, type Endpoint, nowS, paced, readWrite, refuse, replyTo } from './endpoint.ts';
import { writeAnew } from './instance-endpoints.ts';

/** More than there are: the list comes as a whole. */
const ALL = 10_000;

/** `GET /api/v0/template/`: what is found; `success` is false where that is nothing. */
export const giveTemplates: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'templates', thresholdS: 3 }, () => {
    const kind = { noun: 'templates', most: ALL, usual: ALL, least: ALL };
    const query = readListQuery(context.req.query(), TEMPLATE_NAMES, kind);
    if (!query.ok) return refuse(context, query);
    const paged = pageOf(templatesFor(backend.database, context.var.caller.userId), query.value);
    if (!paged.ok) return refuse(context, paged);
    const { instances: templates, found } = paged.page;
    return context.json({ success: found > 0, templates_found: found, templates });
  });

const writeTemplate =
  (write: typeof createTemplate): Endpoint =>
  (backend) =>
  async (context) => {
    const body = await readWrite(context);
    if (!body.ok) return refuse(context, body);
    const moment = { userId: context.var.caller.userId, nowS: nowS(backend) };
    const written = await backend.write(() => write(backend.database, moment, body.value), context.req.raw.signal);
    if (!written.ok || written.isThere !== true) return replyTo(context, written);
    const msg = `template ${written.template.id} is the very same`;
    return context.json({ success: false, error: 'exists', msg, template: written.template });
  };

/** `POST /api/v0/template/`. */
export const addTemplate = writeTemplate(createTemplate);
/** `PUT /api/v0/template/`. */
export const changeOneTemplate = writeTemplate(changeTemplate);

/** `DELETE /api/v0/template/`. */
export const removeTemplate: Endpoint = (backend) => async (context: Call) => {
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  const { userId } = context.var.caller;
  const work = () => deleteTemplate(backend.database, userId, body.value.template_id);
  return replyTo(context, await backend.write(work, context.req.raw.signal));
};

/** `PUT /api/v0/instances/update_template/{id}/`. */
export const changeInPlace = writeAnew({ endpoint: 'instance-template', thresholdS: 1 }, updateTemplate);
