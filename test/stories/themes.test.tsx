/** Choosing the colours of the screen. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLooks } from '../../src/tui/looks.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import '../support/with-colour.ts';

/** The program on a dark terminal with 16 colours, and the folder of its theme. */
const start = async (theme?: string, problem?: string) => {
  const configFolder = mkdtempSync(join(tmpdir(), 'gpudeck-'));
  const file = join(configFolder, 'theme.json');
  if (theme !== undefined) writeFileSync(file, theme);
  let asked = 0;
  const looks = createLooks(
    { background: 'dark' },
    { colourLevel: 1, hasColour: true, isAscii: false, isPlain: false },
    {
      places: { configFolder },
      problem,
      redraw: () => {
        asked += 1;
      },
    },
  );
  const service = await startTestService({ offers: 20 });
  const { themes } = looks;
  const deck = await openDeck({ service, look: looks.look(), ...(themes !== undefined && { themes }) });
  return { deck, file, looks, redrawn: () => asked };
};

const openThemes = async (deck: OpenDeck) => {
  await deck.press('frame.palette');
  await deck.type('theme');
  await deck.press('palette.run');
};

/** The numbers of all colours on the screen, but for the pieces of themes that are not looked at. */
const coloursOn = (deck: OpenDeck) => {
  const lines = deck.drawn().filter((_, line) => !/^ {3}\w+ +title {2}label/.test(deck.screen()[line] ?? ''));
  return new Set(lines.flatMap((line) => line.map(({ colour }) => colour)));
};
const [GREEN, CYAN] = [2, 6];

describe('the themes', () => {
  test('are shown on the whole screen while one looks at them, and the one in use comes back with Esc', async () => {
    const { deck, file } = await start();
    await openThemes(deck);
    expect(deck.screen()[3]).toMatch(/^ > deck {8}title {2}label {2}1 key {2}-33% .* \+ running {2}! ends soon/);
    expect([...coloursOn(deck)]).toEqual(expect.arrayContaining([GREEN, CYAN]));
    expect(deck.screen()[8]).toMatch(/^ {3}safe {8}title {2}label /);
    for (let theme = 0; theme < 9; theme++) await deck.press('themes.down');
    expect(deck.screen()[9]).toMatch(/^ > plain /);
    expect([...coloursOn(deck)]).toEqual([undefined]);
    await deck.press('themes.close');
    expect([...coloursOn(deck)]).toContain(CYAN);
    expect(() => readFileSync(file)).toThrow('ENOENT');
    await deck.close();
  });

  test('are kept with Enter, beside what the file says by hand', async () => {
    const { deck, file, looks, redrawn } = await start('{"colours": {"accent": "blue"}}');
    await openThemes(deck);
    await deck.press('themes.down', 'themes.down', 'themes.keep');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ colours: { accent: 'blue' }, theme: 'gruvbox' });
    expect(deck.text()).toContain('The theme is gruvbox. theme.json keeps it for later runs.');
    expect(looks.themes?.inUse()).toBe('gruvbox');
    expect(redrawn()).toBe(1);
    await openThemes(deck);
    expect(deck.text()).toMatch(/^ > gruvbox /m);
    await deck.close();
  });

  test('hold until the end where the file cannot be written over, and say so', async () => {
    const { deck, file, looks } = await start('{"colours": ');
    await openThemes(deck);
    await deck.press('themes.down', 'themes.keep');
    expect(readFileSync(file, 'utf8')).toBe('{"colours": ');
    expect(deck.text()).toContain('The theme is catppuccin until you quit. It could not be kept: ');
    expect(looks.themes?.inUse()).toBe('catppuccin');
    await deck.close();
  });

  test('are not kept in a file of which a later run would use nothing', async () => {
    const text = '{"colours": {"acent": "blue"}}';
    const { deck, file } = await start(text, 'theme.json, line 1, colours.acent: is no role.');
    await openThemes(deck);
    await deck.press('themes.down', 'themes.keep');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(deck.text()).toContain('until you quit. It could not be kept: theme.json, line 1, colours.acent');
    await deck.close();
  });

  test('are not offered where no colour is shown', async () => {
    const { themes } = createLooks(
      {},
      { colourLevel: 3, hasColour: false, isAscii: false, isPlain: false },
      { places: { configFolder: '/nowhere' }, redraw: () => {} },
    );
    expect(themes).toBeUndefined();
  });
});

test('true colours are used only on a line that has proved fast', () => {
  const { look } = createLooks(
    { background: 'light', theme: 'nord' },
    { colourLevel: 3, hasColour: true, isAscii: false, isPlain: false },
    { places: { configFolder: '/nowhere' }, redraw: () => {} },
  );
  expect(look().coloursOf?.({ isQuick: false, theme: undefined })).toMatchObject({ accent: 'ansi256(60)' });
  expect(look().coloursOf?.({ isQuick: true, theme: undefined })).toMatchObject({ accent: '#4b678a' });
  expect(look().coloursOf?.({ isQuick: true, theme: 'safe' })).toMatchObject({ accent: '#006aa6' });
});
