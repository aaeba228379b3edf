/** The root of the screen takes no part in Ink's own focus: React would keep an update of every Esc that Ink answers. */
import { Box, Text, useFocus } from 'ink';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { App } from '../src/tui/app.tsx';
import { openDeck } from './support/deck.tsx';
import { startTestService } from './support/local-service.ts';

const Focusable = () => <Text>{useFocus({ autoFocus: true }).isFocused ? 'has the focus' : 'has no focus'}</Text>;

test('nothing gets the focus that Ink gives, not even what asks for it', async () => {
  const service = await startTestService({ offers: 5, seed: 11 });
  const { deck, close } = await openDeck({ service });
  const { lastFrame, unmount } = render(
    <Box flexDirection="column">
      <Focusable />
      <App deck={deck} look={{ hasColour: false, isSparse: false }} />
    </Box>,
  );
  expect(lastFrame()).toContain('has no focus');
  unmount();
  await close();
});
