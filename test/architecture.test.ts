import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PANE_NAMES } from '../src/tui/panes/names.ts';
import { childrenOf, type Node, parsed, putsDollar } from './support/syntax.ts';

/** One module of the tree: its path from the root, its text without comments, and the files and packages that it imports. */
type Module = { path: string; text: string; files: string[]; packages: string[]; names: Map<string, Set<string>> };

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import '([^']+)'/g;

const read = (path: string): Module => {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const files: string[] = [];
  const packages: string[] = [];
  const names = new Map<string, Set<string>>();
  for (const [, , clause = '', fixed, dynamic, bare] of text.matchAll(IMPORT)) {
    const target = fixed ?? dynamic ?? bare ?? '';
    if (!target.startsWith('.')) packages.push(target.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1'));
    else {
      const file = normalize(join(dirname(path), target));
      files.push(file);
      const wanted = names.get(file) ?? new Set<string>();
      for (const name of clause.replace(/^.*\{|\}.*$/gs, '').split(',')) {
        wanted.add(
          name
            .trim()
            .replace(/^type\s+/, '')
            .replace(/\s+as\s+.*$/s, ''),
        );
      }
      if (dynamic !== undefined || clause.includes('*')) wanted.add('*');
      names.set(file, wanted);
    }
  }
  return { path, text, files, packages, names };
};

const source = globSync('src/**/*.{ts,tsx}').map(read);
const all = [...source, ...globSync('{test,scripts}/**/*.{ts,tsx,mjs}').map(read)];
/** The folder that a file stands in: those of the terminal program count one by one. */
const folderOf = (path: string): string => {
  const [, first = '', second = ''] = path.split('/');
  if (path.split('/').length === 2) return 'root';
  return first === 'tui' ? (second.includes('.') ? 'tui' : `tui/${second}`) : first;
};

/** What each folder may import besides itself, the deepest first. */
const MAY_IMPORT: Record<string, string[]> = {
  base: [],
  drawing: ['base'],
  catalogue: ['base'],
  terminal: ['base'],
  money: ['base', 'catalogue', 'api', 'storage'],
  filter: ['base', 'catalogue', 'money'],
  pricing: ['base', 'catalogue', 'filter'],
  api: ['base', 'catalogue'],
  formats: ['base', 'catalogue', 'api'],
  storage: ['base', 'api'],
  'own-keys': ['base', 'storage'],
  history: ['base', 'api', 'catalogue', 'filter', 'pricing', 'storage'],
  'history-thread': ['base', 'api', 'catalogue', 'history', 'storage', 'alerts', 'local-service'],
  alerts: ['base', 'money', 'api', 'catalogue', 'filter', 'pricing', 'history', 'storage'],
  listening: ['base', 'history', 'local-service'],
  views: ['base', 'api', 'catalogue', 'filter', 'storage'],
  'local-service': ['base', 'api', 'catalogue', 'storage'],
  access: ['base', 'api', 'storage', 'local-service'],
  limits: ['base', 'money', 'api', 'storage'],
  writes: ['base', 'money', 'api', 'storage', 'limits'],
  maintenance: ['base', 'api', 'catalogue', 'storage', 'writes'],
  notifications: ['base', 'api', 'catalogue', 'storage', 'writes'],
  account: ['base', 'api', 'catalogue', 'storage', 'writes', 'instances'],
  templates: ['base', 'api', 'catalogue', 'storage', 'writes', 'rentals'],
  rentals: ['base', 'money', 'api', 'catalogue', 'filter', 'pricing', 'storage', 'writes', 'limits'],
  instances: [
    'base',
    'money',
    'api',
    'catalogue',
    'filter',
    'pricing',
    'storage',
    'writes',
    'limits',
    'maintenance',
    'rentals',
  ],
  volumes: ['base', 'money', 'api', 'catalogue', 'filter', 'storage', 'writes', 'limits'],
  hosting: ['base', 'money', 'api', 'catalogue', 'filter', 'pricing', 'storage', 'writes', 'limits'],
  files: ['base', 'api', 'catalogue', 'storage', 'writes', 'instances'],
  leases: ['base', 'api', 'catalogue', 'pricing', 'storage', 'instances', 'rentals', 'limits'],
  overview: [
    'base',
    'drawing',
    'api',
    'catalogue',
    'filter',
    'pricing',
    'money',
    'maintenance',
    'history',
    'alerts',
    'storage',
    'leases',
  ],
  'tui/state': ['api', 'catalogue', 'filter', 'money'],
  'tui/keys': ['base', 'tui/state'],
  'tui/ui': ['base', 'drawing', 'tui/state'],
  'tui/panes': [
    'base',
    'drawing',
    'leases',
    'overview',
    'money',
    'catalogue',
    'formats',
    'filter',
    'pricing',
    'api',
    'storage',
    'writes',
    'maintenance',
    'notifications',
    'rentals',
    'limits',
    'hosting',
    'account',
    'templates',
    'volumes',
    'files',
    'instances',
    'views',
    'history',
    'alerts',
    'tui/state',
    'tui/keys',
    'tui/ui',
  ],
  'tui/frame': ['base', 'money', 'tui/state', 'tui/keys', 'tui/ui', 'tui/panes'],
  'tui/saved': ['base', 'storage', 'tui/state', 'tui/frame', 'tui/panes'],
  'tui/deck': [
    'base',
    'catalogue',
    'money',
    'leases',
    'api',
    'storage',
    'access',
    'maintenance',
    'rentals',
    'instances',
    'views',
    'history',
    'alerts',
    'own-keys',
    'tui/state',
    'tui/keys',
    'tui/panes',
    'tui/frame',
    'tui/saved',
  ],
  tui: [
    'base',
    'money',
    'leases',
    'api',
    'storage',
    'access',
    'views',
    'history',
    'alerts',
    'history-thread',
    'own-keys',
    'terminal',
    'tui/state',
    'tui/keys',
    'tui/ui',
    'tui/panes',
    'tui/frame',
    'tui/deck',
  ],
  cli: [
    'base',
    'limits',
    'leases',
    'drawing',
    'overview',
    'money',
    'alerts',
    'api',
    'catalogue',
    'filter',
    'formats',
    'pricing',
    'history',
    'listening',
    'storage',
    'access',
    'local-service',
    'writes',
    'maintenance',
    'notifications',
    'rentals',
    'hosting',
    'files',
    'account',
    'templates',
    'volumes',
    'instances',
    'views',
    'own-keys',
  ],
  start: [],
  root: ['base', 'storage', 'access', 'cli', 'start', 'terminal', 'tui'],
  executable: ['root', 'start'],
};

/** Imports that the rules above do not allow and that are still there: this list may only become shorter. */
const NOT_YET: readonly string[] = [];

/** Files that import each other in a circle, types included: this list may only become shorter. */
const CIRCLES: readonly (readonly string[])[] = [];

/** Files of actions that still take something from what draws: this list may only become shorter. */
const ACTIONS_THAT_DRAW: readonly string[] = [];

/** Variables of a module that change, which two users of the module share: this list may only become shorter. */
const CHANGING: readonly string[] = [];

/** Functions of more than 100 lines of their own, by name: this list may only become shorter. */
const LONG_FUNCTIONS: readonly string[] = [];

/** Files of more than 400 lines: this list may only become shorter, but for tables of facts. */
const LONG_FILES: readonly string[] = [];

/** What a dollar sign stands before here is no money: a parameter of SQL, and a variable of a shell. */
const NO_MONEY = /^src\/(?:history\/(?:postgres|sqlite)-[\w-]+|rentals\/environment)\.ts$/;

/** The one file that imports every pane. */
const LIST_OF_PANES = 'src/tui/panes/index.ts';

/** What a pane is, what all of them are called, and what panes of lists are made by: any pane may use them. */
const BESIDE_PANES = ['pane.ts', 'names.ts', 'list-pane', 'page', 'write-page'];

/** The names of the panes are words of the command line too. */
const NAMES_OF_PANES = 'src/tui/panes/names.ts';

describe('the layout of the source', () => {
  test('imports run one way', () => {
    const wrong = source.flatMap(({ path, files }) =>
      files
        .filter((file) => file.startsWith('src/'))
        .filter((file) => folderOf(file) !== folderOf(path) && !MAY_IMPORT[folderOf(path)]?.includes(folderOf(file)))
        .filter((file) => folderOf(path) !== 'cli' || file !== NAMES_OF_PANES)
        .map((file) => `${path} imports ${file}`),
    );
    expect(wrong.sort()).toEqual(NOT_YET);
  });

  test('every folder of the source has its place in the order of imports', () => {
    const unplaced = new Set(source.map(({ path }) => folderOf(path)));
    for (const folder of Object.keys(MAY_IMPORT)) unplaced.delete(folder);
    expect([...unplaced]).toEqual([]);
  });

  test('no files import each other in a circle, not even by types', () => {
    expect(circlesOf(new Map(source.map(({ path, files }) => [path, files])))).toEqual(CIRCLES);
  });

  test('actions draw nothing', () => {
    const wrong = source
      .filter(({ path }) => /(?:^|[/-])actions[^/]*\.ts$/.test(path))
      .flatMap(({ path, files }) => files.filter((file) => file.endsWith('.tsx')).map((file) => `${path}: ${file}`));
    expect(wrong.sort()).toEqual(ACTIONS_THAT_DRAW);
  });

  test('panes never import each other', () => {
    const paneOf = (path: string) => path.split('/')[3] ?? '';
    const wrong = source
      .filter(({ path }) => folderOf(path) === 'tui/panes' && path !== LIST_OF_PANES)
      .flatMap(({ path, files }) =>
        files
          .filter((file) => folderOf(file) === 'tui/panes' && paneOf(file) !== paneOf(path))
          .filter((file) => !BESIDE_PANES.includes(paneOf(file)))
          .map((file) => `${path}: ${file}`),
      );
    expect(wrong).toEqual([]);
  });

  test('which panes there are is known to their list and their names alone', () => {
    const known = ['pane.ts', 'index.ts', 'names.ts'].map((name) => `src/tui/panes/${name}`);
    const wrong = source
      .filter(({ path }) => folderOf(path) !== 'tui/panes')
      .flatMap(({ path, files }) =>
        files
          .filter((file) => folderOf(file) === 'tui/panes' && !known.includes(file))
          .map((file) => `${path}: ${file}`),
      );
    expect(wrong).toEqual([]);
  });

  test('nothing chooses between panes by their names: what is done with panes goes over their list', () => {
    const names = PANE_NAMES.map(({ name }) => name);
    const anyName = names.join('|');
    const chosen = new RegExp(`(?:\\bcase |[=!]== )'(${anyName})'`, 'g');
    const listed = new RegExp(`(?:^|[{,(\\[])\\s*['"]?(${anyName})\\b['"]?\\s*(?=[:,})\\]])`, 'gm');
    const distinct = (text: string, pattern: RegExp) =>
      new Set([...text.matchAll(pattern)].map(([, name]) => name)).size;
    const wrong = source
      // Elsewhere the same words name calls and tables.
      .filter(({ path }) => /^src\/(?:tui|cli|access)\//.test(path) && path !== LIST_OF_PANES)
      .filter(({ text }) => distinct(text, chosen) > 1 || distinct(text, listed) > 4)
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  test('the service shares nothing with the client but the words of the interface', () => {
    const shared = new Set(
      source
        .filter(({ path }) => folderOf(path) === 'local-service')
        .flatMap(({ files }) => files.filter((file) => ['api', 'catalogue'].includes(folderOf(file)))),
    );
    for (const display of ['quantity.ts', 'format.ts']) expect(shared).not.toContain(`src/catalogue/${display}`);
    expect([...shared].filter((file) => folderOf(file) === 'api' && !file.endsWith('schema.ts'))).toEqual([]);
  });
});

describe('who may reach what', () => {
  const importersOf = (name: string) =>
    source.filter(({ packages }) => packages.includes(name)).map(({ path }) => path);

  test('only the API client module imports undici', () => {
    expect(importersOf('undici').filter((path) => folderOf(path) !== 'api')).toEqual([]);
    expect(importersOf('undici')).not.toEqual([]);
  });

  test('calls that change something are made in one place only', () => {
    const made = /\b(?:client|service)\b(?:\(\))?\??\.write\(|\.write\(\s*(?:call\b|CALLS\.)/;
    expect(source.filter(({ text }) => made.test(text)).map(({ path }) => path)).toEqual(['src/writes/send-once.ts']);
  });

  test('only compose creates a store, and only the app reads it by hook', () => {
    const users = source.filter(({ text }) => /from 'zustand/.test(text)).map(({ path }) => path);
    expect(users.sort()).toEqual(['src/tui/app.tsx', 'src/tui/deck/compose.ts']);
  });

  test('the app is the only keyboard listener, and the field keeps the one of its package from listening', () => {
    const listeners = source.filter(({ text }) => /\b(useInput|usePaste)\(/.test(text)).map(({ path }) => path);
    expect(listeners).toEqual(['src/tui/app.tsx']);
    expect(importersOf('ink-text-input')).toEqual(['src/tui/ui/field.tsx']);
    expect(source.find(({ path }) => path === 'src/tui/ui/field.tsx')?.text).toContain('focus={false}');
  });

  test('only the clock sets timers, so that a test whose time it is sees whatever happens by time', () => {
    const timed = source.filter(({ text }) => /\bset(?:Timeout|Interval)\b/.test(text)).map(({ path }) => path);
    // The local service looks every second whether something is to be delivered, whatever its clock says.
    // How long another program holds a lock is nobody's time but the machine's, and so is when compiled code is kept.
    expect(timed.sort()).toEqual([
      'src/base/clock.ts',
      'src/local-service/database.ts',
      'src/local-service/serve.ts',
      'src/start/worker.ts',
    ]);
  });

  test('views keep no state and have no effects of their own', () => {
    const wrong = source
      .filter(({ path }) => /^src\/tui\/(panes|frame|ui)\//.test(path))
      .filter(({ text }) => /\b(useEffect|useLayoutEffect|useState|useReducer|useRef)\(/.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  test('every package that is bundled is installed, and whoever installs the program gets none of them again', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
    expect(manifest.dependencies).toBeUndefined();
    const bundled = new Set(source.flatMap(({ packages }) => packages).filter((name) => !name.startsWith('node:')));
    expect([...bundled].filter((name) => manifest.devDependencies?.[name] === undefined)).toEqual([]);
  });
});

describe('nothing is left lying about', () => {
  test('every exported name is used by another file', () => {
    const unused = source.flatMap(({ path, text }) => {
      const exported = [...text.matchAll(/(?:^|\n)export (?:async )?(?:const|function|type|class)\s+\*?\s*(\w+)/g)];
      return exported.flatMap(([, name = '']) => {
        const isUsed = all.some(({ path: other, names }) => {
          const wanted = names.get(path);
          return other !== path && (wanted?.has(name) || wanted?.has('*'));
        });
        return isUsed ? [] : [`${path}: ${name}`];
      });
    });
    expect(unused).toEqual([]);
  });

  test('every file is reached from the program or its workers', () => {
    const byPath = new Map(source.map((module) => [module.path, module]));
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      byPath.get(path)?.files.forEach(visit);
    };
    [
      'src/main.ts',
      'src/start/worker.ts',
      'src/local-service/worker/service-worker.ts',
      'src/history-thread/history-worker.ts',
      ...globSync('src/executable/*.ts'),
    ].forEach(visit);
    // The bundle puts this one into Ink.
    visit('src/terminal/direct-picture.ts');
    expect(source.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  test('no source file escapes from the type checker', () => {
    const escapes = source.filter(({ text }) => /@ts-(?:ignore|expect-error|nocheck)|\bas any\b|: any\b/.test(text));
    expect(escapes.map(({ path }) => path)).toEqual([]);
  });
});

describe('what a reader has to keep in mind at once', () => {
  const trees = source.map(({ path }) => {
    const text = readFileSync(path, 'utf8');
    return { path, text, tree: parsed(path, text) };
  });

  test('no variable of a module changes', () => {
    const changing = trees.flatMap(({ path, tree }) =>
      (tree.body as readonly Node[])
        .map((statement) => (statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node) : statement))
        .filter((statement) => statement?.type === 'VariableDeclaration' && statement.kind !== 'const')
        .flatMap(({ declarations }) =>
          (declarations as readonly Node[]).map(({ id }) => `${path}: ${(id as Node).name}`),
        ),
    );
    expect(changing.sort()).toEqual(CHANGING);
  });

  test('a function has 100 lines of its own at most: those of the functions in it count for them', () => {
    const long = trees.flatMap(({ text, tree }) => longFunctions(tree, text, 'a function of the module'));
    expect([...new Set(long)].sort()).toEqual(LONG_FUNCTIONS);
  });

  test('a file has 400 lines at most', () => {
    const long = trees.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path);
    expect(long.sort()).toEqual(LONG_FILES);
  });

  test('only the module of money puts a dollar sign before a figure', () => {
    const wrong = trees.filter(({ tree }) => putsDollar(tree)).map(({ path }) => path);
    expect(wrong.filter((path) => !NO_MONEY.test(path))).toEqual(['src/money/money.ts']);
  });

  test('no comment only repeats the name that it stands over', () => {
    const empty = trees.flatMap(({ path, text }) =>
      [...text.matchAll(/\/\*\* ([^*]+) \*\/\n\s*(?:export )?(?:const|type|readonly|async|function)? ?(\w+)/g)]
        .filter(([, comment = '', name = '']) => onlyRepeats(comment, name))
        .map(([, comment, name]) => `${path}: ${name}: ${comment}`),
    );
    expect(empty).toEqual([]);
  });
});

/** The names of functions of more than 100 lines of their own in and below `node`. */
const longFunctions = (node: Node, text: string, name: string): readonly string[] => {
  const named = { VariableDeclarator: node.id, FunctionDeclaration: node.id, Property: node.key }[
    node.type
  ] as Node | null;
  const own = typeof named?.name === 'string' ? named.name : name;
  const isLong = isFunction(node) && linesOf(node, text) - linesWithin(node, text) > 100;
  return [...(isLong ? [own] : []), ...childrenOf(node).flatMap((child) => longFunctions(child, text, own))];
};

const isFunction = ({ type }: Node): boolean => /Function/.test(type) && type !== 'TSFunctionType';

const linesOf = ({ start, end }: Node, text: string): number => text.slice(start, end).split('\n').length;

/** Lines that functions in `node` have behind their first. */
const linesWithin = (node: Node, text: string): number =>
  childrenOf(node).reduce(
    (sum, child) => sum + (isFunction(child) ? linesOf(child, text) - 1 : linesWithin(child, text)),
    0,
  );

const FILLERS = new Set(
  'a all an and as by each for how in is it its of one or that the these this to what with'.split(' '),
);

/** True when every word of `comment` but for fillers is one of `name`, but for their endings. */
const onlyRepeats = (comment: string, name: string): boolean => {
  const stems = (text: string) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).map((word) => word.slice(0, 5).replace(/s$/, ''));
  const known = new Set(stems(name.replace(/([a-z])([A-Z])/g, '$1 $2')));
  return stems(comment).every((word) => known.has(word) || FILLERS.has(word));
};

/** The groups of files from each of which every other one is reached, each in its order. */
const circlesOf = (imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const reach = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(imports.get(start) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(imports.get(path) ?? []));
    }
    return seen;
  };
  const reached = new Map([...imports.keys()].map((path) => [path, reach(path)]));
  const groups = [...reached]
    .filter(([path, others]) => others.has(path))
    .map(([path, others]) => [...others].filter((other) => reached.get(other)?.has(path)).sort());
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()].sort((a, b) => (a < b ? -1 : 1));
};
