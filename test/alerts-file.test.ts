/** alerts.json, which several programs and the user write. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeAlerts } from '../src/alerts/alerts-file.ts';
import { leftOf } from './support/alert-adder.ts';
import { temporaryFolder } from './support/local-service.ts';

const ALERT = { id: 'away', sentence: 'when machine 8207 is gone', service: 'https://market.example' };

test('two programs that change it at the same moment lose none of their changes', async () => {
  const configFolder = temporaryFolder();
  const exits = ['a', 'b'].map(async (name) => {
    const child = spawn(process.execPath, ['test/support/alert-adder.ts', configFolder, name], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  });
  expect(await Promise.all(exits)).toEqual([0, 0]);
  const { alerts } = JSON.parse(readFileSync(join(configFolder, 'alerts.json'), 'utf8'));
  expect(alerts.map(({ id }: { id: string }) => id).toSorted()).toEqual([...leftOf('a'), ...leftOf('b')].toSorted());
});

test('what the user is writing wrongly meanwhile is left as it is', () => {
  const configFolder = temporaryFolder();
  expect(changeAlerts({ configFolder }, () => [ALERT])).toBeUndefined();
  const file = join(configFolder, 'alerts.json');
  writeFileSync(file, '{"alerts": [');
  expect(changeAlerts({ configFolder }, () => [])).toBe(
    `${file}, line 1: this is not JSON (Unexpected end of JSON input).`,
  );
  expect(readFileSync(file, 'utf8')).toBe('{"alerts": [');
  expect(changeAlerts({ configFolder }, () => [ALERT])).toContain('this is not JSON');
});

test('an alert that cannot be written leaves the others', () => {
  const configFolder = temporaryFolder();
  changeAlerts({ configFolder }, () => [ALERT]);
  expect(changeAlerts({ configFolder }, (written) => [...written, ALERT])).toBe('id is the id of another alert.');
  expect(JSON.parse(readFileSync(join(configFolder, 'alerts.json'), 'utf8'))).toEqual({ alerts: [ALERT] });
});
