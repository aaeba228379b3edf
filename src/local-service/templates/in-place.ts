/** Gives an instance another image or template in place (docs/interface.md, Change instance): its container is made anew. */
import { refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { recordPhase } from '../instances/account.ts';
import { type Outcome, onContract, type Target } from '../instances/commands.ts';
import { writeChange } from '../instances/contract.ts';
import { readCreation } from '../instances/create-body.ts';
import { filledBy } from './template-body.ts';
import { findTemplate } from './templates.ts';

/** A stopped one has its new container when it starts. */
export const updateTemplate = (
  database: Database,
  target: Target,
  { template_hash_id: hash, template_id: id, ...body }: Readonly<Record<string, unknown>>,
): Outcome =>
  onContract(database, target, (contract): Outcome => {
    const { request, life } = contract;
    const { userId, nowS } = target.moment;
    if (life.phase === 'offline') return refused(409, 'instance_offline', `instance ${target.id} cannot be reached`);
    const isNamed = hash !== undefined || id !== undefined;
    const template = isNamed ? findTemplate(database, userId, { hash, id }) : undefined;
    if (isNamed && template === undefined) return refused(404, 'not_found', `there is no template ${hash ?? id}`);
    if (body.disk !== undefined && body.disk !== contract.diskGb)
      return refused(400, 'invalid_args', 'disk: the disk of an instance stays as it is');
    const asBefore = {
      ...{ image: request.image, runtype: request.runtype, env: Object.fromEntries(request.env), args: request.args },
      ...(request.onstart !== null && { onstart: request.onstart }),
    };
    const read = readCreation(template === undefined ? { ...asBefore, ...body } : filledBy(template, body));
    if (!read.ok) return read;
    const { image = '', runtype, env, onstart, args } = read.value;
    const named = template === undefined ? { templateName: null, templateId: undefined } : namesOf(template);
    const changed = { ...request, image, runtype, env, onstart, args, ...(isNamed || body.image ? named : {}) };
    database.prepare('UPDATE contracts SET request = ? WHERE id = ?').run(JSON.stringify(changed), target.id);
    const isUp = life.phase === 'running' || life.phase === 'rebooting';
    if (!isUp) return { ok: true };
    const loading = { ...life, phase: 'loading', beganAtS: nowS, message: `Pulling ${image}` } as const;
    writeChange(database, contract, { atS: nowS, life: loading });
    recordPhase(database, contract.id, loading);
    return { ok: true };
  });

const namesOf = ({ name, id }: { readonly name: string; readonly id: number }) => ({
  templateName: name,
  templateId: id,
});
