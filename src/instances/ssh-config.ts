/** Host blocks for the user's ssh_config, one for each instance that runs. Labels are comments, and nothing else. Pure. */
import { printableStart } from '../base/printable.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { statusOf } from '../catalogue/instance-status.ts';
import { sshAddress } from '../catalogue/ssh-address.ts';
import { USUAL_USER } from './ssh.ts';

/** Characters of a label. Old versions of ssh take no line of more than about a thousand. */
const LONGEST_LABEL = 200;

/** The blocks, each with a blank line behind it; empty where nothing runs. */
export const sshConfig = (instances: readonly ServiceRecord[], user: string = USUAL_USER): string =>
  instances
    .filter((instance) => statusOf(instance) === 'running')
    .map((instance) => `${blockOf(instance, user).join('\n')}\n\n`)
    .join('');

const blockOf = (instance: ServiceRecord, user: string): readonly string[] => {
  const { id, label } = instance;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return ['# an instance without an id'];
  const name = `gpudeck-${id}`;
  const labelled = typeof label === 'string' && label !== '' ? [`# ${printableStart(label, LONGEST_LABEL)}`] : [];
  const address = sshAddress(instance);
  if ('problem' in address) return [...labelled, `# ${name}: ${address.problem}`];
  return [...labelled, `Host ${name}`, `  HostName ${address.host}`, `  Port ${address.port}`, `  User ${user}`];
};
