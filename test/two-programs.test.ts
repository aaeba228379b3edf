/**
 * Two built programs on one home at once, both killed in the middle: nothing of either is lost, and neither takes the other's
 * living session for a lost one. `npm test` builds it first.
 *
 * @module-tag program
 */
import { expect, test } from 'vitest';
import { openPty, type Pty } from './support/pty.ts';
import { atHome, go, kill, shows } from './support/running-program.ts';
import { usedHome } from './support/used-home.ts';

/** The rows are there. */
const COUNT = /1\/[\d,]+/;

/** So are those of the overview, with which a later run begins. */
const BEGUN = /1\/[\d,]+|Burn/;

const start = (home: string): Pty =>
  openPty([process.execPath, 'dist/gpudeck.js'], {
    columns: 120,
    rows: 30,
    environment: atHome(home),
  });

/** Keeps a filter, marks as many offers as it asks for GPUs, announces a window for a machine of the local service's user, and leaves a half-typed plan. */
const work = (pty: Pty, { gpus, machineId, planned }: { gpus: number; machineId: number; planned: number }) =>
  go(pty, [
    ['', BEGUN],
    ['1', COUNT],
    // The filter of the program that wrote last stands there.
    [`/\u0015num_gpus>=${gpus}\r`, COUNT],
    [' '.repeat(gpus), `${gpus} marked`],
    [`4e${machineId}\r`, '> Start'],
    ['+36h\r', '> Length'],
    ['2\r', '> Reason'],
    ['\rnew disk\r', '> Review'],
    [`\r${machineId}\r`, /\d notifications? sent/],
    ['n', 'No machine is chosen yet.'],
    [`e${planned}\r`, '> Start'],
    ['\u001B[Z', `One machine: ${planned}`],
    // Another pane, so that it is in the journal now.
    ['3', 's3'],
  ]);

test('two programs on one home keep what each has done, and each offers its session to a later one', async () => {
  const home = usedHome();
  await using one = start(home);
  await work(one, { gpus: 2, machineId: 1208, planned: 1212 });
  await using two = start(home);
  await two.until(shows(BEGUN));
  expect(two.screen().join('\n')).not.toContain('Resume');
  await work(two, { gpus: 4, machineId: 1209, planned: 1460 });
  await go(one, [
    ['1', 'num_gpus>=2'],
    ['q', /^/],
  ]);
  await one.gone();
  await using instead = start(home);
  await instead.until(shows('2 marked offers'));
  expect(instead.screen().join('\n')).toContain('Resume the session of');
  expect(instead.screen().join('\n')).not.toContain('4 marked offers');
  await go(instead, [['\u001B', BEGUN]]);
  await work(instead, { gpus: 8, machineId: 1212, planned: 1208 });
  await Promise.all([kill(two), kill(instead)]);

  await using later = start(home);
  await go(later, [
    ['', 'Resume the session of'],
    ['', 'maintenance of 1 machine, step Machines; 8 marked offers'],
    ['', 'maintenance of 1 machine, step Machines; 2 marked offers'],
    ['', 'maintenance of 1 machine, step Machines; 4 marked offers'],
    ['jj\r', 's3'],
    ['4', 'One machine: 1460'],
    [']', 'History 3'],
    ['', /1208[\s\S]*1209[\s\S]*1212|1212[\s\S]*1209[\s\S]*1208/],
    ['1', 'num_gpus>=4'],
    ['/\u001B[A\u001B[A', 'num_gpus>=4'],
    ['\u001B[A', 'num_gpus>=2'],
  ]);
  await using besides = start(home);
  await besides.until(shows('8 marked offers'));
  expect(besides.screen().join('\n')).toContain('Resume the session of');
  expect(besides.screen().join('\n')).not.toContain('4 marked offers');
});
