/** What of the program each command runs, and which scripts it reads: imports, followed to their end. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundle, bundleProgram } from '../scripts/bundle.ts';

/** One file of the bundle: the modules in it, and the chunks that it loads with it or may load later. */
type Chunk = {
  readonly modules: readonly string[];
  readonly loadedWithIt: readonly string[];
  readonly loadedLater: readonly string[];
};

const chunks = new Map<string, Chunk>();

beforeAll(async () => {
  // Readable, a bundle names each module above its code.
  for (const { path, text } of await bundle({ main: 'src/program.ts' }, 'dist', { isReadable: true })) {
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
    chunks.set(basename(path), {
      modules: all(/^\/\/ ((?:src|node_modules)\/\S+)$/gm),
      loadedWithIt: all(/^(?:import|export)\b[^;]*?"\.\/([^"]+)";/gm),
      loadedLater: all(/\bimport\("\.\/([^"]+)"\)/g),
    });
  }
});

/** The chunk that holds `module`. */
const chunkOf = (module: string): string => {
  const [found] = [...chunks].filter(([, { modules }]) => modules.includes(module)).map(([name]) => name);
  if (found === undefined) throw new Error(`not in the bundle: ${module}`);
  return found;
};

/** Every module that is loaded with the chunk `begin`, and also what is loaded later where `isLaterMeant`. */
const modulesFrom = (begin: string, isLaterMeant: boolean): readonly string[] => {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (chunk === undefined || reached.has(name)) return;
    reached.add(name);
    for (const next of [...chunk.loadedWithIt, ...(isLaterMeant ? chunk.loadedLater : [])]) visit(next);
  };
  visit(begin);
  return [...new Set([...reached].flatMap((name) => chunks.get(name)?.modules ?? []))].sort();
};

const SCREEN = /^(?:node_modules\/(?:react|react-reconciler|ink|yoga-layout|zustand)|src\/tui|src\/terminal)\//;
const CLIENT = /^(?:node_modules\/undici\/|src\/api\/(?:client\.ts|http\/send\.ts))/;
const LOCAL_SERVICE = /^(?:node_modules\/(?:hono|@hono)|src\/local-service)\//;

const inBundle = (pattern: RegExp, modules: readonly string[]) => modules.filter((module) => pattern.test(module));

const commands = globSync('src/cli/commands/*.ts').sort();

test('the patterns find what they are about', () => {
  const everything = modulesFrom('main.js', true);
  for (const pattern of [SCREEN, CLIENT, LOCAL_SERVICE]) expect(inBundle(pattern, everything)).not.toEqual([]);
  expect(commands).toContain('src/cli/commands/schedule.ts');
});

test('help and version load no command, no client, no service and no screen', () => {
  const loaded = modulesFrom('main.js', false);
  expect(loaded).toContain('src/cli/commands.ts');
  expect(inBundle(CLIENT, loaded)).toEqual([]);
  expect(inBundle(LOCAL_SERVICE, loaded)).toEqual([]);
  expect(inBundle(SCREEN, loaded)).toEqual(['src/terminal/capabilities.ts', 'src/tui/panes/names.ts']);
  expect(loaded.filter((module) => commands.includes(module))).toEqual([]);
});

test.each(commands.filter((command) => !command.endsWith('/panes.ts')))(
  '%s never loads React, Ink or anything else of a screen',
  (command) => {
    const reached = modulesFrom(chunkOf(command), true);
    expect(reached).toContain(command);
    expect(inBundle(SCREEN, reached)).toEqual([]);
  },
);

test.each(['search'])('a dry run of %s loads neither the client nor the local service', (name) => {
  const loaded = modulesFrom(chunkOf(`src/cli/commands/${name}.ts`), false);
  expect(inBundle(CLIENT, loaded)).toEqual([]);
  expect(inBundle(LOCAL_SERVICE, loaded)).toEqual([]);
});

test('a call to a service elsewhere loads of the local one only what starts it', () => {
  const loaded = modulesFrom(chunkOf('src/cli/with-service.ts'), true);
  expect(inBundle(CLIENT, loaded)).not.toEqual([]);
  expect(inBundle(LOCAL_SERVICE, loaded)).toEqual([
    'src/local-service/worker/messages.ts',
    'src/local-service/worker/start-worker.ts',
  ]);
});

test('help and version read a quarter of a megabyte, and commands no script of a screen', async () => {
  const { files } = await bundleProgram('dist');
  const scripts = new Map(files.map(({ path, contents }) => [basename(path), String(contents)]));
  const sum = (names: ReadonlySet<string>) =>
    [...names].reduce((bytes, name) => bytes + (scripts.get(name)?.length ?? 0), 0);
  const reached = (name: string, isLaterMeant: (target: string) => boolean) => {
    const found = new Set<string>();
    const visit = (script: string): void => {
      if (found.has(script)) return;
      found.add(script);
      for (const [, later, target = ''] of (scripts.get(script) ?? '').matchAll(REQUIRED)) {
        if (later === undefined || isLaterMeant(target)) visit(target);
      }
    };
    visit(name);
    return found;
  };
  const first = [...scripts.keys()].find((name) => name.startsWith('program-')) ?? '';
  const [screen = ''] = [...scripts.keys()].filter((name) => name.startsWith('screen-'));
  expect(scripts.get(screen)).toContain('createElement');
  expect(sum(reached(first, () => false))).toBeLessThan(250_000);
  const ofCommands = reached(first, (name) => name !== screen && !name.startsWith('mcp-'));
  expect([...ofCommands].filter((name) => scripts.get(name)?.includes('createElement'))).toEqual([]);
  expect(ofCommands.size).toBeLessThan(22);
});

test('the client of PostgreSQL is loaded with the history in one, and with nothing else', () => {
  const chunk = chunkOf('src/history/postgres-connection.ts');
  expect(chunk).toBe(chunkOf('node_modules/postgres/src/index.js'));
  for (const command of commands) expect(modulesFrom(chunkOf(command), false)).not.toContain(POSTGRES);
  expect(modulesFrom('main.js', false)).not.toContain(POSTGRES);
});

test('the package of the protocol of agents is loaded with what serves it, and with nothing else', () => {
  const chunk = chunkOf('src/cli/commands/mcp/serve.ts');
  expect(modulesFrom(chunk, true).filter((module) => !/^node_modules\//.test(module))).toEqual([
    'src/cli/commands/mcp/serve.ts',
  ]);
  const protocol = (modules: readonly string[]) => inBundle(/^node_modules\/@modelcontextprotocol\//, modules);
  expect(protocol(modulesFrom(chunk, false))).not.toEqual([]);
  for (const command of commands) expect(protocol(modulesFrom(chunkOf(command), false))).toEqual([]);
});

const POSTGRES = 'src/history/postgres-connection.ts';

/** One script asks for another, at once or (with `then` before it) later. */
const REQUIRED = /(\.then\(\(\)=>\w*\(?)?require\("\.\/([^"]+)"\)/g;
