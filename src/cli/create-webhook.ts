/** Creates a webhook from a command: shown as it will be sent, agreed to, claimed in the journal, sent once; the secret is printed. */
import { actRefusal } from '../access/setup.ts';
import { callOf, callWords } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { explain } from '../api/errors/explain.ts';
import type { WebhookRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { stampWords } from '../maintenance/moment-words.ts';
import { sendWebhook } from '../notifications/webhook-write.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';
import { writeText } from './record-writer.ts';
import { callLine, journalOf, nobodyToAsk, writeOutcome } from './sending.ts';
import type { WriteOptions } from './shared-options.ts';
import { withService } from './with-service.ts';

/** Lines of the journal that are looked through for one of the same name and address. */
const LOOKED_THROUGH = 1000;

/** Resolves to the exit code; every message has been written by then. */
export const createByCommand = async (
  request: WebhookRequest,
  { consent, isRepeatWanted, isJson, isAscii }: Omit<WriteOptions<unknown>, 'request' | 'ids'> & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck webhook: ${printable(text)}\n`);
  const call = callOf(CALLS.webhooks, request);
  complain(`From then on every notification of ${request.eventTypes.join(', ')} goes to ${request.url}.`);
  complain(`send ${callWords(call)}`);
  if (consent === 'dry-run') {
    await writeText(io.stdout, callLine(call));
    return EXIT.done;
  }
  if (consent === 'plan' || io.plan !== undefined) {
    const shown = [JSON.parse(callLine(call))];
    const consequences = [`Notifications go to ${request.url}.`];
    const ended = await io.plan?.(
      { calls: [call], shown, perHour: undefined, consequences, restsOn: {} },
      io,
      complain,
    );
    if (ended !== undefined) return ended;
  }
  const objection =
    actRefusal(io.setup, 'create') ?? (consent === 'given' ? undefined : await refusedName(request.name, io));
  if (objection !== undefined) {
    complain(objection);
    return EXIT.badUsage;
  }
  return withService(io, async ({ client }) => {
    const journal = journalOf(io, client);
    if ('problem' in journal) {
      complain(`${journal.problem} Nothing was sent.`);
      return EXIT.failed;
    }
    const { webhooks } = journal;
    const known = isRepeatWanted ? webhooks.list(LOOKED_THROUGH).map(({ line }) => line) : [];
    const end = await sendWebhook(request, { webhooks, known }, { client, clock: io.clock });
    if ('journalProblem' in end && end.journalProblem !== undefined) complain(end.journalProblem);
    switch (end.kind) {
      case 'accepted': {
        const { webhook, secret, secretProblem } = end.reply;
        if (secret === undefined)
          complain(
            secretProblem === undefined ? 'The answer held no signing secret.' : 'The secret that came cannot be used.',
          );
        const record = { webhook_id: webhook.id ?? null, outcome: 'accepted', ...request, secret: secret ?? null };
        const row = () => printable(`webhook ${webhook.id ?? '?'}  accepted  secret ${secret ?? '?'}`);
        await writeOutcome(io, `webhook ${webhook.id ?? ''}: accepted`, { row, record, isAscii, isJson });
        return EXIT.done;
      }
      case 'refused':
      case 'unknown': {
        const { tried, whatCameBack, whatToDo } = explain(end.error);
        for (const text of [tried, whatCameBack, whatToDo]) complain(text);
        return end.kind === 'unknown' ? EXIT.outcomeUnknown : exitCodeOf(end.error);
      }
      case 'overtaken': {
        const [twin] = end.standing;
        const when = stampWords(twin?.sentAtEpochMs ?? 0, io.setup.timeZone);
        const what = twin?.outcome.kind === 'accepted' ? 'was created' : 'was sent, outcome unknown,';
        complain(`Nothing was sent: a webhook of this name and address ${what} ${when}; --again sends it once more.`);
        return twin?.outcome.kind === 'accepted' ? EXIT.failed : EXIT.outcomeUnknown;
      }
      case 'held-back':
        complain('Nothing was sent.');
        return EXIT.failed;
    }
  });
};

/** Why it is not created, after its name was asked for; undefined where that was typed. */
const refusedName = async (name: string, { ask }: Pick<CommandIo, 'ask'>): Promise<string | undefined> => {
  if (ask === undefined) return nobodyToAsk('send');
  const typed = await ask(`Type the webhook's name, ${printable(name)}, to create it: `);
  return typed.trim() === name ? undefined : `Nothing was sent: to continue, type the name, ${name}.`;
};
