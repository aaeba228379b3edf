/** A guest on the main screen: what is run is said first, and what went wrong stays until the user has read it. */
import { type Guest, type GuestEnd, runGuest } from './guest.ts';
import type { Sink } from './sink.ts';

/** A guest, and the line that says what is run; printable. */
export type Visitor = Guest & { readonly told: string };

/** `process.stdin`, as far as it is read until Enter. */
type VisitInput = {
  setRawMode(isRaw: boolean): unknown;
  read(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  off(event: 'readable', listener: () => void): unknown;
};

type House = Parameters<typeof runGuest>[1] & { readonly input: VisitInput; readonly sink: Pick<Sink, 'interrupt'> };

/** With this ssh says that it failed itself: there was no connection, or it broke off. */
const OWN_FAILURE = 255;

/** Runs it to its end. */
export const visit = async (visitor: Visitor, house: House): Promise<GuestEnd> => {
  const { input, sink } = house;
  sink.interrupt(`${visitor.told}\n`);
  const end = await runGuest(visitor, house);
  const trouble = troubleOf(end);
  if (trouble === undefined) return end;
  // What is still being typed was meant for the guest: raw, so that none of it ends the input.
  input.setRawMode(true);
  sink.interrupt(`\n${visitor.program} ${trouble}. Enter goes back to gpudeck.\n`);
  await enterPressed(input);
  return end;
};

/** What the user has to read; undefined where the guest ended by itself, or never began. */
const troubleOf = (end: GuestEnd): string | undefined => {
  switch (end.kind) {
    case 'exited':
      return end.code === OWN_FAILURE ? `ended with exit code ${end.code}` : undefined;
    case 'killed':
      return `was ended by ${end.signal}`;
    case 'missing':
    case 'failed':
      return undefined;
  }
};

/** Ctrl-C and Ctrl-D go back too. */
const GOES_BACK = /[\r\n\u0003\u0004]/;

const enterPressed = (input: VisitInput): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      let typed = '';
      for (let chunk = input.read(); chunk !== null; chunk = input.read()) typed += String(chunk);
      if (!GOES_BACK.test(typed)) return;
      input.off('readable', look);
      resolve();
    };
    input.on('readable', look);
  });
