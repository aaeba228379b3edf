/** Runs `ls` or `du` on a stopped instance, where the service does that, and prints what comes. Text from the machine goes out as text only. */

import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { writeText } from './record-writer.ts';
import { readForCommand, withService } from './with-service.ts';

/** Resolves to the exit code. */
export const execute = (instanceId: number, command: string, io: CommandIo): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const complain = (text: string): void => io.writeError(`gpudeck instance execute: ${text}\n`);
    const reading = {
      read: 'runCommand',
      call: (call: object) => client.output({ instanceId, command }, call),
    } as const;
    const output = await readForCommand(reading, client, io);
    if (output === undefined) {
      complain('this service runs no commands on instances');
      return EXIT.failed;
    }
    if (output.isCut) complain('there is more than what is read of it: the end is missing');
    const lines = output.unfinished === '' ? output.lines : [...output.lines, output.unfinished];
    await writeText(io.stdout, lines.map((line) => `${line}\n`).join(''));
    return EXIT.done;
  });
