/** What there is to know of the terminal before anything is drawn on it, and how quickly it answers. */
import type { ReadStream, WriteStream } from 'node:tty';
import { capabilitiesOf, type Environment } from './capabilities.ts';
import { LinkMeter } from './link-meter.ts';
import type { After } from './sink.ts';
import { clipboardWay } from './users-side.ts';

/** The terminal as the environment tells of it. */
export const terminalLook = (environment: Environment) => {
  const { colourLevel, isAscii, isRemote, multiplexer, canMoveCursor } = capabilitiesOf(environment);
  const clipboard = clipboardWay({ environment, multiplexer });
  return { name: environment.TERM ?? '', colourLevel, isAscii, isRemote, multiplexer, canMoveCursor, clipboard };
};

const ANSWER = '\u001B[0n';
/** A line that takes longer is no line to work on. */
const PATIENCE_MS = 2000;

/** Milliseconds until the terminal has answered a query of its state; undefined when it does not. What is typed meanwhile is lost. */
export const measureLink = async (
  { stdin, stdout }: { readonly stdin: ReadStream; readonly stdout: WriteStream },
  { ticks, after }: { readonly ticks: () => number; readonly after: After },
): Promise<number | undefined> => {
  const meter = new LinkMeter(ticks);
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = '';
  const take = (bytes: Buffer): void => {
    received += bytes.toString('latin1');
    if (!received.includes(ANSWER)) return;
    meter.replied(ANSWER);
    resolve();
  };
  stdin.setRawMode(true);
  stdin.on('data', take);
  stdout.write(meter.rider());
  const cancel = after(PATIENCE_MS, resolve);
  await promise;
  cancel();
  stdin.off('data', take);
  stdin.setRawMode(false);
  stdin.pause();
  return meter.roundTripMs;
};
