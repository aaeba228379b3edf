/** The command line as a person types it, and what the program takes it to mean. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../src/cli/command-line.ts';
import type { SearchStart } from '../src/cli/search-options.ts';

const read = (line: string, environment: Record<string, string> = {}) =>
  readCommandLine(line === '' ? [] : line.split(' '), environment, '1.2.3');

const optionsOf = async (line: string, environment?: Record<string, string>) => {
  const invocation = await read(line, environment);
  if (invocation.kind !== 'run') throw new Error(`not a run: ${JSON.stringify(invocation)}`);
  const { command, options } = invocation;
  return { command, ...options };
};

const refusalOf = async (line: string, environment?: Record<string, string>) => {
  const invocation = await read(line, environment);
  if (invocation.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(invocation)}`);
  return invocation.message;
};

describe('opening the terminal program', () => {
  test('without arguments it opens the offers on the local service', async () => {
    expect(await optionsOf('')).toEqual({
      command: 'offers',
      pane: 'offers',
      isPaneNamed: false,
      named: [],
      address: { kind: 'local' },
      start: {
        filter: '',
        order: [['dlperf_per_dphtotal', 'desc']],
        type: 'ondemand',
        limit: 1000,
        storageGb: 8,
      },
      isAscii: false,
      isPlain: false,
      hasColour: true,
      isReadOnly: false,
      keepsHistory: true,
    });
  });

  test('offers takes a filter, an order, a type, a limit and a storage size as its start', async () => {
    const options = await optionsOf(
      'offers num_gpus >= 4 4090 --order dph_total,dlperf:desc --type bid --limit 50 --storage 500MB',
    );
    expect(options).toMatchObject({
      command: 'offers',
      pane: 'offers',
      start: {
        filter: 'num_gpus >= 4 4090',
        order: [
          ['dph_total', 'asc'],
          ['dlperf', 'desc'],
        ],
        type: 'bid',
        limit: 50,
        storageGb: 0.5,
      },
      named: ['filter', 'order', 'type', 'limit', 'storageGb'],
    });
    expect(await optionsOf('offers --limit 50')).toMatchObject({ named: ['limit'] });
    expect(await optionsOf('offers --no-default')).toMatchObject({ named: ['filter'] });
    expect(await optionsOf('offers --view mine')).toMatchObject({
      named: ['filter', 'order', 'type', 'limit', 'storageGb', 'columns', 'view'],
      view: { name: 'mine', words: [] },
    });
  });

  test('--ascii, --plain, --no-history and NO_COLOR are honoured before and after the command', async () => {
    expect(await optionsOf('--ascii offers')).toMatchObject({ isAscii: true });
    expect(await optionsOf('offers')).not.toHaveProperty('hasMouse');
    expect(await optionsOf('offers --mouse')).toMatchObject({ hasMouse: true });
    expect(await optionsOf('search --ascii')).toMatchObject({ isAscii: true });
    expect(await optionsOf('--plain volumes')).toMatchObject({ isPlain: true });
    expect(await optionsOf('volumes --plain')).toMatchObject({ isPlain: true });
    expect(await optionsOf('volumes')).toMatchObject({ keepsHistory: true });
    for (const line of ['--no-history', '--no-history volumes', 'volumes --no-history'])
      expect(await optionsOf(line)).toMatchObject({ keepsHistory: false });
    expect(await optionsOf('', { NO_COLOR: '1' })).toMatchObject({ hasColour: false });
    expect(await optionsOf('', { NO_COLOR: '' })).toMatchObject({ hasColour: true });
  });
});

describe('which history', () => {
  test('is named for the panes and for every command, before and after its name', async () => {
    const history = { kind: 'sqlite', file: join(process.cwd(), 'market.db') };
    for (const line of ['', 'offers', 'volumes', 'record', 'history', 'listen --secret-file s', 'alerts events'])
      for (const all of [`--history sqlite:market.db ${line}`, `${line} --history sqlite:market.db`])
        expect(await optionsOf(all.trim()), all).toMatchObject({ history, keepsHistory: true });
    expect(await optionsOf('volumes')).not.toHaveProperty('history');
  });

  test('a password in its address is refused and not repeated', async () => {
    for (const line of ['', 'offers ', 'doctor '])
      expect(await refusalOf(`${line}--history postgresql://ann:hunter2@db.example/m`)).toMatch(
        /^gpudeck: --history cannot be used\. A password (?!.*hunter2)/,
      );
  });
});

describe('which service', () => {
  const KEY = { GPUDECK_API_KEY: 'secret-key' };

  test('an address with a key from the environment', async () => {
    expect(await optionsOf('search', { ...KEY, GPUDECK_BASE_URL: 'https://gpu.example/market/' })).toMatchObject({
      address: { kind: 'remote', baseUrl: 'https://gpu.example/market', apiKey: 'secret-key' },
    });
  });

  test('--base-url goes before GPUDECK_BASE_URL', async () => {
    const environment = { ...KEY, GPUDECK_BASE_URL: 'https://one.example' };
    expect(await optionsOf('search --base-url http://127.0.0.1:8080', environment)).toMatchObject({
      address: { baseUrl: 'http://127.0.0.1:8080' },
    });
  });

  test('an address without a key leaves the key to be asked for', async () => {
    const options = await optionsOf('--base-url https://gpu.example');
    expect(options).toMatchObject({ address: { kind: 'remote', baseUrl: 'https://gpu.example' } });
    expect(JSON.stringify(options)).not.toContain('apiKey');
  });

  test.each([' https://gpu.example ', 'https://gpu.example\n', 'HTTPS://GPU.example:443/./', 'https://gpu.example//'])(
    '%j is the same address',
    async (address) => {
      expect(await optionsOf('search', { ...KEY, GPUDECK_BASE_URL: address })).toMatchObject({
        address: { baseUrl: 'https://gpu.example' },
      });
    },
  );

  test('a key without an address is refused, with the variable and both ways on', async () => {
    expect(await refusalOf('search', KEY)).toBe(
      [
        'gpudeck: GPUDECK_API_KEY is set, but there is no address to use it with.',
        'Set GPUDECK_BASE_URL or give --base-url, or unset GPUDECK_API_KEY to use the local service.',
        '`gpudeck --help` lists the options.',
        '',
      ].join('\n'),
    );
  });

  test('a dry run sends nothing, so it needs no address', async () => {
    expect(await optionsOf('search --dry-run', KEY)).toMatchObject({ mode: 'dry-run' });
  });

  test('the local service and its keys do not care about a key in the environment', async () => {
    expect(await optionsOf('service', KEY)).toMatchObject({ command: 'service' });
    expect(await optionsOf('keys list', KEY)).toMatchObject({ command: 'keys' });
  });

  test.each([
    ['ftp://gpu.example', 'is not valid: it must begin with https:// or http://.'],
    ['gpu.example', 'is not valid: it must begin with https:// or http://.'],
    [
      'https://me:pass@gpu.example',
      'contains a user name or password: a key belongs in GPUDECK_API_KEY, or in the key_file of a profile.',
    ],
    ['https://gpu.\nexample', 'contains a space, a line break or a control character.'],
    ['https://gpu\u200B.example', 'contains a space, a line break or a control character.'],
    ['https:\\\\gpu.example', 'contains a backslash: use slashes.'],
    ['https://gpu.example/?key=1', 'ends in a query or a fragment: remove everything after the path.'],
  ])('%s is refused without being repeated', async (address, reason) => {
    const message = await refusalOf(`search --base-url ${address}`, KEY);
    expect(message).toContain(`the address in --base-url ${reason}`);
    expect(message).not.toContain(address);
  });

  test('there is no option for a key', async () => {
    expect(await refusalOf('search --api-key abc')).toContain("unknown option '--api-key'");
  });
});

describe('printing', () => {
  test('search takes a format and fields by name or alias', async () => {
    expect(await optionsOf('search --csv --fields id,dph,search.totalHour')).toMatchObject({
      command: 'search',
      output: { format: 'csv', fields: ['id', 'dph_total', 'search.totalHour'] },
      mode: 'print',
    });
    expect(await optionsOf('search')).toMatchObject({ output: {} });
  });

  test('list takes volumes, connections or instances and the same formats', async () => {
    expect(await optionsOf('list volumes --json --fields id,status')).toMatchObject({
      command: 'list',
      what: 'volumes',
      output: { format: 'json', fields: ['id', 'status'] },
    });
    expect(await optionsOf('list connections')).toMatchObject({ what: 'connections', output: {} });
    expect(await optionsOf('list instances')).toMatchObject({ what: 'instances', output: {} });
  });
});

describe('the local service', () => {
  test('service has a port of its own and keeps thresholds on', async () => {
    expect(await optionsOf('service')).toEqual({
      command: 'service',
      port: 4270,
      isStill: false,
      delivers: false,
      hasThresholds: true,
      isJson: false,
      isAscii: false,
      isPlain: false,
      hasColour: true,
      isReadOnly: false,
      keepsHistory: true,
    });
  });

  test('service credit pays into the database that is named, on either side of the word', async () => {
    expect(await optionsOf('service credit 50')).toMatchObject({ command: 'service', credit: 50 });
    for (const line of ['service credit 50 --data /tmp/x.db', 'service --data /tmp/x.db credit 50']) {
      expect(await optionsOf(line)).toMatchObject({ credit: 50, data: '/tmp/x.db' });
    }
    expect(await optionsOf('service --no-card')).toMatchObject({ hasCard: false });
    expect(await optionsOf('service --card')).toMatchObject({ hasCard: true });
  });

  test('service takes everything that makes a market', async () => {
    const line = 'service --port 0 --data :memory: --offers 2000 --seed 11 --still --thresholds off --deliver --json';
    expect(await optionsOf(line)).toMatchObject({
      port: 0,
      data: ':memory:',
      offers: 2000,
      seed: 11,
      isStill: true,
      hasThresholds: false,
      isJson: true,
    });
  });

  test.each([
    [
      'keys create robot --allow manage_machines,manage_notifications',
      { action: 'create', name: 'robot', allow: ['manage_machines', 'manage_notifications'] },
    ],
    ['keys create me', { action: 'create', name: 'me' }],
    ['keys list', { action: 'list' }],
    ['keys reset 3', { action: 'reset', id: 3 }],
    ['keys delete 4 --data a.db', { action: 'delete', id: 4 }],
  ])('%s', async (line, task) => {
    expect(await optionsOf(line)).toMatchObject({ command: 'keys', task });
  });
});

describe('bad usage says what was tried, what is wrong and what to do next', () => {
  test.each([
    ['serach', "gpudeck: there is no command 'serach'. Did you mean search?"],
    ['serch 4090', "gpudeck: there is no command 'serch'. Did you mean search?"],
    ['4090 us', "gpudeck: there is no command '4090'. `gpudeck offers FILTER` looks for offers."],
    ['search --ordr dph', "gpudeck search: unknown option '--ordr'\n(Did you mean --order?)"],
    [
      'search --order dph_totl',
      "gpudeck search: option '-o, --order <field[:asc|desc],...>' argument 'dph_totl' is invalid. dph_totl is not an offer field. Did you mean dph_total",
    ],
    ['search --order -dph_total', 'For the largest first write dph_total:desc.'],
    ['search --order dph,-reliability', 'For the largest first write reliability:desc.'],
    ['search --order dph:down', 'Write asc or desc after the colon, as in dph:desc.'],
    ['search --order gpu_ids', 'gpu_ids cannot be used for sorting.'],
    ['search --order dph,dlperf,dph_total:desc', 'dph_total is given twice: remove one.'],
    ['search --fields zzz', 'zzz is not an offer field. The fields are dph_total, dph_base,'],
    ['search --limit 0', 'Expected a whole number, 1 or more.'],
    ['search --limit 1e3', 'Expected a whole number, 1 or more.'],
    ['search --storage -5', 'Expected a size above 0, such as 200, 500GB or 2TB.'],
    ['search --type spot', 'Expected ondemand (or on-demand), bid (or interruptible) or reserved.'],
    ['search --fields id,,gpu_name', 'Expected words separated by single commas.'],
    ['search --fields id,gpu_nam', 'gpu_nam is not an offer field. Did you mean gpu_name'],
    ['search --json --csv', "option '--json' cannot be used with option '--csv'"],
    ['list volume', "gpudeck list: unknown command 'volume'\n(Did you mean volumes?)"],
    ['list volumes --fields gpu_name', 'There is no field gpu_name. The fields are id, status, disk_space'],
    ['service --port 70000', 'Expected a whole number from 0 to 65535.'],
    ['service --thresholds maybe', 'Expected on or off.'],
    ['keys reset one', 'Expected a whole number, 1 or more.'],
    ['keys', 'Usage: gpudeck keys [options] [command]'],
  ])('%s', async (line, words) => {
    expect(await refusalOf(line)).toContain(words);
  });

  test('the message ends with where to read on', async () => {
    expect(await refusalOf('search --limit x')).toMatch(/\n`gpudeck search --help` lists the options\.\n$/);
  });
});

describe('options as people have them in their fingers', () => {
  const startOf = async (line: string): Promise<SearchStart> => {
    const options = await optionsOf(line);
    if (!('start' in options)) throw new Error(`no search: ${line}`);
    return options.start as SearchStart;
  };

  test.each(['dph-', 'dph_total-', 'dph:desc'])('-o %s sorts descending', async (key) => {
    expect((await startOf(`search -o ${key},num_gpus`)).order).toEqual([
      ['dph_total', 'desc'],
      ['num_gpus', 'asc'],
    ]);
  });

  test.each([
    ['on-demand', 'ondemand'],
    ['interruptible', 'bid'],
    ['reserved', 'reserved'],
  ])('--type %s is %s', async (typed, type) => {
    expect((await startOf(`search --type ${typed}`)).type).toBe(type);
    expect((await startOf(`offers --type ${typed}`)).type).toBe(type);
  });

  test('another type is refused with those there are', async () => {
    expect(await refusalOf('search --type spot')).toContain(
      'Expected ondemand (or on-demand), bid (or interruptible) or reserved.',
    );
  });

  test('--raw is --json, and excludes the other forms', async () => {
    expect(await optionsOf('search --raw')).toMatchObject({ output: { format: 'json' } });
    expect(await optionsOf('list volumes --raw')).toMatchObject({ output: { format: 'json' } });
    expect(await refusalOf('search --raw --csv')).toContain("option '--raw' cannot be used with option '--csv'");
  });

  test.each(['-n', '--no-default'])('%s lifts the four defaults, but for what the filter says itself', async (flag) => {
    expect((await startOf(`search ${flag}`)).filter).toBe('verified=any rentable=any rented=any cpu_arch=any');
    expect((await startOf(`search num_gpus>=4 !rentable ${flag}`)).filter).toBe(
      'num_gpus>=4 !rentable verified=any rented=any cpu_arch=any',
    );
    expect((await startOf('search num_gpus>=4')).filter).toBe('num_gpus>=4');
  });

  test.each([
    ['-h', 'Usage: gpudeck [command]'],
    ['help', 'Usage: gpudeck [command]'],
    ['help search', 'Usage: gpudeck search'],
    ['search -h', 'Usage: gpudeck search'],
    ['help keys create', 'Usage: gpudeck keys create'],
    ['-V', '1.2.3'],
  ])('%s answers', async (line, text) => {
    const answer = await read(line);
    expect(answer).toMatchObject({ kind: 'answered', text: expect.stringContaining(text) });
  });

  test('help for a command that is not there names the nearest', async () => {
    expect(await refusalOf('help serch')).toContain("there is no command 'serch'. Did you mean search?");
    expect(await refusalOf('help keys creat')).toContain(
      "gpudeck keys: there is no command 'creat'. Did you mean create?",
    );
  });

  test('a filter in the help stands in quotes, so that a shell does not act on it', async () => {
    const help = await read('search --help');
    const text = help.kind === 'answered' ? help.text : '';
    const examples = text.split('\n').filter((line) => line.startsWith('  gpudeck search'));
    expect(examples).toHaveLength(5);
    // Behind the quotes stands at most a redirection that is meant.
    for (const example of examples)
      expect(example.replace(/'[^']*'/g, '').replace(/ > offers\.csv$/, '')).not.toMatch(/[<>[\]]/);
    expect(text.replace(/'[^']*'/g, '').match(/\w[<>]=?\d/g)).toBeNull();
  });
});

describe('arguments that cannot be meant', () => {
  const refusalOfAll = async (argv: readonly string[]) => {
    const invocation = await readCommandLine(argv, {}, '1.2.3');
    return invocation.kind === 'refused' ? invocation.message : JSON.stringify(invocation);
  };
  const MEGABYTE = 1_000_000;

  test.each([
    ['a megabyte', ['x'.repeat(MEGABYTE)]],
    ['a megabyte of brackets', ['search', '['.repeat(MEGABYTE)]],
    ['100,000 words', ['search', ...Array.from({ length: 100_000 }, () => 'y')]],
    ['500,000 options', Array.from({ length: 500_000 }, () => '--x')],
  ])('%s is one line, at once', async (_what, argv) => {
    expect(await refusalOfAll(argv)).toMatch(
      /^gpudeck: the arguments are [\d,]+ characters long; the limit is 20,000\.\n$/,
    );
  });

  test.each([
    ['a control character', 'gpu\u001b[31m', 'a control character (U+001B)'],
    ['a NUL', 'gpu\0name', 'a control character (U+0000)'],
    ['a C1 control', '\u009d', 'a control character (U+009D)'],
    ['half a surrogate pair', 'gpu_name=\ud800', 'bytes that are not UTF-8 text'],
    ['what was no UTF-8', 'gpu_name=\ufffd', 'bytes that are not UTF-8 text'],
  ])('%s is named with its place', async (_what, argument, reason) => {
    expect(await refusalOfAll(['search', argument])).toBe(`gpudeck: argument 2 contains ${reason}: ${argument}\n`);
  });

  test.each(['--profile', '--base-url', '--config'])(
    'an empty %s is refused: it would mean another service',
    async (option) => {
      expect(await refusalOfAll(['search', option, ''])).toContain("argument '' is invalid. It must not be empty.");
    },
  );

  test('an empty filter is none, as of a variable that is not set', async () => {
    expect(await readCommandLine(['search', ''], {}, '1.2.3')).toMatchObject({
      kind: 'run',
      options: { start: { filter: '' } },
    });
  });
});

describe('help and version', () => {
  test('--version prints the version alone', async () => {
    expect(await read('--version')).toEqual({ kind: 'answered', text: '1.2.3\n' });
  });

  test('--help names every command', async () => {
    const help = await read('--help');
    expect(help).toMatchObject({ kind: 'answered' });
    for (const word of ['offers', 'search', 'list', 'service', 'keys', '--base-url', 'GPUDECK_API_KEY', 'Exit codes']) {
      expect(JSON.stringify(help)).toContain(word);
    }
  });

  test("a command's help shows its own and the common options", async () => {
    const help = JSON.stringify(await read('search --help'));
    for (const word of ['--order', '--limit', '--dry-run', '--fields', '--base-url', '--ascii'])
      expect(help).toContain(word);
  });
});

describe('profiles, folders and reading only', () => {
  test('a profile is named by argument or environment, and the argument wins', async () => {
    expect(await optionsOf('', { GPUDECK_PROFILE: 'work' })).toMatchObject({
      address: { kind: 'profile', name: 'work' },
    });
    expect(await optionsOf('--profile home', { GPUDECK_PROFILE: 'work' })).toMatchObject({
      address: { kind: 'profile', name: 'home' },
    });
  });

  test('an address and a profile exclude each other, so that no key goes to the wrong service', async () => {
    expect(await refusalOf('--profile work --base-url https://x.example')).toContain(
      '--base-url and --profile both name',
    );
  });

  test('an address given by hand is meant, whatever profile the environment names', async () => {
    expect(await optionsOf('--base-url https://x.example', { GPUDECK_PROFILE: 'work' })).toMatchObject({
      address: { kind: 'remote', baseUrl: 'https://x.example' },
    });
  });

  test('the folder, the user and reading only are passed on', async () => {
    expect(await optionsOf('--config /tmp/c --read-only', { GPUDECK_USER_ID: '12' })).toMatchObject({
      configFolder: '/tmp/c',
      isReadOnly: true,
      userId: 12,
    });
  });

  test('a user id that is none is refused', async () => {
    expect(await refusalOf('', { GPUDECK_USER_ID: 'me' })).toContain('GPUDECK_USER_ID is "me"');
  });
});

test.each([
  ['volumes', 'volumes'],
  ['connections', 'connections'],
  ['maintenance', 'maintenance'],
  ['requests', 'ledger'],
])('%s opens the terminal program at that pane', async (command, pane) => {
  expect(await optionsOf(command)).toMatchObject({ command, pane });
});
