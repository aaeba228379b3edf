import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FrameWriter } from '../src/terminal/frame-writer.ts';
import { PlainPainter } from '../src/terminal/plain-painter.ts';
import { fakeSink } from './support/fake-sink.ts';
import { inkFrame } from './support/ink-output.ts';
import { manualAfter } from './support/manual-after.ts';

/** Longer than a picture has to stand still, and shorter than a pause in typing. */
const A_MOMENT_MS = 150;
const A_PAUSE_MS = 1000;

const BOLD = '\u001B[1m';
const NOT_BOLD = '\u001B[22m';
/** The text cursor on a character, as it is drawn. */
const under = (character: string) => `\u001B[7m${character}\u001B[27m`;

const openPlain = ({
  columns = 40,
  rows = 8,
  greeting = [] as string[],
  isAscii = false,
  rowsInWords = {} as Record<string, readonly string[]>,
} = {}) => {
  const clock = manualAfter();
  const sink = fakeSink(columns, rows);
  const writer = new FrameWriter({
    sink,
    after: clock.after,
    painter: (onDue) =>
      new PlainPainter({ after: clock.after, onDue, greeting, rowInWords: (row) => rowsInWords[row] }),
    isAscii,
    onLost: (error) => expect.unreachable(error.message),
  });
  let painted = 0;
  let reported = 0;
  /** Draws a page as Ink does. */
  const draw = async (...lines: string[]) => {
    writer.write(inkFrame(lines, painted));
    painted = lines.length;
    await Promise.resolve();
  };
  /** Lets time pass, and waits until what is due has been sent. */
  const wait = async (ms: number) => {
    clock.elapse(ms);
    await Promise.resolve();
  };
  /** What was sent since the last call. */
  const said = () => {
    const text = sink.sent.slice(reported).join('');
    reported = sink.sent.length;
    return text;
  };
  /** Draws a page, and returns what is sent of it once it stands still. */
  const show = async (...lines: string[]) => {
    await draw(...lines);
    await wait(A_MOMENT_MS);
    return said();
  };
  return { writer, sink, draw, wait, said, show };
};

const LIST = (current: number, ...rows: string[]) => [
  'Offers',
  '',
  ...rows.map((row, at) => (at === current ? ` > ${BOLD}${row}${NOT_BOLD}` : `   ${row}`)),
];

describe('a page', () => {
  test('is sent whole at first, line by line, behind a word about the manner, without a single control sequence', async () => {
    const { show } = openPlain({ greeting: ['Lines are appended.'] });
    expect(
      await show('Offers', '', '─────', ` > ${BOLD}one${NOT_BOLD}   1.20`, '   two   1.30   ', '', ' ? help'),
    ).toBe('Lines are appended.\nOffers\n > one   1.20\n   two   1.30\n ? help\n');
  });

  test('that did not change says nothing', async () => {
    const { show } = openPlain();
    await show(...LIST(0, 'one', 'two'));
    expect(await show(...LIST(0, 'one', 'two'))).toBe('');
  });

  test('says each line that changed, and nothing of one that went', async () => {
    const { show } = openPlain();
    await show('Offers   41 of 41', 'a message', 'one');
    expect(await show('Offers   38 of 41', '', 'one')).toBe('Offers   38 of 41\n');
    expect(await show('Offers   38 of 41', 'That is refused.', 'one')).toBe('That is refused.\n');
  });

  test('is not sent before it has stood still, however often it changed until then', async () => {
    const { draw, wait, said } = openPlain();
    await draw('one');
    await wait(80);
    await draw('two');
    await wait(80);
    expect(said()).toBe('');
    await wait(80);
    expect(said()).toBe('two\n');
  });

  test('is sent once more, whole, when it is asked for', async () => {
    const { show, writer, wait, said } = openPlain({ greeting: ['Lines are appended.'] });
    await show(...LIST(1, 'one', 'two'));
    writer.repaint();
    await Promise.resolve();
    await wait(A_MOMENT_MS);
    expect(said()).toBe('Offers\n   one\n > two\n');
  });

  test('has no line that is wider than the terminal, and only ASCII where there is nothing else', async () => {
    const { show } = openPlain({ columns: 10, isAscii: true });
    expect(await show('São Paulo, Brasil', '漢字漢字漢字')).toBe('Sao Paulo,\n??????????\n');
  });
});

test('the row of a table says with each figure what it is, in lines of whole figures', async () => {
  const rowsInWords = { '0.2103  1x RTX 4090': ['$/h 0.2103', 'GPU 1x RTX 4090'], '0.1  9': ['$/h 0.1', 'n 9'] };
  const { show } = openPlain({ columns: 24, rowsInWords });
  expect(await show('Offers', '    $/h   GPU', ' > 0.2103  1x RTX 4090', '*  0.1  9')).toBe(
    'Offers\n    $/h   GPU\n > $/h 0.2103\n   GPU 1x RTX 4090\n*  $/h 0.1, n 9\n',
  );
  expect(await show('Offers', '    $/h   GPU', '   0.2103  1x RTX 4090', '*> 0.1  9')).toBe('*> $/h 0.1, n 9\n');
});

test('a part of a row that stands out for itself is not said when the cursor leaves it', async () => {
  const { show } = openPlain();
  await show(`${BOLD} > ! exited${NOT_BOLD}  4711`, '   + running  4712');
  const left = await show(`   ${BOLD}! exited${NOT_BOLD}  4711`, `${BOLD} > + running${NOT_BOLD}  4712`);
  expect(left).toBe(' > + running  4712\n');
});

describe('the row under the cursor', () => {
  test('is said after a move, whole and alone', async () => {
    const { show } = openPlain();
    await show(...LIST(0, 'one   1.20', 'two   1.30', 'three 1.40'));
    expect(await show(...LIST(1, 'one   1.20', 'two   1.30', 'three 1.40'))).toBe(' > two   1.30\n');
  });

  test('is said alone when the list scrolls by a row, downwards and upwards', async () => {
    const { show } = openPlain();
    await show(...LIST(3, 'one', 'two', 'three', 'four'));
    expect(await show(...LIST(3, 'two', 'three', 'four', 'five'))).toBe(' > five\n');
    await show(...LIST(0, 'two', 'three', 'four', 'five'));
    expect(await show(...LIST(0, 'one', 'two', 'three', 'four'))).toBe(' > one\n');
  });

  test('is said alone where choices stand side by side', async () => {
    const { show } = openPlain();
    await show('   ( ) power     > ( ) gpu', '   ( ) disk        ( ) other');
    expect(await show('   ( ) power       ( ) gpu', '   ( ) disk      > ( ) other')).toBe(
      '   ( ) disk      > ( ) other\n',
    );
  });

  test('is said alone where a second mark tells the column, and is said again when only that moves', async () => {
    const { show } = openPlain();
    await show(' > one   > email   webhook', '   two     email   webhook');
    expect(await show('   one     email   webhook', ' > two   > email   webhook')).toBe(' > two   > email   webhook\n');
    expect(await show('   one     email   webhook', ' > two     email > webhook')).toBe(' > two     email > webhook\n');
  });

  test('is the only one said of all that it passed while a key was held down', async () => {
    const { draw, show } = openPlain();
    await show(...LIST(0, 'one', 'two', 'three', 'four'));
    await draw(...LIST(1, 'one', 'two', 'three', 'four'));
    await draw(...LIST(2, 'one', 'two', 'three', 'four'));
    expect(await show(...LIST(3, 'one', 'two', 'three', 'four'))).toBe(' > four\n');
  });
});

describe('a list', () => {
  test('that was turned by a page says all its rows', async () => {
    const { show } = openPlain();
    await show(...LIST(0, 'one', 'two', 'three'));
    expect(await show(...LIST(0, 'four', 'five', 'six'))).toBe(' > four\n   five\n   six\n');
  });

  test('that was put in another order says all rows that stand elsewhere', async () => {
    const { show } = openPlain();
    await show(...LIST(0, 'one', 'two', 'three', 'four'));
    expect(await show(...LIST(0, 'four', 'three', 'two', 'one'))).toBe(' > four\n   three\n   two\n   one\n');
  });

  test('in which only the emphasis moved says what it came to', async () => {
    const { show } = openPlain();
    await show(`   ${BOLD}$/h${NOT_BOLD}   GPU   Where`, ' > 1.20');
    expect(await show(`   $/h   ${BOLD}GPU${NOT_BOLD}   Where`, ' > 1.20')).toBe('GPU\n');
  });
});

describe('a line that is typed into', () => {
  const form = (typed: string, list: readonly string[] = ['one', 'two'], found = '2 of 2') => [
    ` / ${typed}${' '.repeat(20 - stripVTControlCharacters(typed).length)}${found}`,
    '   also sent: verified',
    '',
    ` > ${BOLD}${list[0]}${NOT_BOLD}`,
    ...list.slice(1).map((row) => `   ${row}`),
  ];

  test('echoes what is typed at its end at once, and repeats nothing', async () => {
    const { show, draw, said } = openPlain();
    await show(...form('no filter'));
    expect(await show(...form(under(' ')))).toBe(' / ');
    await draw(...form(`4${under(' ')}`));
    expect(said()).toBe('4');
    await draw(...form(`40${under(' ')}`));
    await draw(...form(`4090${under(' ')}`));
    expect(said()).toBe('090');
  });

  test('is said anew, once, when more was done to it than that', async () => {
    const { show, draw } = openPlain();
    await show(...form(under(' ')));
    await draw(...form(`4090${under(' ')}`));
    await draw(...form(`409${under(' ')}`));
    expect(await show(...form(`40${under(' ')}`))).toBe('4090\n / 40');
    expect(await show(...form(`4${under('0')}`))).toBe('\n / 4|0\n');
    expect(await show(...form(`42${under('0')}`))).toBe(' / 42|0\n');
  });

  test('says in a pause what is found and what is wrong with it, and keeps the rest until it is left', async () => {
    const { show, draw, wait, said } = openPlain();
    await show(...form(under(' '), ['one', 'two', 'three']));
    await draw(...form(`4${under(' ')}`, ['four', 'fourteen', 'forty'], '3 of 41'));
    await wait(A_MOMENT_MS);
    expect(said()).toBe('4');
    await wait(A_PAUSE_MS);
    expect(said()).toBe('\n   3 of 41\n > four\n / 4');
    expect(await show(...form('4', ['four', 'fourteen', 'forty'], '3 of 41'))).toBe('\n   fourteen\n   forty\n');
  });

  test('that takes the place of another one comes with everything around it', async () => {
    const { show } = openPlain();
    await show('Steps: > Start - Length', '', '   in 36 hours', '', `   Start: +36h${under(' ')}`);
    expect(await show('Steps: + Start > Length', '', '   2 hours', '', `   Length: ${under(' ')}`)).toBe(
      '\nSteps: + Start > Length\n   2 hours\n   Length: ',
    );
  });
});

test('a terminal that takes nothing for a while is sent the newest page only', async () => {
  const { show, sink, draw, wait, said } = openPlain();
  await show('one');
  sink.block();
  await show('two');
  await draw('three');
  await wait(A_MOMENT_MS);
  await draw('four');
  await wait(A_MOMENT_MS);
  expect(said()).toBe('');
  sink.drain();
  await wait(A_MOMENT_MS);
  await wait(A_MOMENT_MS);
  expect(said()).toBe('four\n');
});
