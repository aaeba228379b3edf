import { Box, Text, useInput, usePaste, useWindowSize } from 'ink';
import TextInput from 'ink-text-input';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { mount } from './support/terminal.ts';

/** A list as high as the terminal, with a mark in the gutter. */
const List = () => {
  const { columns, rows } = useWindowSize();
  const [at, setAt] = useState(0);
  const [note, setNote] = useState('');
  useInput((input, key) => {
    if (key.downArrow || input === 'j') setAt((row) => row + 1);
    else setNote((before) => before + (key.escape ? 'Esc ' : `${key.ctrl ? '^' : ''}${key.meta ? 'M-' : ''}${input} `));
  });
  usePaste((text) => setNote((before) => `${before}paste:${text.length} `));
  const height = rows - 1;
  const top = Math.max(0, at - height + 1);
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Text bold>{`${columns}x${rows} ${note}`}</Text>
      {Array.from({ length: height }, (_, line) => (
        <Text key={line} wrap="truncate">{`${top + line === at ? '>' : ' '} row ${top + line} ${'─'.repeat(20)}`}</Text>
      ))}
    </Box>
  );
};

/** A text field that listens by itself. */
const Form = ({ onSubmit }: { onSubmit: (value: string) => void }) => {
  const { columns, rows } = useWindowSize();
  const [value, setValue] = useState('');
  return (
    <Box width={columns} height={rows}>
      <Text>name </Text>
      <TextInput value={value} onChange={setValue} onSubmit={onSubmit} />
    </Box>
  );
};

test('a full screen of Ink is drawn as Ink means it, and a cursor move costs a few bytes', async () => {
  const terminal = await mount(() => <List />, { columns: 60, rows: 5 });
  expect(terminal.screen()).toEqual([
    '60x5',
    '> row 0 ────────────────────',
    '  row 1 ────────────────────',
    '  row 2 ────────────────────',
    '  row 3 ────────────────────',
  ]);
  terminal.bytesSent();
  await terminal.press('down');
  expect(terminal.screen()[2]).toBe('> row 1 ────────────────────');
  expect(terminal.bytesSent()).toBeLessThan(20);
  expect(terminal.emulator.scrollbackLines()).toBe(0);
  await terminal.unmount();
});

test('three keys in one chunk are three keys', async () => {
  const terminal = await mount(() => <List />, { columns: 60, rows: 6 });
  await terminal.send('jjj');
  expect(terminal.screen()[4]).toMatch(/^> row 3/);
  await terminal.unmount();
});

test('Esc and the key after it stay two keys, however fast they come', async () => {
  const terminal = await mount(() => <List />, { columns: 60, rows: 5 });
  await terminal.press('escape', 'x');
  expect(terminal.screen()[0]).toBe('60x5 Esc x');
  await terminal.unmount();
});

test('without a field, control keys and Alt keys reach the app, and a paste comes as one', async () => {
  const terminal = await mount(() => <List />, { columns: 60, rows: 5 });
  await terminal.press('ctrl-d', 'alt-b');
  await terminal.paste('q\rq\u001B[B');
  expect(terminal.screen()[0]).toBe('60x5 ^d M-b paste:6');
  await terminal.unmount();
});

test('the terminal grows and shrinks, and each time the screen is whole', async () => {
  const terminal = await mount(() => <List />, { columns: 60, rows: 5 });
  await terminal.resize(70, 7);
  expect(terminal.screen()).toHaveLength(7);
  expect(terminal.screen()[6]).toBe('  row 5 ────────────────────');
  await terminal.resize(10, 3);
  expect(terminal.screen()).toEqual(['10x3', '> row 0 ─…', '  row 1 ─…']);
  await terminal.resize(60, 4);
  expect(terminal.screen()[3]).toBe('  row 2 ────────────────────');
  await terminal.unmount();
});

test('typed ahead in one chunk, a backspace and Enter do what they say', async () => {
  const submitted: string[] = [];
  const terminal = await mount(() => <Form onSubmit={(value) => submitted.push(value)} />, { columns: 40, rows: 3 });
  await terminal.send('abc\u007Fxyz\r');
  expect(terminal.screen()[0]).toBe('name abxyz');
  expect(submitted).toEqual(['abxyz']);
  await terminal.unmount();
});

test('while text is typed, characters that arrive at once come as one, and keys between them stay keys', async () => {
  const heard: string[] = [];
  const Listener = () => {
    useInput((input, key) => heard.push(key.backspace ? 'backspace' : `${key.ctrl ? 'ctrl-' : ''}${input}`));
    return <Text>typing</Text>;
  };
  const terminal = await mount(() => <Listener />, { columns: 40, rows: 3, isTyping: () => true });
  await terminal.send('ab c\u007Fé👩‍🚀\u0015d');
  expect(heard).toEqual(['ab c', 'backspace', 'é👩‍🚀', 'ctrl-u', 'd']);
  await terminal.unmount();
});
