/** A key means one thing in all panes, as far as there are keys (docs/glossary.md, Keys): the rule, held against every row. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEY_ROWS } from '../src/own-keys/key-rows.ts';

/** What rows of a list are called behind their owner. */
const LISTS = [
  'offers',
  'volumes',
  'volumeOffers',
  'connections',
  'sshKeys',
  'templates',
  'recommendedTemplates',
  'variables',
  'apiKeys',
  'madeCalls',
  'addresses',
  'teamMembers',
  'teamRoles',
  'subaccounts',
  'instances',
  'priceIncreases',
  'machines',
  'windows',
  'events',
  'ledger',
  'money',
];

/** Ends of ids of all lists, and whole ids, that have each key. Letters in the menu of what is copied are its items. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  // What the service has is taken away, after a review.
  X: [
    'instances.destroy',
    'increases.reject',
    'notifications.delete',
    'templates.delete',
    'sshKeys.delete',
    'maintenance.withdraw',
    'windows.withdraw',
    'machines.withdraw',
    'volumes.delete',
  ],
  // What only this program keeps is taken away.
  D: ['offers.view-delete', 'notifications.alert-remove', 'notifications.forget', 'maintenance.forget'],
  // What is being put together loses a part, or what goes on ends.
  x: [
    'LIST.columns-first-only',
    'offers.waterfall-remove',
    'notifications.remove',
    'notifications.leave-behind',
    'maintenance.leave-out',
    'maintenance.stop',
    'instances.end-copies',
  ],
  ',': ['instances.files'],
  // Asked, or read, again.
  R: [
    'LIST.refresh',
    'instances.change-refresh',
    'instances.files-refresh',
    'machines.clean-up-refresh',
    'machines.list-refresh',
    'machines.min-bid-refresh',
    'machines.unlist-refresh',
    'volumes.delete-refresh',
    'volumes.rent-refresh',
    'instances.increase-refresh',
    'templates.act-refresh',
    'sshKeys.act-refresh',
    'ledger.repeat',
    'maintenance.refresh',
    'maintenance.withdraw-read',
    'notifications.act-refresh',
    'notifications.alert-refresh',
    'notifications.ask',
    'notifications.refresh',
    'notifications.webhook-refresh',
    'notifications.webhooks-refresh',
    'offers.market-ask',
    'offers.own-ask',
    'offers.position-ask',
    'offers.rent-ask',
    'offers.waterfall-ask',
    'overview.refresh',
  ],
  // Found in the rows, and the next and the one before.
  f: ['LIST.find'],
  N: ['LIST.find-before', 'instances.log-before', 'help.find-before'],
  F: ['LIST.filter-whole', 'LIST.whole-close'],
  '/': [
    'LIST.filter',
    'LIST.whole-edit',
    'LIST.columns-search',
    'instances.log-search',
    'notifications.find',
    'offers.market-find',
    'help.find',
  ],
  // The order, marks, columns.
  O: ['LIST.sort-further'],
  '*': ['LIST.mark-shown'],
  M: ['LIST.marked-only'],
  C: ['LIST.column-jump'],
  Y: ['LIST.export'],
  // The whole market, and back.
  T: ['offers.market', 'offers.market-close'],
  // The past.
  H: ['offers.position-past'],
  // What a cohort is alike in, or what stands together.
  '#': ['offers.group', 'offers.position-gpus', 'offers.own-gpus', 'offers.market-gpus'],
  '!': ['offers.position-verification', 'offers.own-verification', 'offers.market-verification'],
  '@': ['offers.position-place', 'offers.own-place', 'offers.market-place'],
  '%': ['offers.position-reliability', 'offers.own-reliability', 'offers.market-reliability'],
  '&': ['offers.position-datacenter', 'offers.own-datacenter', 'offers.market-datacenter'],
  h: ['LIST.before', 'LIST.column-left', 'LIST.compare-left', 'maintenance.back', 'notifications.channel-left'],
  ':': ['frame.palette'],
  '?': ['frame.help', 'help.close'],
};

const ofLists = (end: string): readonly string[] =>
  end.startsWith('LIST.') ? LISTS.map((list) => end.replace('LIST', list)) : [end];

test.each(Object.entries(MEANINGS))('%s means one thing wherever it is a key', (key, meant) => {
  const ids = meant.flatMap(ofLists);
  const having = KEY_ROWS.filter((row) => row.keys.includes(key) && !/\.copy-/.test(row.id)).map(({ id }) => id);
  expect(having.length).toBeGreaterThan(0);
  expect(having.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the keys that are held to it stand in the table of the glossary', () => {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Keys\n');
  const told = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| ((?:`[^`]+` ?)+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key),
  );
  expect(Object.keys(MEANINGS).filter((key) => !told.includes(key))).toEqual([]);
});
