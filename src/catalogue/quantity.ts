/**
 * What a figure measures: the unit on screen, how many wire units one display unit is, and the units that may be typed.
 * A quantity never depends on a field; fields name one. The service works in wire units only and must not use this file.
 */

/** How figures of one quantity are shown and typed. Every factor is in wire units. */
type Quantity = {
  /** Unit shown in headers and details; empty when the figure has none. */
  readonly unit: string;
  /** Wire units in one display unit: 1000 shows a wire value of 24564 MB as 24.6 GB. */
  readonly scale: number;
  /** Decimals shown; trailing zeros are kept so that columns align. */
  readonly digits: number;
  /** Display figure from which on decimals are left out: they say nothing there, and would not fit a narrow column. */
  readonly wholeFrom?: number;
  /** Wire units meant by a number typed without a unit. */
  readonly bare: number;
  /** A bare number below this one is meant in display units, whatever `bare` says: compute capability 8.6 and 860 are one. */
  readonly displayBelow?: number;
  /** Bare numbers from the first up to but without the second that can mean either: compute capability 70 is 7.0 or 700. */
  readonly doubtful?: readonly [number, number];
  /** Units that may follow a typed number, and the wire units that one of them is. Letter case matters only where two differ by it. */
  readonly suffixes: Readonly<Record<string, number>>;
  /** Units in which a filter line prints a figure: the first in which it is whole, else the last. Absent: as a bare number. */
  readonly written?: readonly string[];
  /** A figure that names something (an id, a port): printed without thousands separators. */
  readonly isName?: true;
};

const THOUSANDS = { k: 1000 };
const PERCENT = { '%': 0.01 };
const BYTES_A_SECOND = { 'MB/s': 1, MBps: 1, 'GB/s': 1000, GBps: 1000, k: 1000 };
const BITS_A_SECOND = {
  Mbps: 1 / 8,
  'Mb/s': 1 / 8,
  'Mbit/s': 1 / 8,
  Mbit: 1 / 8,
  Gbps: 125,
  'Gb/s': 125,
  'Gbit/s': 125,
  Gbit: 125,
};
const AN_HOUR = { ...THOUSANDS, '$/h': 1, '$/hr': 1, '$/hour': 1, '/h': 1, '/hr': 1, '/hour': 1, $: 1 };
const HOURS = { h: 3600, hr: 3600, hrs: 3600, hour: 3600, hours: 3600 };
const DAYS = { d: 86_400, day: 86_400, days: 86_400 };
const WEEKS = { w: 604_800, week: 604_800, weeks: 604_800 };

const plain = (unit: string, digits: number, suffixes: Readonly<Record<string, number>> = THOUSANDS): Quantity => ({
  unit,
  scale: 1,
  digits,
  bare: 1,
  suffixes,
});

/**
 * Every quantity by name: the one table of units. A GB is 1000 MB, and a TB is 1000 GB, of traffic too. Of memory, which the service counts
 * in MB, a GiB is 1024 MB; of disks, volumes and traffic it is 2^30 bytes, where a GB is 10^9.
 */
const quantities = {
  count: plain('', 0),
  identifier: { ...plain('', 0, {}), isName: true },
  score: plain('', 1),
  ratio: plain('', 2),
  generation: plain('', 1, {}),
  rate: plain('$/h', 4, AN_HOUR),
  amount: plain('$', 2, { ...THOUSANDS, $: 1 }),
  perGigabyte: plain('$/GB', 4),
  perGigabyteMonth: plain('$/GB/month', 3),
  // The service counts 1024 GB in the TB of its prices.
  perTerabyte: {
    unit: '$/TB',
    scale: 1.024,
    digits: 2,
    bare: 1.024,
    suffixes: { '$/TB': 1.024, $: 1.024 },
    written: ['$/TB'],
  },
  perRate: { ...plain('', 1), wholeFrom: 1000 },
  teraflops: plain('TFLOPs', 1, { ...THOUSANDS, TFLOPs: 1, PFLOPs: 1000 }),
  memory: {
    unit: 'GB',
    scale: 1000,
    digits: 1,
    bare: 1000,
    suffixes: { MB: 1, MiB: 1, M: 1, GB: 1000, G: 1000, GiB: 1024, TB: 1_000_000, T: 1_000_000, TiB: 1_048_576 },
    written: ['GB', 'MB'],
  },
  storage: {
    ...plain('GB', 0),
    suffixes: {
      ...{ MB: 0.001, M: 0.001, GB: 1, G: 1, TB: 1000, T: 1000, k: 1000 },
      ...{ MiB: 2 ** 20 / 1e9, GiB: 2 ** 30 / 1e9, TiB: 2 ** 40 / 1e9 },
    },
  },
  duration: {
    unit: 'days',
    scale: 86_400,
    digits: 1,
    bare: 86_400,
    suffixes: { s: 1, m: 60, min: 60, minutes: 60, ...HOURS, ...DAYS, ...WEEKS },
    written: ['d', 'h', 'm', 's'],
  },
  silence: plain('', 0, {}),
  minutes: { unit: 'h', scale: 60, digits: 1, bare: 60, suffixes: { min: 1, m: 1, h: 60, d: 1440 } },
  moment: { ...plain('UTC', 0, {}), isName: true },
  fraction: { unit: '%', scale: 0.01, digits: 2, bare: 1, suffixes: PERCENT, written: ['%'] },
  share: plain('', 2, PERCENT),
  percent: plain('%', 0, { '%': 1 }),
  internet: plain('MB/s', 0, { ...BITS_A_SECOND, ...BYTES_A_SECOND }),
  diskSpeed: plain('MB/s', 0, { ...BITS_A_SECOND, ...BYTES_A_SECOND }),
  busSpeed: plain('GB/s', 1, {
    'MB/s': 0.001,
    MBps: 0.001,
    'GB/s': 1,
    GBps: 1,
    'TB/s': 1000,
    'Gb/s': 1 / 8,
    Gbps: 1 / 8,
    k: 1000,
  }),
  frequency: plain('GHz', 2, { MHz: 0.001, GHz: 1 }),
  power: plain('W', 0, { W: 1, kW: 1000, k: 1000 }),
  temperature: plain('°C', 0, { C: 1, '°C': 1 }),
  computeCapability: { unit: '', scale: 100, digits: 1, bare: 1, displayBelow: 20, doubtful: [20, 200], suffixes: {} },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof quantities;

/** What the figures of `field` measure; undefined for text, booleans and objects. */
export const quantityOf = (field: { readonly quantity?: QuantityName }): Quantity | undefined =>
  field.quantity === undefined ? undefined : quantities[field.quantity];
