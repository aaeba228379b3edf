/** Where files go, as it is typed: what is read of it and what is never sent; and the user's own rsync. */
import { describe, expect, test } from 'vitest';
import { isOver } from '../src/files/copy-write.ts';
import { type LocalCopy, readCopy } from '../src/files/place.ts';
import { rsyncEndWords, rsyncRun } from '../src/files/rsync.ts';

const read = (from: string, to: string, flags: readonly string[] = []) => {
  const copy = readCopy(from, to, flags);
  if ('problem' in copy) return copy.problem;
  const [source, target] = [copy.from, copy.to].map((place) => ('service' in place ? place.service : 'local'));
  return `${copy.kind}: ${source} ${copy.from.path} to ${target} ${copy.to.path}`;
};

describe('places', () => {
  test.each([
    ['4711:/a/', 'C.12:/b', 'copy: C.4711 /a/ to C.12 /b'],
    ['4711:/a', 'V.12:/b', 'copy: C.4711 /a to V.12 /b'],
    ['volume:12/a', '4711:/b', 'copy: V.12 /a to C.4711 /b'],
    ['V.12:/a', 'volume:13/b', 'volume-copy: V.12 /a to V.13 /b'],
    ['V.12:/a', 's3.5:/b', 'volume-copy: V.12 /a to s3.5 /b'],
    ['4711:/a', 'drive.5:kept', 'cloud-copy: C.4711 /a to drive.5 kept'],
    ['hf.5:/a', '4711:/b', 'cloud-copy: hf.5 /a to C.4711 /b'],
    ['4711:/a', 's3.5:/', 'cloud-copy: C.4711 /a to s3.5 /'],
    ['4711:/a b', './c:d', 'local: C.4711 /a b to local ./c:d'],
    ['-x', '4711:/root/x', 'local: local -x to C.4711 /root/x'],
  ])('%s %s', (from, to, said) => {
    expect(read(from, to)).toBe(said);
  });

  test.each<[string, string, string]>([
    ['C:/Users/me', '4711:/a', '"C:/Users/me" names no place. Write 4711:/path'],
    ['box:/data', '4711:/a', 'As a path of this machine with a colon is written ./box:/data.'],
    ['4711:data', './a', 'Write the path from the root: 4711:/workspace/data in place of "4711:data".'],
    ['4711:', './a', 'Write the path from the root'],
    ['~/x', '4711:/a', '~ is not read here'],
    ['', '4711:/a', 'A place is empty'],
    ['4711:/a\nb', './a', 'A path is one line without control characters'],
    ['./a', './b', 'Both places are on this machine'],
    ['V.12:/a', './b', 'A volume and this machine have no way to each other: copy to an instance first'],
    ['./a', 'V.12:/b', 'A volume and this machine have no way to each other: copy to an instance first'],
    ['s3.5:/a', './b', 'A cloud connection is reached from an instance'],
    ['s3.5:/a', 'hf.6:/b', 'A cloud connection is reached from an instance'],
    ...['/', '//', '/.', '/root', '/root/', '//root', '/a/../root/.', '/..'].map((path): [string, string, string] => [
      './a',
      `4711:${path}`,
      'Nothing is copied into /',
    ]),
    ['4711:/a', 'V.12:/', 'Nothing is copied into / of volume 12: that breaks its set-up'],
  ])('%s %s is nothing that can be copied', (from, to, problem) => {
    expect(read(from, to)).toContain(problem);
  });

  test('flags are for what goes to a cloud or comes from one, and there are no others', () => {
    expect(read('4711:/a', 's3.5:/b', ['--update'])).toMatch(/^cloud-copy/);
    expect(read('4711:/a', 's3.5:/b', ['--delete'])).toContain('There is no --delete');
    expect(read('4711:/a', '4712:/b', ['--update'])).toContain(
      '--update is for a copy between an instance and a cloud',
    );
  });
});

const local = (from: string, to: string): LocalCopy => {
  const copy = readCopy(from, to);
  if ('problem' in copy || copy.kind !== 'local') throw new Error('that is no local copy');
  return copy;
};
const AT = { id: 5, ssh_host: 'ssh5.example.net', ssh_port: 41022 };

describe('rsync', () => {
  test('is called with arguments alone: nothing in a path is an option or for a shell', () => {
    const usual = ['-a', '--partial', '--progress', '-e', 'ssh -p 41022', '--'];
    expect(rsyncRun(local('-rf', '5:/data'), AT)).toEqual({
      program: 'rsync',
      args: [...usual, '-rf', 'root@ssh5.example.net:/data'],
    });
    const odd = rsyncRun(local('5:/a $(reboot)', './b'), AT);
    expect(odd).toMatchObject({ args: [...usual.toSpliced(3, 0, '-s'), 'root@ssh5.example.net:/a $(reboot)', './b'] });
    expect(rsyncRun(local('5:/a', './b'), { ...AT, ssh_host: '2001:db8::1' })).toMatchObject({
      args: [...usual, 'root@[2001:db8::1]:/a', './b'],
    });
    expect(rsyncRun(local('5:/a', './b'), { ...AT, ssh_host: '-oProxyCommand=reboot' })).toHaveProperty('problem');
  });

  test('its end is told', () => {
    expect(rsyncEndWords({ kind: 'exited', code: 0 })).toBe('All files were copied.');
    expect(rsyncEndWords({ kind: 'exited', code: 12 })).toContain('is rsync installed on the instance?');
    expect(rsyncEndWords({ kind: 'exited', code: 99 })).toBe('rsync ended with exit code 99. What came so far stays.');
    expect(rsyncEndWords({ kind: 'missing' })).toContain('There is no rsync on PATH');
  });
});

test('by the message of an instance a copy goes on, is over, or has failed', () => {
  expect(['Copying 3 of 8', undefined, 'Cloud Copy Operation Finished', 'Copy failed: disk full'].map(isOver)).toEqual([
    undefined,
    undefined,
    'well',
    'badly',
  ]);
});
