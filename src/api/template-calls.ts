/** The calls about templates, a row each; a service may lack every one of them (docs/interface.md, Templates). */
import type { WireFilter } from '../catalogue/field.ts';
import { TEMPLATE_FIELDS } from '../catalogue/template-fields.ts';
import type { Template } from '../catalogue/values.ts';
import { templateBody } from './bodies.ts';
import { listCall, writeCall } from './call-row.ts';
import { maskedOptionText } from './option-text.ts';
import { cleanInstanceReceipt } from './records/clean.ts';
import type { TemplateReply } from './records/replies.ts';
import { instanceReply, templateReply } from './records/reply-schema.ts';
import { REDACTED, type Redactor } from './redact/redact.ts';
import type { TemplateParts, TemplateRequest } from './requests.ts';

const TEMPLATES = '/api/v0/template/';

/** The path that brings the templates which `filters` leave. */
export const templatesPath = (filters: Readonly<Record<string, WireFilter>>): string =>
  `${TEMPLATES}?select_filters=${encodeURIComponent(JSON.stringify(filters))}&select_cols=${encodeURIComponent('["*"]')}`;

/** Of its variables the names stay, and of its script that there is one; nothing of a login but the registry. */
const settleTemplate = (record: Record<string, unknown>): boolean => {
  const { env, onstart, docker_login_user: user, docker_login_pass: password } = record;
  if (typeof env === 'string') record.env = maskedOptionText(env);
  if (typeof onstart === 'string' && onstart !== '') record.onstart = REDACTED;
  delete record.docker_login_user;
  delete record.docker_login_pass;
  return [env, onstart, user, password].some((value) => value !== undefined);
};

/** Image and tag as one name; undefined where it names no image. */
export const imageOf = ({ image, tag }: Template): string | undefined => {
  if (typeof image !== 'string' || image === '') return undefined;
  return typeof tag !== 'string' || tag === '' || image.lastIndexOf(':') > image.lastIndexOf('/')
    ? image
    : `${image}:${tag}`;
};

const LIST = {
  member: 'templates',
  fields: TEMPLATE_FIELDS,
  settle: settleTemplate,
  masksPrivate: true,
  minimumSeconds: 3,
  optional: 'path-without-id',
} as const;

const cleanTemplate = ({ hash, ...reply }: TemplateReply, redactor: Redactor): TemplateReply => ({
  ...reply,
  ...cleanInstanceReceipt(reply, redactor),
  hash: hash && redactor.redact(hash),
});

/** The rows by name. */
export const TEMPLATE_CALLS = {
  /** The caller's own; the client asks with the id of the user. */
  templates: listCall({ ...LIST, path: templatesPath({}), purpose: 'list the templates' }),

  /** Those that the service recommends; with another path those that filters leave of all. */
  recommendedTemplates: listCall({
    ...LIST,
    path: templatesPath({ recommended: { eq: true } }),
    purpose: 'list the recommended templates',
  }),

  /** Creates a template. One of the very same content is refused. */
  createTemplate: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: TEMPLATES,
    body: (parts: TemplateParts) => templateBody(parts),
    purpose: 'create the template',
    schema: templateReply,
    clean: cleanTemplate,
  }),

  /** Changes of a template what the request names: its hash is another then, its id stays. */
  editTemplate: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: TEMPLATES,
    body: ({ hash, ...parts }: TemplateRequest) => ({ hash_id: hash, ...templateBody(parts) }),
    purpose: 'change the template',
    schema: templateReply,
    clean: cleanTemplate,
  }),

  /** Deletes a template, which nothing can be rented of then. */
  deleteTemplate: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: TEMPLATES,
    body: ({ templateId }: Pick<TemplateRequest, 'templateId'>) => ({ template_id: templateId }),
    purpose: 'delete the template',
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};
