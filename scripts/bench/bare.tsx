/** The same app drawn by Ink's own writer, for the ratio: Ink gets `process.stdin` and `process.stdout` as they are. */
import { render } from 'ink';
import { createServiceAccess } from '../../src/access/service-access.ts';
import { readSetup } from '../../src/access/setup.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import type { PanesOptions } from '../../src/cli/io.ts';
import { App } from '../../src/tui/app.tsx';
import { compose } from '../../src/tui/deck/compose.ts';

/** As often as the program itself draws. */
const FRAMES_PER_SECOND = 60;

const VERSION = 'bench';
const timeZone = Temporal.Now.timeZoneId();
const invocation = await readCommandLine(process.argv.slice(2), process.env, VERSION);
if (invocation.kind !== 'run' || invocation.command !== 'offers') throw new Error('opens the offers and nothing else');
// These are the options of a command that opens a pane.
const { start } = invocation.options as PanesOptions;
const setup = readSetup(invocation.wishes, timeZone);
if ('problem' in setup || setup.address.kind !== 'remote') throw new Error('needs the address of a service');
const { baseUrl, apiKey = '' } = setup.address;

const access = createServiceAccess(baseUrl, apiKey, {
  environment: process.env,
  clock: systemClock,
  version: VERSION,
  keySource: setup.keySource,
  onExchange: (exchange) => deck.exchanged(exchange),
});
const deck = compose({
  pane: 'offers',
  search: start,
  serviceName: setup.serviceName,
  clock: systemClock,
  random: Math.random,
  timeZone,
  size: { columns: process.stdout.columns, rows: process.stdout.rows },
  services: { others: [], switchTo: () => {}, useKey: undefined },
  terminal: {
    quit: () => {
      app.unmount();
      void access.close();
    },
    suspend: () => {},
    repaint: () => {},
    copy: async () => undefined,
  },
});
deck.connect(access);
const app = render(<App deck={deck} look={{ hasColour: true, isSparse: false }} />, {
  interactive: true,
  alternateScreen: true,
  exitOnCtrlC: false,
  patchConsole: false,
  maxFps: FRAMES_PER_SECOND,
});
