/** What a template holds (docs/interface.md, Templates): read from the body of a call, and what it fills a creation with. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { numeric, type Refusal, readBody, refused, storableText } from '../answer.ts';
import { environment } from '../instances/environment.ts';

const text = storableText.default('');
const truth = z.boolean('must be true or false');

/** What creates a template; the registry login is no part of what is kept. */
const content = z.object({
  name: storableText.min(1, 'must not be empty'),
  image: storableText.regex(/^[^\s\p{Cc}]+$/u, 'must be the name of an image'),
  tag: storableText.default('latest'),
  env: text.refine((env) => environment.safeParse(env).success, 'must be options such as "-e NAME=value -p 8080:8080"'),
  onstart: text,
  runtype: z.enum(['ssh', 'jupyter', 'args'], 'must be ssh, jupyter or args').default('ssh'),
  args_str: text,
  ssh_direct: truth.default(false),
  jup_direct: truth.default(false),
  use_ssh: truth.default(true),
  use_jupyter_lab: truth.default(false),
  jupyter_dir: storableText.nullable().default(null),
  docker_login_repo: storableText.nullable().default(null),
  extra_filters: z.record(z.string(), z.unknown(), 'must be an object').default({}),
  recommended_disk_space: numeric((gb) => gb >= 8, 'must be a number of GB, 8 or more').default(8),
  desc: text,
  readme: text,
  readme_visible: truth.default(true),
  href: text,
  repo: text,
  private: truth.default(true),
  volume_info: z.unknown().default(null),
});

export type TemplateContent = z.infer<typeof content>;

/** The template that `body` describes, the parts that it does not name being those of `before`; or a 400 that names the field. */
export const readTemplate = (
  body: Readonly<Record<string, unknown>>,
  before: object = {},
): { ok: true; value: TemplateContent } | Refusal => {
  const unknown = Object.keys(body).find((name) => !(name in content.shape) && !BESIDES.includes(name));
  return unknown === undefined
    ? readBody(content, { ...before, ...body })
    : refused(400, 'invalid_args', `${unknown}: a template has nothing of this name`);
};

/** What names the template that is changed, and the login, of which nothing is kept. */
const BESIDES: readonly string[] = ['hash_id', 'docker_login_user', 'docker_login_pass'];

/** The same content has the same hash, whoever sends it; another login is another content. */
export const hashOfContent = (userId: number, template: TemplateContent, login: unknown): string =>
  createHash('md5')
    .update(JSON.stringify([userId, template, login]))
    .digest('hex');

/** Image and tag as one name. */
export const imageOf = ({ image, tag }: Pick<TemplateContent, 'image' | 'tag'>): string =>
  tag === '' || image.lastIndexOf(':') > image.lastIndexOf('/') ? image : `${image}:${tag}`;

/** The body of a creation with what the template fills in: what the request says stands, and variables are joined by name. A volume is never filled in. */
export const filledBy = (
  template: TemplateContent,
  request: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const own = environment.safeParse(request.env);
  const env = own.success ? Object.fromEntries([...(environment.parse(template.env) ?? []), ...own.data]) : request.env;
  const isDirect = template.runtype === 'jupyter' ? template.jup_direct : template.ssh_direct;
  const filled = {
    image: imageOf(template),
    disk: template.recommended_disk_space,
    runtype: isDirect && template.runtype !== 'args' ? `${template.runtype}_direct` : template.runtype,
    ...(template.onstart !== '' && { onstart: template.onstart }),
    ...(template.args_str !== '' && request.args === undefined && { args_str: template.args_str }),
  };
  const said = Object.entries(request).filter(([, value]) => value !== undefined && value !== null);
  return { ...filled, ...Object.fromEntries(said), env };
};
