/** `gpudeck alerts`: lists, adds, arms, disarms and removes alerts, looks what they would have found, and prints what fired. */
import type { Command as Parser } from 'commander';
import { TELLINGS, type Telling } from '../../alerts/alert.ts';
import type { SearchType } from '../../api/requests.ts';
import { commandOf } from '../command.ts';
import { LOOK_BACK_HELP } from '../look-back.ts';
import { searchType } from '../search-options.ts';
import {
  addExamples,
  commaList,
  commandsBelow,
  expecting,
  gigabytes,
  notEmpty,
  wholeNumber,
} from '../shared-options.ts';
import type { AlertsTask } from './alerts/carry-out.ts';

type JsonFlags = { readonly json?: true };

type PricingFlags = { readonly type?: SearchType; readonly storage?: number; readonly debounce?: string };

type AddFlags = PricingFlags & {
  readonly id?: string;
  readonly tell?: readonly Telling[];
  readonly quiet?: string;
  readonly timeout?: string;
  readonly repeat?: number;
  readonly disarmed?: true;
  readonly json?: true;
};

const ID_HELP = 'id of the alert, as "alerts list" shows it';
const SENTENCE_HELP = "what to wait for, in quotes, such as 'when gpu_name=RTX_4090 dph_gpu<0.25 appears'";

/** The command. */
export const alerts = commandOf<{ readonly task: AlertsTask }>({
  effect: {
    list: { does: 'reads', prints: { array: 'alerts' } },
    add: { does: 'keeps', prints: { object: 'alert' } },
    check: { does: 'reads', prints: { object: 'alert-check' } },
    arm: { does: 'keeps', prints: { object: 'alert' } },
    disarm: { does: 'keeps', prints: { object: 'alert' } },
    remove: { does: 'keeps', prints: { object: 'alert' } },
    events: { does: 'reads', prints: { array: 'alert-events' } },
  },
  addOptions: (parser, onOptions) => addTasks(parser, (task) => onOptions({ task })),
  // None is called, but alerts are those of the service that the user names.
  isServiceCalled: () => true,
  run: async ({ task }, io) => (await import('./alerts/carry-out.ts')).carryOut(task, io),
});

const addTasks = (parser: Parser, onTask: (task: AlertsTask) => void): void => {
  const add = commandsBelow(parser, 'alerts');
  add('list', 'print the alerts, and what their commands came to', 'list', 'list --json')
    .option('--json', 'one JSON array')
    .action(({ json }: JsonFlags) => onTask({ action: 'list', isJson: json === true }));
  addPricing(
    add(
      'add',
      'add an alert and arm it',
      "add 'when gpu_name=RTX_4090 dph_gpu<0.25 appears'",
      "add 'when machine 8207 is gone' --id away --tell line,osc --quiet 22:00-07:00",
      "add 'when gpu_name=RTX_4090 dph_gpu<0.25 appears' -- notify-send 'A cheap GPU'",
    )
      .argument('<sentence>', SENTENCE_HELP)
      .argument('[command...]', 'what to run when it fires; put -- before it'),
  )
    .option('--id <name>', 'name of the alert (default: the next number)', notEmpty)
    .option('--tell <how,...>', `how to tell: ${TELLINGS.join(', ')} (default: line,bell)`, tellings)
    .option('--quiet <from-to>', 'hours in which nothing is told or run, such as 22:00-07:00', notEmpty)
    .option('--timeout <time>', 'how long the command may run (default: 30s)', notEmpty)
    .option('--repeat <n>', 'how often the command runs before it must be armed again (default: 1)', wholeNumber(1))
    .option('--disarmed', 'only keep it: "alerts arm" lets it wait')
    .option('--json', 'one JSON object')
    .action((sentence: string, command: readonly string[], { storage, disarmed, json, ...flags }: AddFlags) =>
      onTask({
        action: 'add',
        isJson: json === true,
        alert: {
          ...flags,
          sentence,
          command,
          ...(storage !== undefined && { storageGb: storage }),
          isDisarmed: disarmed === true,
        },
      }),
    );
  addPricing(
    add(
      'check',
      'print what an alert would have found in the history, and run nothing',
      "check 'when median(gpu_name=RTX_4090) falls 10% in 1d' --from 30d",
      'check away --json',
    ).argument('<alert>', `id of an alert; or ${SENTENCE_HELP}`),
  )
    .option('--from <time>', `how far to look back (default: 7d): ${LOOK_BACK_HELP}`, notEmpty)
    .option('--json', 'one JSON object')
    .action((what: string, { from, json, storage, ...flags }: JsonFlags & PricingFlags & { readonly from?: string }) =>
      onTask({
        action: 'check',
        what,
        pricing: { ...flags, ...(storage !== undefined && { storageGb: storage }) },
        from: from ?? '7d',
        isJson: json === true,
      }),
    );
  for (const [action, purpose, ...aliases] of BY_ID)
    add(action, purpose, `${action} away`)
      .aliases([...aliases])
      .argument('<alert>', ID_HELP)
      .option('--json', 'one JSON object')
      .action((id: string, { json }: JsonFlags) => onTask({ action, id, isJson: json === true }));
  add('events', 'print what fired, the newest last', 'events', 'events away --limit 10 --json')
    .argument('[alert]', ID_HELP)
    .option('--limit <n>', 'print at most n (default: 50)', wholeNumber(1, 2000))
    .option('--json', 'one JSON array')
    .action((id: string | undefined, { limit, json }: JsonFlags & { readonly limit?: number }) =>
      onTask({
        action: 'events',
        most: limit ?? 50,
        isJson: json === true,
        ...(id !== undefined && { id }),
      }),
    );
  addExamples(parser, "alerts add 'when machine 8207 is gone'", 'alerts list', 'alerts events --json');
};

const BY_ID = [
  ['arm', 'let an alert wait from now on; its command may run again'],
  ['disarm', 'let an alert wait no more'],
  ['remove', 'remove an alert; what it fired stays', 'rm'],
] as const;

const addPricing = (parser: Parser): Parser =>
  parser
    .option('--type <type>', 'pricing: ondemand, bid or reserved (default: ondemand)', searchType)
    .option('--storage <GB>', 'disk space to include in the price (default: 8)', gigabytes)
    .option('--debounce <time>', 'what was so less than this ago does not fire again (default: 10m)', notEmpty);

const telling = expecting(`Expected some of: ${TELLINGS.join(', ')}.`, (word) =>
  TELLINGS.find((known) => known === word),
);

const tellings = (text: string): readonly Telling[] => commaList(text).map(telling);
