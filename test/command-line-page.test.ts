/**
 * The page of the command line against the program's own help.
 *
 * @module-tag program
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the page of the command line names the options and variables that the program has, and no others', () => {
  const page = readFileSync('docs/command-line.md', 'utf8');
  const help = [
    '',
    'offers',
    'search',
    'market',
    'record',
    'history',
    'history export',
    'alerts add',
    'alerts check',
    'list volumes',
    'views import',
    'views list',
    'instance label',
    'instance bid',
    'machine advise',
    'machine list',
    'machine min-bid',
    'rent',
    'template create',
    'volume rent',
    'template list',
    'template show',
    'ssh-key add',
    'ssh-key attach',
    'ssh-key show',
    'instance change',
    'lease list',
    'lease set',
    'leases run',
    'waste',
    'balance',
    'charges',
    'invoices',
    'earnings',
    'schedule',
    'withdraw',
    'webhook create',
    'journal',
    'skill install',
    'service',
    'listen',
    'keys create',
    'doctor',
    'config show',
    'copy',
    'copy cancel',
    'ssh',
    'ssh-config',
    'logs',
  ]
    .map((command) =>
      execFileSync(process.execPath, ['dist/gpudeck.js', ...command.split(' ').filter(Boolean), '--help']),
    )
    .join('\n');
  const found = (text: string, pattern: RegExp) => [...new Set(text.match(pattern))].sort();
  const options = /(?<=[`\s|])--[a-z]+(?:-[a-z]+)*/g;
  expect(found(page, options)).toEqual(found(help, options));
  const variables = /\bGPUDECK_[A-Z_]+/g;
  expect(found(page, variables)).toEqual(found(help, variables));
});
