/**
 * The man pages: that they have all of the command line and of the filter, and that `man` shows them without a warning.
 *
 * @module-tag program
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command as Parser } from 'commander';
import { expect, test } from 'vitest';
import { filterPage } from '../scripts/release/filter-page.ts';
import { programPage } from '../scripts/release/program-page.ts';
import { shown } from '../scripts/release/roff.ts';
import { REGIONS } from '../src/catalogue/countries.ts';
import { FILTER_FIELDS } from '../src/catalogue/lookup.ts';
import { quantityOf } from '../src/catalogue/quantity.ts';
import { openCommandTree } from '../src/cli/command-line.ts';
import { GRAMMAR } from '../src/tui/panes/offers/filter/language.ts';
import { temporaryFolder } from './support/local-service.ts';
import { isInstalled } from './support/surroundings.ts';

const EPOCH_S = 1_700_000_000;

const tree = openCommandTree('1.2.3');
const program = await programPage(tree, EPOCH_S);
const filter = filterPage('1.2.3', EPOCH_S);

/** A command and those below it. */
const withInner = (command: Parser): readonly Parser[] => [command, ...command.commands.flatMap(withInner)];

/** What a reader of the page reads: the texts without what tells troff how they look. */
const read = (page: string): string =>
  page
    .replace(/\\f[BP]/g, '')
    .replace(/\\\(dq/g, '"')
    .replace(/\\\(aq/g, "'")
    .replace(/\\\(ti/g, '~')
    .replace(/\\-/g, '-')
    .replace(/\\&/g, '')
    .replace(/\\\[u00B0\]/g, '°');

test('gpudeck(1) has every command with all of its options, choices and examples', () => {
  const text = read(program);
  const [own = '', ...parts] = text.split('\n.SS ');
  const commands = withInner(tree.program).filter((command) => command.name() !== 'help');
  expect(commands.length).toBeGreaterThan(25);
  for (const command of commands) {
    const help = command.createHelp();
    const usage = help.commandUsage(command);
    const part = command.parent === null ? own : (parts.find((other) => other.startsWith(`"${usage}"\n`)) ?? '');
    expect(part, usage).toContain(command.parent === null ? usage : command.description());
    for (const option of help.visibleOptions(command)) {
      if (option.long === '--help' && command.parent !== null) continue;
      expect(part).toContain(`.TP\n${option.flags}\n${help.optionDescription(option)}\n`);
    }
    for (const argument of help.visibleArguments(command)) {
      expect(part).toContain(`.TP\n${argument.name()}\n${help.argumentDescription(argument)}\n`);
    }
  }
  for (const line of [
    '--category <category>\nkind of work (choices: "power", "internet", "disk", "gpu", "software", "other")',
    "gpudeck search --no-default 'reliability>99%' --csv > offers.csv",
    'GPUDECK_API_KEY\nthe API key; it cannot be given as an argument',
    '5\nunreachable or timed out',
    '.TH "GPUDECK" "1" "2023-11-14" "gpudeck 1.2.3" "gpudeck"',
  ])
    expect(text).toContain(line);
});

test('gpudeck-filter(7) has every form, field, alias, unit and region', () => {
  const text = read(filter);
  for (const { name, aside } of GRAMMAR) expect(text).toContain(`\n${name}\n${aside}: `);
  const entries = new Map(text.split('.TP\n').map((entry) => [entry.split('\n')[0], entry]));
  for (const field of FILTER_FIELDS) {
    const entry = entries.get(field.name);
    expect(entry, field.name).toContain(field.label);
    for (const alias of field.aliases ?? []) expect(entry).toContain(alias);
    for (const unit of Object.keys(quantityOf(field)?.suffixes ?? {})) expect(entry).toContain(` ${unit}`);
  }
  for (const [name, codes] of Object.entries(REGIONS))
    expect(text).toContain(`geolocation=${name}\n${codes.join(' ')}`);
  expect(text).toContain('dph_total\nPrice: Total; also dph, price, cost, $, $/h, $/hr\n');
  expect(text).toContain('verified rentable !rented cpu_arch=amd64');
});

test('what troff would take for a command or a sign of its own is shown as it stands', () => {
  expect(shown('it\'s `a\\b` --x ^~ "q" 5 °C')).toBe(
    'it\\(aqs \\(gaa\\(rsb\\(ga \\-\\-x \\(ha\\(ti \\(dqq\\(dq 5 \\[u00B0]C',
  );
  expect(shown('.TH\nno.TH')).toBe('\\&.TH\nno.TH');
});

const canShow = isInstalled('man') && isInstalled('groff');

test.skipIf(!canShow).each([
  [
    'gpudeck.1',
    program,
    ['NAME', '-o, --order <field[:asc|desc],...>', "gpudeck offers 'gpu_name=RTX_4090 num_gpus>=2'"],
  ],
  ['gpudeck-filter.7', filter, ['DEFAULTS', 'gpu_name in [RTX_4090,H100_SXM]', 'any:"AMD EPYC"', 'MHz GHz']],
])(
  canShow ? 'man shows %s without a warning' : 'is skipped, as man or groff is not installed here: %s',
  (name, page, expected) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, page);
    const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '80', MANPAGER: 'cat' };
    const { status, stdout, stderr } = spawnSync('man', ['--warnings=w', '-l', file], {
      encoding: 'utf8',
      env: environment,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const text of expected) expect(stdout).toContain(text);
    expect(stdout).not.toMatch(/\\[([f-]/);
  },
);
