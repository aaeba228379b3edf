/** A small program on the terminal layer alone, for tests of how the terminal is taken and given back. */
import { takeTerminal } from '../../src/terminal/terminal.ts';

let typed = '';
let background = 'not told';

const { writer, keys, session, lend } = takeTerminal({
  process,
  stdin: process.stdin,
  stdout: process.stdout,
  environment: process.env,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
  isAsciiAsked: false,
  isPlainAsked: process.argv.includes('--plain'),
  keyFor: (id) => (id === 'frame.help' ? '?' : 'Ctrl-L'),
  rowInWords: () => undefined,
  isTyping: () => false,
  onPaste: () => {},
  ...(process.argv.includes('--mouse') && {
    onMouse(event) {
      typed += `<${event.kind}>`;
      paint();
    },
  }),
  onBackground(told) {
    background = told;
    paint();
  },
  onEnd(ending) {
    process.stderr.write(`ended: ${ending.kind === 'crash' ? String(ending.error) : ending.kind}\n`);
    process.exit(9);
  },
});

function paint(): void {
  const lines = [
    `program ${process.pid} ${writer.columns}x${writer.rows}`,
    `typed: ${typed}`,
    `background: ${background}`,
  ];
  writer.write(`\u001B[?2026h\u001B[H\u001B[J${lines.join('\n')}\u001B[?2026l`);
}

async function quit(): Promise<void> {
  await session.leave();
  process.exit(0);
}

/** More pictures than any terminal takes unread; then quits. */
async function floodAndQuit(): Promise<void> {
  for (let round = 0; round < 400; round++) {
    const line = String.fromCharCode(0x61 + (round % 26)).repeat(writer.columns);
    writer.write(
      `\u001B[?2026h\u001B[H\u001B[J${Array.from({ length: writer.rows }, () => line).join('\n')}\u001B[?2026l`,
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await quit();
}

/** To whatever ssh is on PATH. */
async function visitSsh(): Promise<void> {
  const end = await lend({ program: 'ssh', args: ['-p', '41022', '--', 'root@203.0.113.7'], told: 'visiting' });
  typed += `<${JSON.stringify(end)}>`;
  paint();
}

const actions: Readonly<Record<string, () => void>> = {
  q: () => void quit(),
  z: () => void session.suspend(),
  e() {
    throw new Error('nobody caught this');
  },
  r: () => void Promise.reject(new Error('nobody awaited this')),
  f: () => void floodAndQuit(),
  s: () => void visitSsh(),
};

keys.on('readable', () => {
  const key = keys.read() ?? '';
  typed += key === '\u001B[27u' ? 'Esc' : key;
  paint();
  actions[key]?.();
});
writer.on('resize', paint);
writer.write('\u001B[?25l');
paint();
