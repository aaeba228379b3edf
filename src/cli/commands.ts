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

/** Every command there is, but for `help`. */
export const COMMANDS: readonly CommandLine[] = [
  ...PANE_NAMES.map(pane),
  {
    name: 'search',
    purpose: 'print the offers that match a filter',
    load: async () => (await import('./commands/search.ts')).search,
  },
  {
    name: 'market',
    purpose: 'print what GPUs cost, by model or by other fields',
    load: async () => (await import('./commands/market.ts')).market,
  },
  {
    name: 'record',
    purpose: 'ask for offers again and again, and keep what they cost',
    load: async () => (await import('./commands/record.ts')).record,
  },
  {
    name: 'history',
    purpose: 'print what offers cost in the past, as far as it was recorded',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'alerts',
    purpose: 'wait for offers, machines and prices, tell when they come, and run a command',
    load: async () => (await import('./commands/alerts.ts')).alerts,
  },
  {
    name: 'views',
    purpose: 'list, show, export, import and delete the views of offers that are kept',
    load: async () => (await import('./commands/views.ts')).views,
  },
  {
    name: 'list',
    purpose: 'print what belongs to the key: instances, volumes, machines, windows, webhooks and more',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'instance',
    purpose: 'start, stop, reboot, destroy, label and bid for rented instances',
    load: async () => (await import('./commands/instance.ts')).instance,
  },
  {
    name: 'rent',
    purpose: 'rent an offer, which costs from then on',
    load: async () => (await import('./commands/rent.ts')).rent,
  },
  {
    name: 'schedule',
    purpose: 'announce a maintenance window, which notifies the renters of the machines',
    load: async () => (await import('./commands/schedule.ts')).schedule,
  },
  {
    name: 'withdraw',
    purpose: 'withdraw the maintenance windows announced for machines',
    load: async () => (await import('./commands/withdraw.ts')).withdraw,
  },
  {
    name: 'webhook',
    purpose: 'create, change, test and delete webhooks',
    load: async () => (await import('./commands/webhook.ts')).webhook,
  },
  {
    name: 'ssh',
    purpose: 'open a shell on an instance, or run a command there, with your own ssh',
    load: async () => (await import('./commands/ssh.ts')).ssh,
  },
  {
    name: 'ssh-config',
    purpose: 'print host blocks for ssh of the instances that run',
    load: async () => (await import('./commands/ssh-config.ts')).sshConfigCommand,
  },
  {
    name: 'logs',
    purpose: "print an instance's log, and go on with what it writes",
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'service',
    purpose: 'run the local service in the foreground',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    name: 'listen',
    purpose: "receive what the service's webhooks deliver, and run a command for each event",
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  {
    name: 'keys',
    purpose: "create, list, reset and delete the local service's keys",
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  {
    name: 'doctor',
    purpose: 'look for what is wrong with terminal, files, profiles and service, and change nothing',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'config',
    purpose: 'print where the set-up lies, what it says, and what is wrong with its files',
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'completion',
    purpose: 'print the script that completes gpudeck in bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
];
