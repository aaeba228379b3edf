/** `gpudeck webhook`: creates webhooks, changes, tests and deletes them, and makes new secrets. */
import { Argument, type Command as Parser } from 'commander';
import type { WebhookRequest } from '../../api/requests.ts';
import type { WebhookWish } from '../../notifications/webhook-write.ts';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addWriteOptions,
  commaList,
  each,
  expecting,
  notEmpty,
  oneId,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';

/** What is asked for: something of webhooks that are there, or a new one. */
type Wanted = WebhookWish | { readonly kind: 'create'; readonly request: WebhookRequest };

type Given = { readonly name?: string; readonly url?: string; readonly types?: readonly string[] };

const PLAIN = [
  ['delete', 'delete webhooks: nothing is delivered to them any more'],
  ['test', 'have a test delivered to webhooks'],
  ['rotate', 'give webhooks a new signing secret, which is printed'],
] as const;

/** The command. */
export const webhook = commandOf<WriteOptions<Wanted>>({
  effect: {
    create: { does: 'writes', prints: { object: 'webhook-created' } },
    change: { does: 'writes', prints: { lines: 'change' } },
    delete: { does: 'writes', ends: true, prints: { lines: 'change' } },
    test: { does: 'writes', notifies: true, prints: { lines: 'change' } },
    rotate: { does: 'writes', ends: true, prints: { lines: 'change' } },
  },
  addOptions: (parser, onOptions) => {
    const create = addParts(
      parser.command('create').description('create a webhook; its signing secret is printed'),
      true,
    );
    addWriteOptions(addExamples(create, `webhook create ${EXAMPLE} --dry-run`));
    create.action(({ name = '', url = '', types = [], ...flags }: Given & WriteFlags) =>
      onOptions(writeOptionsOf([], { kind: 'create', request: { name, url, eventTypes: types } }, flags)),
    );
    const change = addIds(addParts(parser.command('change').description('change what is named of webhooks'), false));
    addExamples(
      change,
      "webhook change 12 --name 'other name' --dry-run",
      'webhook change 12 --types client:low_credit --yes',
    );
    change.action((ids: readonly number[], { name, url, types, ...flags }: Given & WriteFlags) => {
      if (name === undefined && url === undefined && types === undefined)
        parser.error('error: nothing is to be changed: give --name, --url or --types.');
      const request = {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(types !== undefined && { eventTypes: types }),
      };
      onOptions(writeOptionsOf(ids, { kind: 'change', request }, flags));
    });
    for (const [kind, purpose] of PLAIN) {
      const inner = addIds(parser.command(kind).description(purpose));
      addExamples(inner, `webhook ${kind} 12 --dry-run`, `webhook ${kind} 12 --yes`);
      inner.action((ids: readonly number[], flags: WriteFlags) => onOptions(writeOptionsOf(ids, { kind }, flags)));
    }
    addExamples(parser, `webhook create ${EXAMPLE} --dry-run`, 'webhook delete 12 --yes');
  },
  isServiceCalled: () => true,
  run: async ({ request, ...options }, io) => {
    if (request.kind === 'create') {
      const { createByCommand } = await import('../create-webhook.ts');
      return createByCommand(request.request, options, io);
    }
    const { runWrite } = await import('../run-write.ts');
    const { WEBHOOK_WRITE } = await import('../../notifications/webhook-write.ts');
    return runWrite(WEBHOOK_WRITE, 'webhook', { ...options, request }, io);
  },
});

const EXAMPLE = '--name pager --url https://example.com/hook --types client:low_credit,client:instance_stopped';

const addIds = (parser: Parser): Parser =>
  addWriteOptions(
    parser.addArgument(new Argument('<id...>', 'ids of webhooks').argParser(each(oneId('a webhook', 12)))),
  );

const addParts = (parser: Parser, isWhole: boolean): Parser => {
  const add = (flags: string, text: string, read: (typed: string) => unknown) =>
    isWhole ? parser.requiredOption(flags, text, read) : parser.option(flags, text, read);
  add('--name <text>', 'its name', notEmpty);
  add('--url <address>', 'the https address that notifications go to', oneAddress);
  add('--types <type,...>', 'the types of events that it gets', commaList);
  return parser;
};

const oneAddress = expecting('Expected an address such as https://example.com/hook.', (text) =>
  /^https?:/i.test(text) && URL.canParse(text) ? text : undefined,
);
