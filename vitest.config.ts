import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Nothing of the program keeps state in its modules: files in one worker share what they import, a third of the time.
    isolate: false,
    // One is left out by default, for the one who counts: on two cores that would be half of them.
    maxWorkers: 2,
    // What tests run is what the build bundles: the packages as they are changed.
    globalSetup: ['./test/support/surroundings.ts'],
    execArgv: ['--import', './scripts/changed-packages/hook.ts'],
    env: { FORCE_COLOR: '0', NODE_ENV: 'production', INK_SCREEN_READER: 'false' },
    // These find what hangs; how slow a machine is fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
