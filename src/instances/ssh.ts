/**
 * The user's own ssh to an instance: its arguments, and what its end means (docs/interface.md, Instance). What comes from the
 * network becomes neither an option nor a command. Also host blocks for the user's ssh_config, where labels are comments. Pure.
 */

import { shellWord } from '../base/other-programs.ts';
import { printable, printableStart } from '../base/printable.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { sshAddress, statusOf } from '../catalogue/instance-columns.ts';

/** A program and its arguments, for no shell. */
export type SshRun = { readonly program: 'ssh' | 'rsync'; readonly args: readonly string[] };

/** How the program ended: as its exit code or a signal says, or not even started. */
export type SshEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Hands the terminal to ssh until that has ended, with a line that says what is run; resolves to undefined where the terminal was
 * gone before.
 */
export type LendTerminal = (visitor: SshRun & { readonly told: string }) => Promise<SshEnd | undefined>;

/** What the user wants besides; `command` is handed on word by word. */
type SshWish = { readonly user?: string; readonly command?: readonly string[] };

export const USUAL_USER = 'root';

/** A name that ssh can take for nothing else. */
export const isUserName = (text: string): boolean => /^[a-z_][\w.-]{0,63}$/i.test(text);

/** How ssh is called for an instance; or in words why there is no way to it. */
export const sshRun = (
  record: ServiceRecord,
  { user = USUAL_USER, command = [] }: SshWish = {},
): SshRun | { readonly problem: string } => {
  const address = sshAddress(record);
  if ('problem' in address) return address;
  // Behind the two dashes nothing is an option, and what follows the host is the command.
  return { program: 'ssh', args: ['-p', `${address.port}`, '--', `${user}@${address.host}`, ...command] };
};

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The call as a line of a shell, to be read. */
export const sshLine = ({ program, args }: SshRun): string =>
  printable([program, ...args].map((word) => (PLAIN_WORD.test(word) ? word : shellWord(word))).join(' '));

/** What is said when the terminal is handed over: which instance, what it is doing, and what is run. */
export const sshTold = (record: ServiceRecord, run: SshRun): string =>
  `Instance ${nameOf(record)} (${printable(statusOf(record))}): ${sshLine(run)}`;

/** What is said when ssh has ended or could not be started. */
export const sshEndWords = (record: ServiceRecord, end: SshEnd): string => {
  switch (end.kind) {
    case 'exited':
      return end.code === 0
        ? `Back from instance ${nameOf(record)}.`
        : `Back from instance ${nameOf(record)}: ssh ended with exit code ${end.code}.`;
    case 'killed':
      return `Back from instance ${nameOf(record)}: ssh was ended by ${end.signal}.`;
    case 'missing':
      return 'There is no ssh on PATH. Install OpenSSH (openssh-client, or openssh), and try again.';
    case 'failed':
      return `ssh could not be started: ${printable(end.reason)}.`;
  }
};

/** The exit code for a shell: that of ssh, or what shells say of a signal, and of a program that is not there or cannot be run. */
export const sshExitCode = (end: SshEnd, signalNumbers: Readonly<Record<string, number>>): number => {
  switch (end.kind) {
    case 'exited':
      return end.code;
    case 'killed':
      return 128 + (signalNumbers[end.signal] ?? 0);
    case 'missing':
      return 127;
    case 'failed':
      return 126;
  }
};

const nameOf = ({ id }: ServiceRecord): string => (typeof id === 'number' ? String(id) : '?');

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
