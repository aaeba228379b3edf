/** Views: their text, their names, and the folder that they are kept in. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewFiles } from '../src/storage/files/view-files.ts';
import { differingParts, plainView, type View, withOwnHost } from '../src/views/view.ts';

import { nameProblem, readViewText, viewText } from '../src/views/view-text.ts';

import { createViews } from '../src/views/views.ts';
import { temporaryFolder } from './support/local-service.ts';

const FOUR: View = {
  filter: 'num_gpus=4 gpu_name=RTX_4090',
  order: [
    ['dph_total', 'asc'],
    ['dlperf', 'desc'],
  ],
  type: 'bid',
  storageGb: 200,
  limit: 500,
};

const FOUR_TEXT = `version: 1
filter: num_gpus=4 gpu_name=RTX_4090
order: dph_total:asc,dlperf:desc
type: bid
disk: 200GB
limit: 500
`;

const problemOf = (text: string) => {
  const reading = readViewText(text);
  return 'problem' in reading ? `${reading.line}: ${reading.problem}` : undefined;
};

const anyView: fc.Arbitrary<View> = fc.record({
  filter: fc.stringMatching(/^[ -~äß€]{0,60}$/).map((text) => text.trim()),
  order: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('dph_total', 'dlperf', 'id', 'dph_gpu', 'gpu_name'),
      fc.constantFrom('asc' as const, 'desc' as const),
    ),
    { selector: ([field]) => field, maxLength: 4 },
  ),
  type: fc.constantFrom('ondemand', 'bid', 'reserved'),
  storageGb: fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
  limit: fc.integer({ min: 1, max: 100_000 }),
  columns: fc.record(
    {
      shown: fc.uniqueArray(fc.constantFrom('dph_total', 'gpu_name', 'cuda_max_good', 'dph_gpu'), { minLength: 1 }),
      pinned: fc.integer({ min: 0, max: 20 }),
      widened: fc.uniqueArray(fc.constantFrom('gpu_name', 'geolocation'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
});

describe('the text of a view', () => {
  test('has one line for each part, and is read as it was written', () => {
    expect(viewText(FOUR)).toBe(FOUR_TEXT);
    expect(readViewText(FOUR_TEXT)).toEqual({ view: FOUR });
  });

  test('any view is read back as it was, also where it takes the place of another text', () => {
    fc.assert(
      fc.property(anyView, anyView, (view, other) => {
        expect(readViewText(viewText(view))).toEqual({ view: plainView(view) });
        const former = `# first\n${viewText(other)}\n  # last`;
        expect(readViewText(viewText(view, former))).toEqual({ view: plainView(view) });
        expect(viewText(view, viewText(view))).toBe(viewText(view));
      }),
    );
  });

  test('an edit by hand is understood: comments, blank lines, capitals, any order, parts that are left out', () => {
    expect(readViewText('\ufeff# for the cluster\r\n\r\nLimit: 20\r\n  filter :  num_gpus>=2  \r\n')).toEqual({
      view: {
        filter: 'num_gpus>=2',
        order: [['dlperf_per_dphtotal', 'desc']],
        type: 'ondemand',
        storageGb: 8,
        limit: 20,
      },
    });
    expect(readViewText('order: price,dlperf-\ndisk: 2TB')).toMatchObject({
      view: {
        order: [
          ['dph_total', 'asc'],
          ['dlperf', 'desc'],
        ],
        storageGb: 2000,
      },
    });
  });

  test('columns have lines of their own, and none where they are the usual ones', () => {
    const columns = { shown: ['dph_total', 'gpu_name'], pinned: 1, widened: ['gpu_name'] };
    const text = `${FOUR_TEXT}columns: dph_total, gpu_name\npinned: 1\nwide: gpu_name\n`;
    expect(viewText({ ...FOUR, columns })).toBe(text);
    expect(readViewText(text)).toEqual({ view: { ...FOUR, columns } });
    expect(viewText(FOUR, text)).toBe(FOUR_TEXT);
  });

  test('what two views differ in is told by the parts of their text', () => {
    expect(differingParts(FOUR, { ...FOUR, filter: ` ${FOUR.filter} `, columns: {} })).toEqual([]);
    expect(differingParts(FOUR, { ...FOUR, order: [], limit: 1 })).toEqual(['order', 'limit']);
  });

  test('comments and the order of lines stay when the view changes', () => {
    const former = '# for the cluster\nlimit: 20\n\n# cheap ones\nfilter: num_gpus>=2\n';
    expect(viewText(FOUR, former)).toBe(
      `# for the cluster
limit: 500

# cheap ones
filter: num_gpus=4 gpu_name=RTX_4090
version: 1
order: dph_total:asc,dlperf:desc
type: bid
disk: 200GB
`,
    );
  });

  test('what is wrong is told with its line, and what was meant', () => {
    expect(problemOf('version: 1\nlimt: 20')).toBe('2: a view has no part "limt". Did you mean limit?');
    expect(problemOf('# x\nfilter num_gpus=4')).toBe(
      '2: this line is no comment and has no colon: write a part such as "limit: 1000", or # before it',
    );
    expect(problemOf('limit: 20\nlimit: 30')).toBe('2: "limit" stands here a second time: remove one of the two');
    expect(problemOf('limit: 0')).toBe('1: "0" is no limit: write a whole number from 1 to 100000');
    expect(problemOf('disk: huge')).toBe('1: "huge" is no size: write one above 0, such as 200GB');
    expect(problemOf('type: spot')).toBe('1: "spot" is no type: write ondemand, bid, reserved');
    expect(problemOf('order: dlprf')).toBe('1: dlprf is not an offer field. Did you mean dlperf?');
    expect(problemOf('columns: dph_total, gpu_nam')).toBe('1: there is no column "gpu_nam". Did you mean gpu_name?');
    expect(problemOf('columns: dph_total,,id')).toBe(
      '1: write names of columns between single commas, such as dph_total, gpu_name',
    );
    expect(problemOf('pinned: -1')).toBe('1: "-1" is no number of columns: write a whole number from 0 to 300');
    expect(problemOf('filter: \u0007')).toBe('1: the filter contains characters that cannot be displayed');
  });

  test('a newer version is told before anything else', () => {
    expect(problemOf('tabs: many\nversion: 2')).toBe(
      '2: a newer gpudeck has written this view (version 2, and this gpudeck reads version 1)',
    );
  });
});

test('a name that is no file is refused with the reason', () => {
  expect(nameProblem('cheap 4090s < $0.40')).toBeUndefined();
  expect(nameProblem('')).toBe('Type a name.');
  expect(nameProblem('a/b')).toBe('A name cannot contain a slash: it is the name of a file too.');
  expect(nameProblem('.hidden')).toBe('A name cannot begin with a dot.');
  expect(nameProblem('x'.repeat(61))).toBe('A name has 60 characters at most.');
  expect(nameProblem('a\u0007')).toBe('The name contains characters that cannot be displayed.');
});

test('host_id=me becomes the id of the user, and nothing else changes', () => {
  expect(withOwnHost('host_id=me verified=any any:me', 7)).toBe('host_id=7 verified=any any:me');
});

describe('the folder of views', () => {
  const open = () => {
    const configFolder = temporaryFolder();
    return { folder: join(configFolder, 'views'), views: createViews(viewFiles({ configFolder })) };
  };
  const namesOf = ({ kept }: { kept: readonly { name: string }[] }) => kept.map(({ name }) => name);

  test('there are three views to start with, and nothing is written for them until one is kept', () => {
    const { folder, views } = open();
    const three = ['8-GPU machines in datacenters', 'cheap single GPUs', 'mine'];
    expect(namesOf(views.list())).toEqual(three);
    expect(() => readdirSync(folder)).toThrow();
    expect(views.keep('four', FOUR, { isReplacing: false })).toBeUndefined();
    expect(namesOf(views.list())).toEqual(['8-GPU machines in datacenters', 'cheap single GPUs', 'four', 'mine']);
    expect(readFileSync(join(folder, 'four.view'), 'utf8')).toBe(FOUR_TEXT);
    expect(statSync(join(folder, 'four.view')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).length).toBe(4);
  });

  test('one that is deleted stays away, also of those to start with', () => {
    const { views } = open();
    expect(views.remove('Mine')).toBeUndefined();
    expect(views.remove('cheap single GPUs')).toBeUndefined();
    expect(views.remove('8-GPU machines in datacenters')).toBeUndefined();
    expect(views.list()).toEqual({ kept: [] });
    expect(views.find('mine')).toEqual({ problem: 'there is no view "mine". There are no views yet.' });
  });

  test('a view is found in any letter case, and an unknown name gets the nearest', () => {
    const { views } = open();
    views.keep('four', FOUR, { isReplacing: false });
    expect(views.find('FOUR ')).toEqual({ name: 'four', view: FOUR });
    expect(views.find('chep')).toEqual({ problem: 'there is no view "chep". Did you mean "cheap single GPUs"?' });
    expect(views.find('foru')).toEqual({ problem: 'there is no view "foru". Did you mean "four"?' });
    expect(views.find('xyz')).toEqual({
      problem:
        'there is no view "xyz". The views are "8-GPU machines in datacenters", "cheap single GPUs", "four", "mine".',
    });
  });

  test('a view is replaced only where that is asked for, and keeps its comments', () => {
    const { folder, views } = open();
    mkdirSync(folder);
    writeFileSync(join(folder, 'four.view'), '# mine, by hand\nfilter: num_gpus=2\n');
    expect(views.keep('Four', FOUR, { isReplacing: false })).toBe('There is a view "four" already.');
    expect(views.keep('Four', FOUR, { isReplacing: true })).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['four.view']);
    expect(readFileSync(join(folder, 'four.view'), 'utf8')).toMatch(/^# mine, by hand\nfilter: num_gpus=4 /);
  });

  test('one with an error or of a newer version is told with file and line, stops nothing, and is never overwritten', () => {
    const { folder, views } = open();
    mkdirSync(folder);
    const texts = { bad: 'limit: many\n', good: FOUR_TEXT, newer: 'version: 9\n' };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `${name}.view`), text);
    const bad = `${folder}/bad.view, line 1: "many" is no limit: write a whole number from 1 to 100000.`;
    const newer = `${folder}/newer.view, line 1: a newer gpudeck has written this view (version 9, and this gpudeck reads version 1).`;
    expect(views.list()).toEqual({
      kept: [
        { name: 'bad', problem: bad },
        { name: 'good', view: FOUR },
        { name: 'newer', problem: newer },
      ],
    });
    const leftAlone = ' It is left as it is: mend it, or choose another name.';
    expect(views.keep('bad', FOUR, { isReplacing: true })).toBe(bad + leftAlone);
    expect(views.keep('newer', FOUR, { isReplacing: true })).toBe(newer + leftAlone);
    expect(views.takeOver('newer', FOUR_TEXT, { isReplacing: true })).toBe(newer + leftAlone);
    for (const [name, text] of Object.entries(texts)) {
      expect(readFileSync(join(folder, `${name}.view`), 'utf8')).toBe(text);
    }
  });

  test('a view gets another name, but not that of another view', () => {
    const { folder, views } = open();
    views.keep('four', FOUR, { isReplacing: false });
    expect(views.rename('four', 'Mine')).toBe('There is a view "mine" already.');
    expect(views.rename('four', 'a/b')).toBe('A name cannot contain a slash: it is the name of a file too.');
    expect(views.rename('four', 'Four')).toBeUndefined();
    expect(views.rename('Four', '4x 4090')).toBeUndefined();
    expect(readdirSync(folder)).toContain('4x 4090.view');
    expect(readdirSync(folder)).not.toContain('Four.view');
    expect(views.rename('four', 'five')).toContain('there is no view "four".');
  });

  test('what lies about in the folder is no view, and what cannot be read says why', () => {
    const { folder, views } = open();
    mkdirSync(join(folder, 'folder.view'), { recursive: true });
    writeFileSync(join(folder, 'notes.txt'), 'x');
    writeFileSync(join(folder, 'four.view.0b6c'), 'x');
    writeFileSync(join(folder, 'long.view'), `# ${'x'.repeat(70_000)}`);
    expect(views.list().kept).toEqual([
      { name: 'folder', problem: `${folder}/folder.view is a folder, but must be a regular file.` },
      { name: 'long', problem: `${folder}/long.view is larger than 64 KB, the most that is read.` },
    ]);
  });

  test('where nothing can be written, that is said in words and nothing is left half done', () => {
    const configFolder = temporaryFolder();
    writeFileSync(join(configFolder, 'views'), 'a file in the way');
    const views = createViews(viewFiles({ configFolder }));
    expect(views.list().problem).toContain('views');
    expect(views.keep('four', FOUR, { isReplacing: false })).toBe(
      `A file stands where a folder is wanted: ${configFolder}/views`,
    );
    chmodSync(join(configFolder, 'views'), 0o600);
  });
});
