/**
 * Draws every page of the built program, on the local service that it brings along, at three sizes, as pictures for looking at:
 * `npm run gallery -- FOLDER`. Nothing is sent that rents, changes or announces.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KEY_ROWS } from '../src/own-keys/key-rows.ts';
import { keyBytes } from '../test/support/fake-keyboard.ts';
import { pictureOf } from '../test/support/picture.ts';
import { openPty, type Pty } from '../test/support/pty.ts';

const SIZES: readonly (readonly [columns: number, rows: number])[] = [
  [80, 24],
  [120, 35],
  [160, 48],
];

/** The rows whose keys lead to each page, one after the other. Each opens what Esc closes. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  offers: ['frame.offers'],
  'offer-detail': ['frame.offers', 'offers.open'],
  'offers-filter': ['frame.offers', 'offers.filter'],
  'offers-whole-filter': ['frame.offers', 'offers.filter-whole'],
  'offers-language': ['frame.offers', 'offers.language'],
  'offers-waterfall': ['frame.offers', 'offers.waterfall'],
  'offers-columns': ['frame.offers', 'offers.columns'],
  'offers-market': ['frame.offers', 'offers.market'],
  'offers-position': ['frame.offers', 'offers.position'],
  'offers-own-machines': ['frame.offers', 'offers.own-machines'],
  'offers-job': ['frame.offers', 'offers.workload'],
  'offers-views': ['frame.offers', 'offers.views'],
  'offers-copy': ['frame.offers', 'offers.copy'],
  'offers-rent': ['frame.offers', 'offers.rent'],
  volumes: ['frame.volumes'],
  'volume-detail': ['frame.volumes', 'volumes.open'],
  connections: ['frame.connections'],
  maintenance: ['frame.maintenance'],
  windows: ['frame.maintenance', 'maintenance.page', 'maintenance.page'],
  machines: ['frame.machines'],
  'machine-detail': ['frame.machines', 'machines.open'],
  notifications: ['frame.notifications'],
  'notifications-new-webhook': ['frame.notifications', 'notifications.new'],
  preferences: ['frame.notifications', 'notifications.tab'],
  events: ['frame.notifications', 'notifications.tab', 'notifications.tab'],
  alerts: ['frame.notifications', 'notifications.tab', 'notifications.tab', 'notifications.tab'],
  requests: ['frame.ledger'],
  'request-detail': ['frame.ledger', 'ledger.open'],
  instances: ['frame.instances'],
  'instance-detail': ['frame.instances', 'instances.open'],
  help: ['frame.offers', 'frame.help'],
  palette: ['frame.offers', 'frame.palette'],
};

/** A screen that has stood still for so long is whole. */
const STILL_MS = 500;
const PATIENCE_MS = 8000;

const bytesOf = (id: string): string => {
  const row = KEY_ROWS.find((one) => one.id === id);
  if (row === undefined) throw new Error(`There is no row ${id}: mend PAGES.`);
  return keyBytes(row.keys[0] ?? '');
};

const isAsking = (pty: Pty): boolean => pty.screen().some((line) => /\basking\b/i.test(line));

const settled = async (pty: Pty): Promise<void> => {
  let before = -1;
  let waitedMs = 0;
  while (waitedMs < PATIENCE_MS && (pty.bytesReceived() !== before || isAsking(pty))) {
    before = pty.bytesReceived();
    await pause(STILL_MS);
    waitedMs += STILL_MS;
  }
};

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder for the pictures: npm run gallery -- FOLDER');
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), 'gpudeck-gallery-'));
try {
  for (const [columns, rows] of SIZES) {
    await using pty = openPty([process.execPath, 'dist/gpudeck.js'], {
      columns,
      rows,
      environment: { HOME: home, COLORFGBG: '15;0', GPUDECK_API_KEY: undefined, GPUDECK_BASE_URL: undefined },
    });
    await pty.until((screen) => screen.some((line) => line.includes('as of')));
    for (const [name, ids] of Object.entries(PAGES)) {
      for (const id of ids) {
        pty.write(bytesOf(id));
        await settled(pty);
      }
      const title = `${name} ${columns}x${rows}`;
      writeFileSync(join(folder, `${name}-${columns}x${rows}.svg`), pictureOf(title, pty.emulator.drawn()));
      console.log(title);
      for (const _ of ids.slice(1)) {
        pty.write(keyBytes('escape'));
        await settled(pty);
      }
    }
    pty.write(bytesOf('frame.quit'));
    await pty.gone();
  }
} finally {
  rmSync(home, { recursive: true });
}
