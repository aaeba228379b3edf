/**
 * Completion in the shells themselves, in a terminal. Those that are not installed are skipped, and say so.
 *
 * @module-tag program
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { isInstalled, requireBuild } from './support/surroundings.ts';

const ZSHRC = `PROMPT='$ '
autoload -Uz compinit && compinit -u -D
source <(gpudeck completion zsh)
`;
const FISH_START =
  'gpudeck completion fish | source; function fish_prompt; echo -n "\\$ "; end; function fish_greeting; end';

type Shell = 'bash' | 'zsh' | 'fish';

const SHELLS: Readonly<Record<Shell, { readonly argv: readonly string[]; readonly begin: string }>> = {
  bash: {
    argv: ['bash', '--norc', '--noprofile', '-i'],
    begin: "PS1='$ '; source <(gpudeck completion bash); clear\n",
  },
  zsh: { argv: ['zsh', '-i'], begin: '' },
  fish: { argv: ['fish', '--no-config', '-i', '-C', FISH_START], begin: '' },
};

/** A shell with gpudeck on its path and completion in it. */
const open = (shell: Shell) => {
  requireBuild();
  const { argv, begin } = SHELLS[shell];
  const home = temporaryFolder();
  symlinkSync(resolve('dist/gpudeck.js'), join(home, 'gpudeck'));
  writeFileSync(join(home, '.zshrc'), ZSHRC);
  const PATH = [home, dirname(process.execPath), process.env.PATH].join(':');
  const environment = { PATH, HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined };
  const pty = openPty(argv, { columns: 120, rows: 30, environment });
  if (begin !== '') pty.write(begin);
  return pty;
};

const CASES: readonly (readonly [string, string])[] = [
  ['gpudeck sea', '$ gpudeck search'],
  ["gpudeck search 'num_gpus>=4 gpu_nam", "$ gpudeck search 'num_gpus>=4 gpu_name"],
  ["gpudeck search 'gpu_name=H100_P", "$ gpudeck search 'gpu_name=H100_PCIE"],
  ["gpudeck search --view 'ch", "$ gpudeck search --view 'cheap single GPUs'"],
  ['gpudeck search "gpu_ram>=24 geolocation=EUR', '$ gpudeck search "gpu_ram>=24 geolocation=EUROPE'],
  ['gpudeck config schema ke', '$ gpudeck config schema keys'],
  ['gpudeck views show ch', '$ gpudeck views show cheap\\ single\\ GPUs'],
  ['gpudeck search --order dph_total,gpu_nam', '$ gpudeck search --order dph_total,gpu_name'],
];

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const title = isInstalled(shell)
    ? 'completes commands, filters and names'
    : `is skipped: ${shell} is not installed here`;
  test.skipIf(!isInstalled(shell))(title, async () => {
    for (const [typed, expected] of CASES) {
      await using pty = open(shell);
      await pty.until(
        (screen) => screen.some((line) => line.startsWith('$')) && !screen.some((line) => line.includes('PS1')),
      );
      pty.write(`${typed}\t`);
      const screen = await pty.until((lines) => lines.some((line) => line.startsWith(expected)));
      expect(screen.join('\n')).toContain(expected);
    }
  });
});
