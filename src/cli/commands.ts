/** The commands, one line each, in the order of the help. A command's file is loaded when it is named. */
import { PANE_NAMES } from '../tui/panes/names.ts';
import type { Command } from './command.ts';

/** A line of the table. `purpose` is what the help of the program says. */
type CommandLine = { readonly name: string; readonly purpose: string; readonly load: () => Promise<Command> };

const pane = ({ name, command, purpose }: (typeof PANE_NAMES)[number]): CommandLine => ({
  name: command,
  purpose: `open ${purpose} in the terminal`,
  load: async () => (await import('./commands/panes.ts')).paneCommand(name),
});

/** The line of the command that its file exports under its name. */
const line = <Name extends string>(
  name: Name,
  purpose: string,
  load: () => Promise<Readonly<Record<Name, Command>>>,
): CommandLine => ({ name, purpose, load: async () => (await load())[name] });

/** Every command there is, but for `help`. */
export const COMMANDS: readonly CommandLine[] = [
  line('overview', 'print what there is to see of your own and of the market', () => import('./commands/overview.ts')),
  ...PANE_NAMES.filter((row) => !('isPrinted' in row)).map(pane),
  line('search', 'print the offers that match a filter', () => import('./commands/search.ts')),
  line('market', 'print what GPUs cost, by model or by other fields', () => import('./commands/market.ts')),
  line('record', 'ask for offers again and again, and keep what they cost', () => import('./commands/record.ts')),
  line(
    'history',
    'print what offers cost in the past, as far as it was recorded',
    () => import('./commands/history.ts'),
  ),
  line(
    'alerts',
    'wait for offers, machines and prices, tell when they come, and run a command',
    () => import('./commands/alerts.ts'),
  ),
  line(
    'views',
    'list, show, export, import and delete the views of offers that are kept',
    () => import('./commands/views.ts'),
  ),
  line(
    'list',
    'print what belongs to the key: instances, volumes, machines, windows, webhooks and more',
    () => import('./commands/list.ts'),
  ),
  line(
    'instance',
    'start, stop, reboot, recycle, destroy, label, change and bid for rented instances',
    () => import('./commands/instance.ts'),
  ),
  line('volume', 'find, rent, clone and delete volumes', () => import('./commands/volume.ts')),
  line(
    'machine',
    'list, price and unlist machines that you host, set their smallest bids, clean them up',
    () => import('./commands/machine.ts'),
  ),
  line(
    'balance',
    'print what is left, what is spent per hour and how long it lasts',
    () => import('./commands/balance.ts'),
  ),
  line(
    'charges',
    'print what instances and volumes have cost, by contract, kind, label or day',
    () => import('./commands/charges.ts'),
  ),
  line('invoices', 'print what was paid in and out', () => import('./commands/invoices.ts')),
  line('earnings', 'print what your machines have earned, by day or machine', () => import('./commands/earnings.ts')),
  line(
    'waste',
    'print what is paid for and of no use, and what ends it; change nothing',
    () => import('./commands/waste.ts'),
  ),
  line(
    'limits',
    'print what limits what may be spent, and how much of it is used up',
    () => import('./commands/limits.ts'),
  ),
  line('apply', 'send exactly what a plan says, once', () => import('./commands/apply.ts')),
  line('lease', 'say until when instances are rented, and what is done then', () => import('./commands/lease.ts')),
  line(
    'leases',
    'look after leases until it is ended: warn, and do what they say',
    () => import('./commands/leases.ts'),
  ),
  line('rent', 'rent an offer, which costs from then on', () => import('./commands/rent.ts')),
  line('ssh-key', 'add and delete SSH keys, attach them to instances and detach them', async () => ({
    'ssh-key': (await import('./commands/ssh-key.ts')).sshKey,
  })),
  line('template', 'create, change, show and delete templates for renting', () => import('./commands/template.ts')),
  line(
    'schedule',
    'announce a maintenance window, which notifies the renters of the machines',
    () => import('./commands/schedule.ts'),
  ),
  line('withdraw', 'withdraw the maintenance windows announced for machines', () => import('./commands/withdraw.ts')),
  line('webhook', 'create, change, test and delete webhooks', () => import('./commands/webhook.ts')),
  line(
    'ssh',
    'open a shell on an instance, or run a command there, with your own ssh',
    () => import('./commands/ssh.ts'),
  ),
  line('ssh-config', 'print host blocks for ssh of the instances that run', async () => ({
    'ssh-config': (await import('./commands/ssh-config.ts')).sshConfigCommand,
  })),
  line(
    'copy',
    'copy files between instances, volumes, clouds and this machine, and end copies',
    () => import('./commands/copy.ts'),
  ),
  line('logs', "print an instance's log, and go on with what it writes", () => import('./commands/logs.ts')),
  line(
    'journal',
    'print what was sent from here: by whom, when, and what came of it',
    () => import('./commands/journal.ts'),
  ),
  line(
    'mcp',
    'give agents tools to read the market and the account, by the protocol MCP on stdin and stdout',
    () => import('./commands/mcp.ts'),
  ),
  line(
    'skill',
    'print or install what an agent has to know before it runs gpudeck',
    () => import('./commands/skill.ts'),
  ),
  line('service', 'run the local service in the foreground', () => import('./commands/service.ts')),
  line(
    'listen',
    "receive what the service's webhooks deliver, and run a command for each event",
    () => import('./commands/listen.ts'),
  ),
  line('keys', "create, list, reset and delete the local service's keys", () => import('./commands/keys.ts')),
  line(
    'doctor',
    'look for what is wrong with terminal, files, profiles and service, and change nothing',
    () => import('./commands/doctor.ts'),
  ),
  line(
    'config',
    'print where the set-up lies, what it says, and what is wrong with its files',
    () => import('./commands/config.ts'),
  ),
  line(
    'completion',
    'print the script that completes gpudeck in bash, zsh or fish',
    () => import('./commands/completion.ts'),
  ),
];
