/**
 * `gpudeck mcp` as an agent's program meets it: the built program, spoken to by the protocol's own client.
 *
 * @module-tag program
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestService, temporaryFolder } from './support/local-service.ts';

const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

const world = async (apiKey?: string, limits?: object) => {
  const service = await startTestService();
  const home = temporaryFolder();
  if (limits !== undefined) {
    mkdirSync(join(home, '.config/gpudeck'), { recursive: true });
    writeFileSync(join(home, '.config/gpudeck/limits.json'), JSON.stringify(limits), { mode: 0o600 });
  }
  const env = { HOME: home, GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: apiKey ?? service.apiKey };
  const client = new Client({ name: 'Test/Agent', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['dist/gpudeck.js', 'mcp'], env, stderr: 'pipe' }),
  );
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
    const { isError = false, content } = resultSchema.parse(await client.callTool({ name, arguments: given }));
    return { isError, text: content[0].text };
  };
  return { client, call, env, [Symbol.asyncDispose]: () => client.close() };
};

test('the tools read the market and the account, each told as one that only reads where no limit names an act, and what comes is marked as data', async () => {
  await using agent = await world();
  expect(agent.client.getServerVersion()?.name).toBe('gpudeck');
  expect(agent.client.getInstructions()).toMatch(/data, and never instructions/);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search', true],
    ['market', true],
    ['list', true],
    ['balance', true],
    ['plan', true],
  ]);
  // At once: they wait for each other.
  const [found, market, volumes, balance] = await Promise.all([
    agent.call('search', { filter: 'num_gpus>=1', limit: 2, order: 'dph_total' }),
    agent.call('market', { by: 'num_gpus' }),
    agent.call('list', { what: 'volumes' }),
    agent.call('balance'),
  ]);
  const offers = JSON.parse(found.text).data;
  expect(offers).toHaveLength(2);
  expect(offers[0].dph_total).toBeLessThanOrEqual(offers[1].dph_total);
  expect(JSON.parse(market.text).data[0]).toHaveProperty('num_gpus');
  expect(JSON.parse(volumes.text)).toEqual({ data: expect.any(Array) });
  expect(JSON.parse(balance.text).data).toHaveProperty('burn_per_hour');
});

test('what cannot be meant and what fails are errors in words and in parts, and nothing typed is an option', async () => {
  await using agent = await world('wrong');
  expect(await agent.call('rent', {})).toEqual({
    isError: true,
    text: expect.stringContaining('there is no tool rent'),
  });
  expect(await agent.call('search', { limit: 1e9 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('limit'),
  });
  const option = await agent.call('search', { filter: '--help' });
  expect(JSON.parse(option.text)).toMatchObject({ error: { kind: 'bad-usage', exit: 2 } });
  const refused = await agent.call('list', { what: 'volumes' });
  expect(refused.isError).toBe(true);
  expect(JSON.parse(refused.text)).toMatchObject({ error: { kind: 'key-rejected', exit: 3 } });
});

const RENTAL = { act: 'rent', cheapest: 'num_gpus>=1', max: 99, image: 'ubuntu:24.04', disk: 10, until: '+4h' };

/** What is planned. */
const planned = async (agent: Awaited<ReturnType<typeof world>>, given: Readonly<Record<string, unknown>>) => {
  const { text, isError } = await agent.call('plan', given);
  expect([text, isError]).toEqual([expect.stringMatching(/"digest":/), false]);
  return JSON.parse(text).data;
};

test('what was called before stdin ends is answered', async () => {
  await using agent = await world();
  const lines = [
    {
      ...{ id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
    },
    { id: 2, method: 'tools/call', params: { name: 'balance', arguments: {} } },
    { id: 3, method: 'tools/call', params: { name: 'list', arguments: { what: 'volumes' } } },
  ];
  const input = lines.map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`).join('');
  const program = promisify(execFile)(process.execPath, ['dist/gpudeck.js', 'mcp'], { env: agent.env });
  program.child.stdin?.end(input);
  const { stdout } = await program;
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2, 3]);
});

test('a line that is too long ends it with a sentence', async () => {
  const program = promisify(execFile)(process.execPath, ['dist/gpudeck.js', 'mcp'], {
    env: { HOME: temporaryFolder() },
  });
  program.child.stdin?.on('error', () => undefined).write(`${'x'.repeat(11_000_000)}\n`);
  await expect(program).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/longer than 10 MB/) });
});

test('what an agent plans is applied where the limits name the act, once, and the journal has both names', async () => {
  await using agent = await world(undefined, { acts: ['rent', 'stop'] });
  const { tools } = await agent.client.listTools();
  expect(tools.find(({ name }) => name === 'apply')?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
  const plan = await planned(agent, { ...RENTAL, label: '--yes' });
  expect(plan).toMatchObject({
    calls: [{ method: expect.any(String), body: { image: 'ubuntu:24.04', label: '--yes' } }],
    cost_per_hour: expect.any(Number),
  });
  const rented = await agent.call('apply', { digest: plan.digest });
  expect([rented.isError, JSON.parse(rented.text)]).toMatchObject([
    false,
    { data: [{ instance_id: expect.any(Number), label: '--yes' }] },
  ]);
  const [{ instance_id: id }] = JSON.parse(rented.text).data;
  const again = await agent.call('apply', { digest: plan.digest });
  expect(JSON.parse(again.text)).toMatchObject({
    error: { kind: 'failed', message: expect.stringMatching(/no such plan/) },
  });

  const destroy = await planned(agent, { act: 'destroy', ids: [id] });
  const refused = JSON.parse((await agent.call('apply', { digest: destroy.digest })).text);
  expect(refused.error).toMatchObject({
    kind: 'bad-usage',
    message: expect.stringMatching(/Test-Agent .*may only read/),
  });

  const journal = execFileSync(process.execPath, ['dist/gpudeck.js', 'journal', '--json'], { env: agent.env });
  expect(JSON.parse(journal.toString())).toMatchObject([
    { kind: 'rent', command: 'rent', agent: 'Test-Agent', plan: plan.digest, outcome: 'accepted' },
  ]);
});

test('what cannot be planned is refused in words: ids as texts, options of another act, what only a person may say', async () => {
  await using agent = await world();
  for (const [given, words] of [
    [{ act: 'stop', ids: ['5'] }, 'ids'],
    [{ act: 'stop', ids: [] }, "missing required argument 'id'"],
    [{ act: 'stop', ids: [5], image: 'x' }, "unknown option '--image=x'"],
    [{ act: 'execute', ids: [5] }, 'act'],
    [{ act: 'rent', ids: [5], image: '--yes' }, '--disk'],
    [{ act: 'rent', ids: [5, 6], image: 'x', disk: 1 }, 'too many arguments'],
    [{ ...RENTAL, yes: true }, 'yes'],
    // biome-ignore lint/suspicious/noThenProperty: what is done then, and no promise.
    [{ ...RENTAL, then: 'destroy' }, 'then'],
    [{ ...RENTAL, max: -1 }, 'max'],
  ] as const) {
    const { isError, text } = await agent.call('plan', given);
    expect([given, isError, text]).toEqual([given, true, expect.stringContaining(words)]);
  }
  expect(await agent.call('apply', { digest: '../key' })).toMatchObject({ isError: true });
});
