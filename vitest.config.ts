import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    env: { FORCE_COLOR: '0', NODE_ENV: 'test', INK_SCREEN_READER: 'false' },
    testTimeout: 20_000,
  },
});
