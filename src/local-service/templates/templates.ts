/** The templates of the service (docs/interface.md, Templates): the recommended ones, which are nobody's, and those of the callers. */
import { type Refusal, refused } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { filledBy, hashOfContent, imageOf, readTemplate, type TemplateContent } from './template-body.ts';

/** A template as it goes out. Times are Unix epoch seconds. */
type Template = TemplateContent & {
  readonly id: number;
  readonly hash_id: string;
  readonly creator_id: number;
  readonly created_at: number;
  readonly recommended: boolean;
  readonly default_tag: string;
  /** How many instances there are of it, and when the last one was created. */
  readonly count_created: number;
  readonly recent_create_date: number | null;
};

/** Who has made the recommended ones, and when. */
const SERVICE_USER_ID = 1;
const RECOMMENDED_SINCE_S = 1_760_000_000;

/** Ids of templates that callers have created begin behind this one. */
const LAST_RECOMMENDED_ID = 1000;

const UNUSED = { count_created: 0, recent_create_date: null };

const RECOMMENDED = [
  {
    hash: '0b3f1a6c2d9e4857a1c0f2e4d6b8a091',
    name: 'PyTorch',
    image: 'pytorch/pytorch',
    tag: '2.9.1-cuda12.8-cudnn9-devel',
    recommended_disk_space: 32,
    desc: 'PyTorch with CUDA 12.8, for training.',
    runtype: 'jupyter',
    ssh_direct: true,
    jup_direct: true,
  },
  {
    hash: '5d2e9c7b14f84a06b3e1d0c9f7a6e852',
    name: 'vLLM',
    image: 'vllm/vllm-openai',
    tag: 'v0.12.0',
    env: '-p 8000:8000',
    desc: 'Serves a language model on port 8000.',
  },
  {
    hash: 'c8a4e0f2719b4d3e86f5a2b1d0c3e974',
    name: 'CUDA',
    image: 'nvidia/cuda',
    tag: '13.0.2-devel-ubuntu24.04',
    desc: 'CUDA with its compiler, and nothing else.',
  },
].flatMap(({ hash, ...body }, place): readonly Template[] => {
  const read = readTemplate({ ...body, private: false });
  const names = { id: place + 1, hash_id: hash, creator_id: SERVICE_USER_ID, created_at: RECOMMENDED_SINCE_S };
  return read.ok ? [{ ...read.value, ...names, recommended: true, default_tag: read.value.tag, ...UNUSED }] : [];
});

/** Name and image of each recommended one: the instances that are there from the beginning are of them. */
export const RECOMMENDED_IMAGES = RECOMMENDED.map((template) => ({ name: template.name, image: imageOf(template) }));

/** Fields of a template, each of which but those that hold several values the list can be ordered and filtered by. */
export const TEMPLATE_NAMES: readonly string[] = Object.keys(RECOMMENDED[0] ?? {});

const SELECT = `SELECT id, user_id, hash_id, content, created_at,
  (SELECT count(*) FROM contracts c WHERE c.request ->> 'templateId' = t.id + ${LAST_RECOMMENDED_ID}) AS used,
  (SELECT max(c.created_at) FROM contracts c WHERE c.request ->> 'templateId' = t.id + ${LAST_RECOMMENDED_ID}) AS used_at FROM templates t`;

const templateIn = (row: Readonly<Record<string, unknown>>): Template => {
  const content: TemplateContent = JSON.parse(String(row.content));
  return {
    ...content,
    id: Number(row.id) + LAST_RECOMMENDED_ID,
    hash_id: String(row.hash_id),
    creator_id: Number(row.user_id),
    created_at: Number(row.created_at),
    recommended: false,
    default_tag: content.tag,
    count_created: Number(row.used),
    recent_create_date: row.used_at === null ? null : Number(row.used_at),
  };
};

/** What `userId` may rent from: the recommended ones, those of their own, and what others do not keep to themselves. */
export const templatesFor = (database: Database, userId: number): readonly Template[] => [
  ...RECOMMENDED,
  ...database
    .prepare(`${SELECT} ORDER BY id`)
    .all()
    .map(templateIn)
    .filter(({ creator_id, private: isPrivate }) => creator_id === userId || !isPrivate),
];

/** The one that a hash or an id names; undefined when there is none. */
export const findTemplate = (
  database: Database,
  userId: number,
  { hash, id }: { readonly hash?: unknown; readonly id?: unknown },
): Template | undefined =>
  templatesFor(database, userId).find((template) => template.hash_id === hash || template.id === id);

/** The body of a creation with what its template fills in; as it is where it names none that is there. */
export const filledByTemplate = (database: Database, userId: number, body: Body): Body => {
  const hash = body.template_hash_id;
  const template = typeof hash === 'string' ? findTemplate(database, userId, { hash }) : undefined;
  return template === undefined ? body : filledBy(template, body);
};

type Body = Readonly<Record<string, unknown>>;
type Written = { readonly ok: true; readonly template: Template; readonly isThere?: true } | Refusal;

/** Whose call it is, and when it came. */
type Moment = { readonly userId: number; readonly nowS: number };

/** Creates one; `isThere` where the caller has one of the very same content. */
export const createTemplate = (database: Database, moment: Moment, body: Body): Written => {
  const read = readTemplate(body);
  return read.ok ? inserted(database, moment, read.value, loginIn(body)) : read;
};

const loginIn = (body: Body): unknown => [body.docker_login_user ?? '', body.docker_login_pass ?? ''];

const inserted = (database: Database, { userId, nowS }: Moment, content: TemplateContent, login: unknown): Written => {
  const hash = hashOfContent(userId, content, login);
  const there = findTemplate(database, userId, { hash });
  if (there !== undefined) return { ok: true, template: there, isThere: true };
  const row = { user_id: userId, hash_id: hash, content: JSON.stringify(content), created_at: nowS };
  insertRow(database, 'templates', row);
  return found(database, userId, hash);
};

const found = (database: Database, userId: number, hash: unknown): Written => {
  const template = findTemplate(database, userId, { hash });
  return template === undefined
    ? refused(404, 'not_found', `there is no template ${String(hash)}`)
    : { ok: true, template };
};

/** Changes what the body names: the hash is another then, the id stays. What is not the caller's own becomes a copy of theirs. */
export const changeTemplate = (database: Database, moment: Moment, body: Body): Written => {
  const before = found(database, moment.userId, body.hash_id);
  if (!before.ok) return before;
  const read = readTemplate(body, before.template);
  if (!read.ok) return read;
  const { id, creator_id } = before.template;
  if (creator_id !== moment.userId) return inserted(database, moment, read.value, loginIn(body));
  const hash = hashOfContent(moment.userId, read.value, loginIn(body));
  const twin = findTemplate(database, moment.userId, { hash });
  if (twin !== undefined && twin.id !== id) return { ok: true, template: twin, isThere: true };
  database
    .prepare('UPDATE templates SET hash_id = ?, content = ? WHERE id = ?')
    .run(hash, JSON.stringify(read.value), id - LAST_RECOMMENDED_ID);
  return found(database, moment.userId, hash);
};

/** Deletes one of the caller's own that nothing runs of. */
export const deleteTemplate = (database: Database, userId: number, id: unknown): { readonly ok: true } | Refusal => {
  const template = findTemplate(database, userId, { id: Number(id) });
  if (template?.creator_id !== userId) return refused(404, 'not_found', `you have no template ${String(id)}`);
  if (template.count_created > 0)
    return refused(
      400,
      'template_in_use',
      `template ${template.id} is used: ${template.count_created} of the instances are of it`,
    );
  database.prepare('DELETE FROM templates WHERE id = ?').run(template.id - LAST_RECOMMENDED_ID);
  return { ok: true };
};
