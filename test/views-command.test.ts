/** `gpudeck views` and `gpudeck search --view`: what a script gets of the views that are kept. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const world = () => {
  const config = temporaryFolder();
  const run = (...args: readonly string[]) => gpudeck(['--config', config, ...args]);
  const write = (name: string, text: string): string => {
    const file = join(config, name);
    writeFileSync(file, text);
    return file;
  };
  return { config, run, write };
};

const FOUR = '# the cluster\nfilter: num_gpus=4 gpu_ram>=24 rtx\norder: price\ntype: bid\ndisk: 200GB\nlimit: 50\n';

describe('gpudeck views', () => {
  test('lists the three views to start with as a table and as JSON', async () => {
    const { run } = world();
    expect(await run('views', 'list')).toEqual({
      code: 0,
      out: `8-GPU machines in datacenters  num_gpus=8 datacenter  by dph_total:asc  ondemand
cheap single GPUs              num_gpus=1 reliability>=98%  by dph_total:asc  ondemand
mine                           host_id=me verified=any rentable=any rented=any cpu_arch=any  by machine_id:asc  ondemand
`,
      errors: '',
    });
    expect(JSON.parse((await run('views', 'list', '--json')).out)[1]).toEqual({
      name: 'cheap single GPUs',
      filter: 'num_gpus=1 reliability>=98%',
      order: [['dph_total', 'asc']],
      type: 'ondemand',
      disk_gb: 8,
      limit: 1000,
    });
  });

  test('imports a file with its comments, exports it into a new one, and deletes it', async () => {
    const { config, run, write } = world();
    const file = write('four.txt', FOUR);
    expect(await run('views', 'import', file)).toEqual({ code: 0, out: '', errors: 'the view "four" is kept\n' });
    expect((await run('views', 'show', 'FOUR')).out).toBe(FOUR);
    const again = await run('views', 'import', file);
    expect(again).toEqual({
      code: 2,
      out: '',
      errors: 'gpudeck views: There is a view "four" already. Give another --name, or --replace.\n',
    });
    expect((await run('views', 'import', file, '--name', 'five')).code).toBe(0);
    expect((await run('views', 'import', file, '--replace')).code).toBe(0);
    const copy = join(config, 'copy.view');
    expect((await run('views', 'export', 'four', copy)).code).toBe(0);
    expect(readFileSync(copy, 'utf8')).toBe(FOUR);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect((await run('views', 'export', 'five', copy)).errors).toContain('exists already');
    expect(await run('views', 'delete', 'four')).toEqual({
      code: 0,
      out: '',
      errors: 'the view "four" is deleted\n',
    });
    expect((await run('views', 'show', 'four')).code).toBe(2);
  });

  test('a file with an error is told with its line and not imported; the others are listed', async () => {
    const { run, write } = world();
    const file = write('bad.view', 'filter: num_gpus=4\nlimit: all\n');
    expect((await run('views', 'import', file)).errors).toBe(
      `gpudeck views: ${file}, line 2: "all" is no limit: write a whole number from 1 to 100000. Nothing was imported.\n`,
    );
    expect((await run('views', 'import', `${file}x`)).errors).toContain('There is no file');
    await run('views', 'delete', 'mine');
    write('views/bad.view', 'limit: all\n');
    const { code, out, errors } = await run('views', 'list');
    expect(code).toBe(0);
    expect(out.split('\n').length).toBe(3);
    expect(errors).toMatch(/views\/bad\.view, line 1: "all" is no limit/);
  });
});

describe('gpudeck search --view', () => {
  const bodyOf = (out: string) => JSON.parse(out).body;

  test('asks for what the view says', async () => {
    const { run, write } = world();
    await run('views', 'import', write('four.view', FOUR));
    const { code, out, errors } = await run('search', '--view', 'Four', '--dry-run');
    expect(code).toBe(0);
    expect(bodyOf(out)).toEqual({
      num_gpus: { eq: 4 },
      gpu_ram: { gte: 24_000 },
      verified: { eq: true },
      rentable: { eq: true },
      rented: { eq: false },
      cpu_arch: { eq: 'amd64' },
      limit: 100_000,
      type: 'bid',
      order: [['dph_total', 'asc']],
      allocated_storage: 200,
    });
    expect(errors).toBe('gpudeck: not sent, but applied to the answer: rtx; --limit 50 counts what is left then\n');
  });

  test('prints the columns of the view as CSV and as a table, unless fields are named; JSON is as received', async () => {
    const offer = { id: 1, gpu_name: 'RTX 4090', num_gpus: 4, dph_total: 1.5, machine_id: 7 };
    const reply = json(200, { offers: [offer] });
    await using server = await startScriptedServer(reply, reply, reply, reply);
    const { config, write } = world();
    await gpudeck([
      '--config',
      config,
      'views',
      'import',
      write('four.view', 'columns: dph_total, gpu_name, job_total\n'),
    ]);
    const search = (args: readonly string[], columns?: number) =>
      gpudeck(['--config', config, 'search', '--view', 'four', ...args], {
        environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'sk-test-0123456789', NO_COLOR: '1' },
        ...(columns !== undefined && { columns }),
      });
    expect((await search(['--csv'])).out).toBe('dph_total,gpu_name\n1.5,RTX 4090\n');
    expect((await search([], 80)).out).toMatch(/^ *\$\/h +GPU *\n *1\.5000 +4x RTX 4090 *\n$/);
    expect((await search(['--csv', '--fields', 'id'])).out).toBe('id\n1\n');
    expect(JSON.parse((await search([])).out)).toEqual(offer);
  });

  test('what the command line says takes the place of the parts of the view, a clause that of the clauses on its field', async () => {
    const { run, write } = world();
    await run('views', 'import', write('four.view', FOUR.replace('num_gpus=4', 'num_gpus=4..8')));
    const more = ['num_gpus=2 static_ip', '--order', 'dlperf-', '--type', 'ondemand', '--limit', '7', '--storage', '9'];
    const { out } = await run('search', '--view', 'four', ...more, '--dry-run');
    expect(bodyOf(out)).toMatchObject({
      num_gpus: { eq: 2 },
      gpu_ram: { gte: 24_000 },
      static_ip: { eq: true },
      limit: 100_000,
      type: 'ondemand',
      order: [['dlperf', 'desc']],
      allocated_storage: 9,
    });
    const lifted = await run('search', '--view', 'four', '--no-default', '--dry-run');
    expect(bodyOf(lifted.out)).toMatchObject({ num_gpus: { gte: 4 }, verified: { in: [true, false] } });
  });

  test('a name that is not known gets the nearest, and nothing is asked', async () => {
    const { run } = world();
    expect(await run('search', '--view', 'chep', '--dry-run')).toEqual({
      code: 2,
      out: '',
      errors: 'gpudeck: there is no view "chep". Did you mean "cheap single GPUs"?\n',
    });
    expect((await run('search', '--view', '')).code).toBe(2);
  });

  test('a view whose filter is wrong is told with file and line, then with the place in the filter', async () => {
    const { config, run, write } = world();
    await run('views', 'import', write('bad.view', '# first\nfilter: num_gpu>=4\n'));
    const { code, errors } = await run('search', '--view', 'bad', '--dry-run');
    expect(code).toBe(2);
    expect(errors).toContain(`the filter of the view "bad" has a problem: ${config}/views/bad.view, line 2\n`);
    expect(errors).toContain('  ^^^^^^^\n');
  });

  test('a view of jobs needs one', async () => {
    const { run, write } = world();
    await run('views', 'import', write('job.view', 'order: job_total\n'));
    const { code, errors } = await run('search', '--view', 'job', '--dry-run');
    expect(code).toBe(2);
    expect(errors).toContain('--workload');
    expect((await run('search', '--view', 'job', '--workload', 'hours=2', '--dry-run')).code).toBe(0);
  });

  test('the machines of the user are those of the key, or what is missing is said', async () => {
    const { config, run } = world();
    const mine = await run('search', '--view', 'mine', '--dry-run');
    expect(bodyOf(mine.out).host_id).toEqual({ eq: 204_117 });
    expect(mine.errors).toBe('');
    const elsewhere = [
      '--config',
      config,
      '--base-url',
      'https://market.example',
      'search',
      '--view',
      'mine',
      '--dry-run',
    ];
    const unknown = await gpudeck(elsewhere);
    expect(unknown.code).toBe(2);
    expect(unknown.errors).toContain('set user_id in the profile, or GPUDECK_USER_ID');
    const known = await gpudeck(elsewhere, { environment: { GPUDECK_USER_ID: '8207' } });
    expect(bodyOf(known.out).host_id).toEqual({ eq: 8207 });
  });
});
