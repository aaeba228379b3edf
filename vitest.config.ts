import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Workers go on from file to file, so that packages are loaded once; the project's own modules are fresh for each file.
    isolate: false,
    setupFiles: ['./test/support/fresh-modules.ts'],
    // By default one core is left out, for the one who counts: on two cores that would be half of them. A third uses the time in which
    // tests wait for programs and thresholds.
    maxWorkers: 3,
    globalSetup: ['./test/support/surroundings.ts'],
    // What tests run is what the build bundles: the packages as they are changed.
    execArgv: ['--import', './scripts/changed-packages/hook.ts'],
    // Named in the first comment of a file: npm run test:quick leaves them out.
    tags: [
      { name: 'program', description: 'Starts the built program, or others, and mostly waits for them.' },
      { name: 'exhaustive', description: 'Goes through every screen, every answer or thousands of made-up cases.' },
      { name: 'service', description: 'Tests the local service itself, as any client would call it.' },
    ],
    env: { FORCE_COLOR: '0', NODE_ENV: 'production', INK_SCREEN_READER: 'false' },
    // These find what hangs; how slow a machine is fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
