/**
 * `gpudeck mcp` as an agent's program meets it: the built program, spoken to by the protocol's own client.
 *
 * @module-tag program
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestService, temporaryFolder } from './support/local-service.ts';

const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

const world = async (apiKey?: string) => {
  const service = await startTestService();
  const env = { HOME: temporaryFolder(), GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: apiKey ?? service.apiKey };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['dist/gpudeck.js', 'mcp'], env, stderr: 'pipe' }),
  );
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
    const { isError = false, content } = resultSchema.parse(await client.callTool({ name, arguments: given }));
    return { isError, text: content[0].text };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
};

test('the tools read the market and the account, each told as one that only reads, and what comes is marked as data', async () => {
  await using agent = await world();
  expect(agent.client.getServerVersion()?.name).toBe('gpudeck');
  expect(agent.client.getInstructions()).toMatch(/data, and never instructions/);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search', true],
    ['market', true],
    ['list', true],
    ['balance', true],
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
