import { expect, test } from 'vitest';
import { cellPainter } from '../src/terminal/frame-difference.ts';
import { FrameWriter } from '../src/terminal/frame-writer.ts';
import { openEmulator } from './support/emulator.ts';
import { fakeSink } from './support/fake-sink.ts';
import { inkFrame } from './support/ink-output.ts';
import { manualAfter } from './support/manual-after.ts';

const FULL_PAINT = '\u001B[m\u001B[?25l\u001B[r\u001B[H\u001B[J';

function openWriter({ columns = 20, rows = 4, isSynchronized = true, rider = (): string => '' } = {}) {
  const clock = manualAfter();
  const emulator = openEmulator(columns, rows);
  const sink = fakeSink(columns, rows, (bytes) => emulator.write(bytes));
  const lost: string[] = [];
  const writer = new FrameWriter({
    sink,
    after: clock.after,
    painter: () => cellPainter({ canScroll: true, canRepeat: false, isSynchronized }),
    rider,
    onLost: (error) => lost.push(error.message),
  });
  writer.write('\u001B[?25l');
  let painted = 0;
  /** Paints as Ink does and waits until the terminal shows it. */
  const paint = async (...lines: string[]) => {
    writer.write(inkFrame(lines, painted));
    painted = lines.length;
    await writer.settled();
  };
  return { clock, emulator, sink, writer, lost, paint };
}

test('while no picture comes, nothing is sent, however much time passes', async () => {
  const { clock, sink, writer, paint } = openWriter({ rider: () => '\u001B[5n' });
  await paint('offers', 'one', 'two', 'three');
  await paint('offers', 'one', 'two', 'three');
  clock.elapse(24 * 3600 * 1000);
  await writer.settled();
  expect(sink.sent).toHaveLength(1);
});

test('the first frame is painted whole, and the next one as the cells that differ', async () => {
  const { sink, paint, emulator } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  await paint('offers', 'one', 'ten', 'three');
  expect(sink.sent).toEqual([`${FULL_PAINT}offers\r\none\r\ntwo\r\nthree`, '\u001B[3;2Hen']);
  expect(emulator.screen()).toEqual(['offers', 'one', 'ten', 'three']);
});

test('a frame that is the same sends nothing', async () => {
  const { sink, paint } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  await paint('offers', 'one', 'two', 'three');
  expect(sink.sent).toHaveLength(1);
});

test('a style is changed by what differs and ends with the line', async () => {
  const { sink, paint } = openWriter();
  await paint('plain', '', '', '');
  await paint('\u001B[1mbold\u001B[22m \u001B[1;31mred\u001B[39;22m', '', '', '');
  expect(sink.sent[1]).toBe('\u001B[H\u001B[1mbold\u001B[m \u001B[1;31mred\u001B[m');
});

test('a link goes with its words and ends behind them, and its address is kept when it alone changes', async () => {
  const { sink, paint } = openWriter();
  const link = (address: string) => `see \u001B]8;;${address}\u0007here\u001B]8;;\u0007 now`;
  await paint('offers', '', '', '');
  await paint(link('https://a.example/'), '', '', '');
  await paint(link('https://b.example/'), '', '', '');
  expect(sink.sent.slice(1)).toEqual([
    '\u001B[Hsee \u001B]8;;https://a.example/\u001B\\here\u001B]8;;\u001B\\ now',
    '\u001B[;5H\u001B]8;;https://b.example/\u001B\\here\u001B]8;;\u001B\\',
  ]);
});

test('a line that lost its end is erased from there on', async () => {
  const { sink, paint } = openWriter();
  await paint('a long line', '', '', '');
  await paint('a', '', '', '');
  expect(sink.sent[1]).toBe('\u001B[;2H\u001B[K');
});

test('lines that moved up are moved by the terminal', async () => {
  const { sink, paint, emulator } = openWriter({ columns: 60 });
  const rows = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `${name} ${name.repeat(6)}`);
  await paint('head', rows[0] ?? '', rows[1] ?? '', rows[2] ?? '');
  await paint('head', rows[1] ?? '', rows[2] ?? '', rows[3] ?? '');
  expect(sink.sent[1]).toBe(`\u001B[2;4r\u001B[4H\n\r${rows[3]}\u001B[;4r`);
  expect(emulator.screen()).toEqual(['head', rows[1], rows[2], rows[3]]);
});

test('the mark of a chosen row leaves its line on the way to the one that is uncovered, upwards and downwards', async () => {
  const { sink, paint, emulator } = openWriter({ columns: 60 });
  const rows = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `${name} ${name.repeat(6)}`);
  const head = '='.repeat(59);
  const unmarked = (at: number) => `  ${rows[at]}`;
  const marked = (at: number) => `> ${rows[at]}`;
  await paint(head, unmarked(0), unmarked(1), marked(2));
  await paint(head, unmarked(1), unmarked(2), marked(3));
  expect(sink.sent[1]).toBe(`\u001B[2;4r\u001B[4H \n\r${marked(3)}\u001B[;4r`);
  expect(emulator.screen()).toEqual([head, unmarked(1), unmarked(2), marked(3)]);
  await paint(head, marked(1), unmarked(2), unmarked(3));
  await paint(head, marked(0), unmarked(1), unmarked(2));
  expect(sink.sent[3]).toBe(`\u001B[2;4r\r\n \u001BM\r${marked(0)}\u001B[;4r`);
  expect(emulator.screen()).toEqual([head, marked(0), unmarked(1), unmarked(2)]);
});

test('while the terminal takes nothing only the newest frame waits', async () => {
  const { sink, writer, emulator } = openWriter();
  sink.block();
  for (let count = 0; count < 300; count++) {
    writer.write(inkFrame([`row ${count}`, '', '', ''], count === 0 ? 0 : 4));
    await Promise.resolve();
  }
  expect(sink.sent).toHaveLength(1);
  sink.drain();
  await writer.settled();
  expect(sink.sent).toHaveLength(2);
  expect(sink.sent[1]).toBe('\u001B[;5H299');
  expect(emulator.screen()[0]).toBe('row 299');
  expect(writer.traffic.updates).toBe(2);
  expect(writer.traffic.skipped).toBe(299);
});

test('a write is called back though the terminal takes nothing, so that quitting does not wait', async () => {
  const { sink, writer } = openWriter();
  sink.block();
  writer.write(inkFrame(['held', '', '', ''], 0));
  await new Promise<void>((resolve) => {
    writer.write('', () => resolve());
  });
  expect(sink.sent).toHaveLength(1);
});

test('half a frame is never shown', async () => {
  const { sink, writer, paint } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  writer.write('\u001B[?2026h\u001B[2K\u001B[1A\u001B[2K\u001B[1A');
  await Promise.resolve();
  expect(sink.sent).toHaveLength(1);
});

test('a frame that Ink clears and writes anew between two marks is still only a difference', async () => {
  const { sink, writer, paint } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  writer.write('\u001B[?2026h\u001B[1;1H\u001B[Joffers\none\ntwo\nfour\u001B[?2026l');
  await writer.settled();
  expect(sink.sent[1]).toBe('\u001B[4Hfour ');
});

test('long updates are marked as one, unless that is switched off', async () => {
  const lines = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40));
  const marked = openWriter({ columns: 40 });
  await marked.paint(...lines);
  expect(marked.sink.sent[0]).toMatch(/^\u001B\[\?2026h.*\u001B\[\?2026l$/s);
  const bare = openWriter({ columns: 40, isSynchronized: false });
  await bare.paint(...lines);
  expect(bare.sink.sent[0]).not.toContain('2026');
});

test('a cursor that Ink shows is hidden while lines are painted and put in its place afterwards', async () => {
  const { sink, writer, emulator, paint } = openWriter();
  await paint('name:', '', '', '');
  writer.write(
    `${inkFrame(['name: x', '', '', ''], 4).replace('\u001B[?2026l', '')}\u001B[3A\u001B[8G\u001B[?25h\u001B[?2026l`,
  );
  await writer.settled();
  expect(emulator.cursor()).toEqual({ column: 7, row: 0 });
  writer.write('\u001B[?2026h\u001B[?25l\u001B[3B\u001B[G');
  writer.write(
    `${inkFrame(['name: xy', '', '', ''], 4).slice('\u001B[?2026h'.length, -'\u001B[?2026l'.length)}\u001B[3A\u001B[9G\u001B[?25h\u001B[?2026l`,
  );
  await writer.settled();
  expect(sink.sent.at(-1)).toBe('\u001B[?25l\u001B[;8Hy\u001B[?25h');
});

test('a storm of resizes ends in one repaint, 80 ms after the last', async () => {
  const { clock, sink, writer, emulator, paint } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  const sizes: string[] = [];
  writer.on('resize', () => {
    sizes.push(`${writer.columns}x${writer.rows}`);
    writer.write(inkFrame(['wide offers', '1'], 4));
  });
  for (const columns of [21, 25, 30]) {
    emulator.resize(columns, 2);
    sink.resize(columns, 2);
    clock.elapse(79);
  }
  expect(sizes).toEqual([]);
  expect(writer.columns).toBe(20);
  clock.elapse(1);
  await writer.settled();
  expect(sizes).toEqual(['30x2']);
  expect(sink.sent.slice(1)).toEqual([`${FULL_PAINT}wide offers\r\n1`]);
});

test('a frame for the old size is held back while the size changes', async () => {
  const { clock, sink, writer, paint } = openWriter();
  await paint('offers', '', '', '');
  sink.resize(30, 3);
  writer.write(inkFrame(['late', '', '', ''], 4));
  await Promise.resolve();
  expect(sink.sent).toHaveLength(1);
  clock.elapse(80);
  await writer.settled();
  expect(sink.sent).toHaveLength(2);
});

test('a frame that reads the same in the new size is shown though Ink does not write it again', async () => {
  const { clock, sink, writer, emulator, paint } = openWriter({ columns: 8 });
  await paint('offers', 'one', 'two', 'in日');
  emulator.resize(12, 4);
  sink.resize(12, 4);
  clock.elapse(80);
  await writer.settled();
  expect(emulator.screen()).toEqual(['offers', 'one', 'two', 'in日']);
});

test('Ctrl-L repaints everything, whatever stands on the screen', async () => {
  const { writer, emulator, paint } = openWriter();
  await paint('offers', 'one', 'two', 'three');
  await emulator.write('\u001B[2;2HA message from elsewhere\u001B[2;3r\u001B[41m');
  writer.repaint();
  await writer.settled();
  expect(emulator.screen()).toEqual(['offers', 'one', 'two', 'three']);
});

test('nothing is painted while the terminal is lent, and everything when it is back', async () => {
  const { sink, writer, paint } = openWriter();
  await paint('offers', '', '', '');
  writer.pause();
  writer.write(inkFrame(['changed', '', '', ''], 4));
  await Promise.resolve();
  expect(sink.sent).toHaveLength(1);
  writer.resume();
  await writer.settled();
  expect(sink.sent[1]).toBe(`${FULL_PAINT}changed`);
});

test('a sequence outside the picture is sent once, ahead of the next update, though frames are skipped', async () => {
  const { sink, writer } = openWriter();
  sink.block();
  writer.write(inkFrame(['one', '', '', ''], 0));
  await Promise.resolve();
  writer.send('\u001B]52;c;eA==\u0007');
  writer.write(inkFrame(['two', '', '', ''], 4));
  writer.write(inkFrame(['ten', '', '', ''], 4));
  sink.drain();
  await writer.settled();
  expect(sink.sent[1]).toBe('\u001B]52;c;eA==\u0007\u001B[Hten');
});

test('a query rides on updates that are sent anyway, and causes none', async () => {
  const { sink, paint } = openWriter({ rider: () => '\u001B[5n' });
  await paint('offers', '', '', '');
  await paint('offers', '', '', '');
  expect(sink.sent).toEqual([`${FULL_PAINT}offers\u001B[5n`]);
});

test('a terminal that is gone is reported once and written to no more', async () => {
  const { sink, writer, lost, paint } = openWriter();
  await paint('offers', '', '', '');
  sink.breakOff(new Error('write EPIPE'));
  await paint('changed', '', '', '');
  await paint('again', '', '', '');
  expect(lost).toEqual(['write EPIPE']);
  expect(sink.sent).toHaveLength(1);
  await writer.settled();
});

test('control sequences that are no part of a picture do not reach the terminal', async () => {
  const { sink, emulator, paint } = openWriter();
  await paint('a\u001B]0;title\u0007b', 'c\u001B[6nd', 'e\u001BP+q\u001B\\f', 'g\u001B[?1049lh\u0085\u0007');
  expect(sink.sent[0]).toBe(`${FULL_PAINT}ab\r\ncd\r\nef\r\ngh`);
  expect(emulator.screen()).toEqual(['ab', 'cd', 'ef', 'gh']);
});

test('a line that is too wide is cut off and a frame that is too high loses its last lines', async () => {
  const { emulator, paint } = openWriter({ columns: 6 });
  await paint('123456789', '12345日', 'three', 'four', 'five', 'six');
  expect(emulator.screen()).toEqual(['123456', '12345', 'three', 'four']);
});
