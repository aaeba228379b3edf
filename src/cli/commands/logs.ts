/** `gpudeck logs`: prints the last lines of an instance's log, and those that come. Text from the machine goes out as text only. */
import { LOG_BOUNDS } from '../../api/records/log-lines.ts';
import { GAP, LOG_TAIL, newLines } from '../../instances/log-growth.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeText } from '../record-writer.ts';
import { addExamples, expecting, instanceId } from '../shared-options.ts';

type Options = {
  readonly id: number;
  /** At least 1. */
  readonly tail: number;
  readonly isFollowed: boolean;
};

/** The command. */
export const logs = commandOf<Options>({
  effect: { does: 'reads', prints: { text: 'log' } },
  addOptions: (parser, onOptions) => {
    parser
      .argument('<id>', 'id of the instance', instanceId)
      .option('--tail <n>', 'how many of the last lines', lineCount, LOG_TAIL)
      .option('--follow', 'go on with the lines that come, asking every 5 s')
      .action((id: number, { tail, follow }: { tail: number; follow?: true }) =>
        onOptions({ id, tail, isFollowed: follow ?? false }),
      );
    addExamples(parser, 'logs 4711', 'logs 4711 --tail 20 --follow');
  },
  isServiceCalled: () => true,
  run: async ({ id, tail, isFollowed }, io) => {
    const complain = (text: string): void => io.writeError(`gpudeck logs: ${text}\n`);
    const { readForCommand, withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      // What joins two answers is looked for among the lines of both.
      const request = { instanceId: id, tail: isFollowed ? Math.max(tail, LOG_TAIL) : tail };
      let known: readonly string[] | undefined;
      for (;;) {
        // The pacing of the call keeps 5 s between two of them.
        const reading = { read: 'requestLogs', call: (call: object) => client.log(request, call) } as const;
        const log = await readForCommand(reading, client, io);
        if (log === undefined) {
          complain('this service gives no logs of instances');
          return EXIT.failed;
        }
        if (log.isCut && known === undefined) complain('the log is longer than what is read of it: its end is missing');
        const whole = isFollowed || log.unfinished === '' ? log.lines : [...log.lines, log.unfinished];
        const [first, ...others] = known === undefined ? whole.slice(-tail) : newLines(known, whole);
        if (first === GAP) complain('some lines may be missing here');
        const printed = first === undefined || first === GAP ? others : [first, ...others];
        known = whole;
        const isRead = await writeText(io.stdout, printed.map((line) => `${line}\n`).join(''));
        if (!isRead || !isFollowed) return EXIT.done;
      }
    });
  },
});

const lineCount = expecting(`Expected a number of lines from 1 to ${LOG_BOUNDS.lines}.`, (text) => {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return count < 1 || count > LOG_BOUNDS.lines ? undefined : count;
});
