/** How ssh is called for an instance, and what scripts get of it (docs/command-line.md, A shell on an instance). */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SshEnd, type SshRun, sshConfig, sshLine, sshRun, sshTold } from '../src/instances/ssh.ts';

import { SHELL_CORPUS, TERMINAL_CORPUS } from './support/hostile-text.ts';
import { temporaryFolder } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const INSTANCE = {
  id: 5,
  actual_status: 'running',
  public_ipaddr: '203.0.113.7',
  ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '41022' }] },
};

const answer = (...instances: readonly object[]) => json(200, { success: true, instances });

describe('the call of ssh', () => {
  test('names port, user and host, and behind two dashes nothing is an option', () => {
    expect(sshRun(INSTANCE)).toEqual({ program: 'ssh', args: ['-p', '41022', '--', 'root@203.0.113.7'] });
    expect(
      sshRun({ ssh_host: '2001:db8::7', ssh_port: 22 }, { user: 'ubuntu', command: ['ls', '-l', '; reboot'] }),
    ).toEqual({
      program: 'ssh',
      args: ['-p', '22', '--', 'ubuntu@2001:db8::7', 'ls', '-l', '; reboot'],
    });
  });

  test('is refused for what is neither an address nor a port', () => {
    for (const ssh_host of ['-oProxyCommand=reboot', '$(reboot)', 'a b', 'exa\u001Bmple.com', '', null, 7])
      expect(sshRun({ ssh_host, ssh_port: 22 })).toHaveProperty('problem');
    expect(sshRun({ ssh_host: 'example.com', ssh_port: 0 })).toHaveProperty('problem');
  });

  test('has the same four arguments from an instance, whatever the service says', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.ipV6(), fc.constant('-v'));
    fc.assert(
      fc.property(text, fc.oneof(fc.integer(), fc.string()), text, (ssh_host, ssh_port, label) => {
        const run = sshRun({ ...INSTANCE, ports: null, ssh_host, ssh_port, label, image_runtype: label });
        if ('problem' in run) return;
        expect(run.args).toHaveLength(4);
        expect(run.args.join(' ')).toMatch(/^-p \d{1,5} -- root@[a-z\d:][a-z\d.:-]*$/i);
      }),
    );
  });

  test('is shown as a line that a shell reads the same way', () => {
    const run = sshRun(INSTANCE, { command: ['echo', "it's"] });
    if ('problem' in run) throw new Error(run.problem);
    expect(sshLine(run)).toBe(`ssh -p 41022 -- root@203.0.113.7 echo 'it'\\''s'`);
    const told = sshTold({ ...INSTANCE, actual_status: '\u001B[2Jrun\nning' }, run);
    expect(told).toMatch(/^Instance 5 \([^\u001B\n]*\): ssh -p 41022 /);
  });
});

describe('gpudeck ssh', () => {
  /** Runs it, and tells how ssh was called. */
  const ssh = async (
    args: readonly string[],
    instances: readonly object[],
    end: SshEnd = { kind: 'exited', code: 0 },
  ) => {
    await using server = await startScriptedServer(answer(...instances));
    const runs: SshRun[] = [];
    const runSsh = async (run: SshRun) => {
      runs.push(run);
      return end;
    };
    return { ...(await gpudeck(['ssh', ...args], { ...at(server), runSsh })), runs, asked: server.requests.length };
  };

  test('calls ssh with the arguments of the instance, and of the user', async () => {
    const { code, runs, out, errors } = await ssh(['5', '--user', 'ubuntu', '--', 'ls', '-la'], [{ id: 4 }, INSTANCE]);
    expect(runs).toEqual([{ program: 'ssh', args: ['-p', '41022', '--', 'ubuntu@203.0.113.7', 'ls', '-la'] }]);
    expect({ code, out, errors }).toEqual({ code: 0, out: '', errors: '' });
  });

  test.each<[SshEnd, number, string]>([
    [{ kind: 'exited', code: 255 }, 255, ''],
    [{ kind: 'exited', code: 3 }, 3, ''],
    [{ kind: 'killed', signal: 'SIGKILL' }, 137, ''],
    [
      { kind: 'missing' },
      127,
      'gpudeck ssh: There is no ssh on PATH. Install OpenSSH (openssh-client, or openssh), and try again.\n',
    ],
    [{ kind: 'failed', reason: 'spawn EACCES' }, 126, 'gpudeck ssh: ssh could not be started: spawn EACCES.\n'],
  ])('passes the end of ssh on: %o is %i', async (end, code, errors) => {
    expect(await ssh(['5'], [INSTANCE], end)).toMatchObject({ code, errors });
  });

  test.each([
    ['that is not rented', [{ id: 4 }], 'you rent no instance 5'],
    ['that has no address', [{ id: 5 }], 'instance 5 cannot be reached: it has no address yet'],
    [
      'whose host is an option',
      [{ id: 5, ssh_host: '-oProxyCommand=reboot', ssh_port: 22 }],
      'the service named a host that is neither an IP address nor a DNS name',
    ],
  ])('calls nothing for an instance %s', async (_, instances, words) => {
    const { code, runs, errors } = await ssh(['5'], instances);
    expect(code).toBe(1);
    expect(runs).toEqual([]);
    expect(errors).toContain(words);
  });

  test.each([
    [['0'], 'Expected the id of an instance, a whole number such as 4711.'],
    [['-v'], "unknown option '-v'"],
    [['5', '--user', '-oProxyCommand=reboot'], 'Expected the name of a user'],
    [['5', '--read-only'], 'The program was started with --read-only. In a shell anything can be changed.'],
  ])('refuses %j without a call', async (args, words) => {
    const { code, runs, errors, asked } = await ssh(args, [INSTANCE]);
    expect({ code, runs, asked }).toEqual({ code: 2, runs: [], asked: 0 });
    expect(errors).toContain(words);
  });
});

describe('gpudeck ssh-config', () => {
  test('prints a host block for each instance that runs, with its label as a comment', async () => {
    const others = [
      { ...INSTANCE, id: 6, actual_status: 'stopped' },
      { id: 7, actual_status: 'running', ssh_host: '-v', ssh_port: 22 },
    ];
    await using server = await startScriptedServer(answer({ ...INSTANCE, label: 'train\nHost *\u001B[2J' }, ...others));
    const { code, out } = await gpudeck(['ssh-config'], at(server));
    expect(code).toBe(0);
    expect(out).toBe(
      [
        '# train Host *',
        'Host gpudeck-5',
        '  HostName 203.0.113.7',
        '  Port 41022',
        '  User root',
        '',
        '# gpudeck-7: the service named a host that is neither an IP address nor a DNS name',
        '',
        '',
      ].join('\n'),
    );
  });

  test('is what ssh reads, whatever a label holds', () => {
    const file = join(temporaryFolder(), 'config');
    const labels = [
      ...TERMINAL_CORPUS.map(([hostile]) => hostile),
      ...SHELL_CORPUS,
      'a\r\nProxyCommand reboot',
      'b\u2028ProxyCommand reboot',
      'x'.repeat(5000),
    ];
    writeFileSync(file, sshConfig(labels.map((label, place) => ({ ...INSTANCE, id: place + 1, label }))));
    const { error, stdout, stderr } = spawnSync('ssh', ['-G', '-F', file, `gpudeck-${labels.length}`], {
      encoding: 'utf8',
    });
    // Where there is no ssh, the other test stands alone.
    if (error !== undefined) return;
    expect(stderr).not.toContain('config');
    expect(stdout).toMatch(/^hostname 203\.0\.113\.7$/m);
    expect(stdout).toMatch(/^port 41022$/m);
    expect(stdout).toMatch(/^user root$/m);
    expect(stdout).not.toContain('reboot');
  });
});
