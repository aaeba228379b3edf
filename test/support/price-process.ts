/** A program that raises the prices of three machines by a tenth, until it is done or killed: `price-process.ts FOLDER ADDRESS [--again]`. */

import { impatientClock, TIME_LIMITS_MS } from './impatient-clock.ts';
import { gpudeck } from './one-shot.ts';

export const PRICED = [7, 8, 9];

const [, program = '', folder = '', url = '', ...more] = process.argv;

if (program.endsWith('price-process.ts')) {
  const words = ['price', ...PRICED.map(String), '--price', '+10%', '--volume-size', 'none', '--yes', ...more];
  const { code, errors } = await gpudeck(['machine', ...words, '--config', folder], {
    environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(Date.now(), TIME_LIMITS_MS),
    stdout: process.stdout,
  });
  process.stderr.write(errors);
  process.exitCode = code;
}
