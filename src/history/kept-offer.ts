/**
 * What the history keeps of an offer: its price, which moves by the minute, and its traits, which hardly move. Values stay as they came.
 * What passes with every minute (`duration`) or follows from the others is not kept. Filters on what is kept can be applied to the past.
 */
import type { Offer } from '../catalogue/values.ts';
import { rowValue } from '../filter/evaluate.ts';

/** The traits, in the order in which they are kept. Names are only ever added, at the end: files of earlier versions hold the first of them. */
export const TRAITS = [
  'machine_id',
  'host_id',
  'gpu_name',
  'num_gpus',
  'gpu_ram',
  'gpu_total_ram',
  'gpu_frac',
  'gpu_arch',
  'gpu_mem_bw',
  'compute_cap',
  'cuda_max_good',
  'driver_version',
  'total_flops',
  'dlperf',
  'bw_nvlink',
  'cpu_name',
  'cpu_arch',
  'cpu_cores',
  'cpu_cores_effective',
  'cpu_ghz',
  'cpu_ram',
  'has_avx',
  'os_version',
  'vms_enabled',
  'pci_gen',
  'pcie_bw',
  'disk_space',
  'disk_bw',
  'storage_cost',
  'geolocation',
  'inet_down',
  'inet_up',
  'inet_down_cost',
  'inet_up_cost',
  'direct_port_count',
  'static_ip',
  'hosting_type',
  'verification',
  'reliability',
  'reliability2',
  'expected_reliability',
  'external',
  'rentable',
  'rented',
] as const satisfies readonly (keyof Offer)[];

/** What is kept of an offer beside its traits. */
const MOVING = ['dph_total', 'min_bid'] as const satisfies readonly (keyof Offer)[];

/** Every field that is kept. */
export const KEPT_FIELDS: readonly string[] = ['id', ...MOVING, ...TRAITS];

/** An offer as it is kept: prices in $/hour, null where the service named none. */
export type KeptOffer = {
  readonly offerId: number;
  readonly price: number | null;
  readonly minimumBid: number | null;
  /** The traits as JSON, a list in the order of `TRAITS`. */
  readonly traits: string;
};

/** What is kept of `offer`; undefined for one without an id, which could not be known again. */
export const keptOf = (offer: Offer): KeptOffer | undefined => {
  const { id, dph_total: price, min_bid: minimumBid } = offer;
  if (typeof id !== 'number') return undefined;
  return {
    offerId: id,
    price: price ?? null,
    minimumBid: minimumBid ?? null,
    traits: JSON.stringify(TRAITS.map((name) => offer[name] ?? null)),
  };
};

/** The traits that `text` holds, as fields of an offer; what is not a list of values holds none. */
export const traitsOf = (text: string): Offer => {
  const values: unknown = JSON.parse(text);
  return Array.isArray(values) ? Object.fromEntries(TRAITS.map((name, place) => [name, values[place] ?? null])) : {};
};

/**
 * Those of the traits that are among `names`. What follows the last of them is not read: a day of a market has tens of thousands of such
 * texts, and most questions are about what stands in front.
 */
export const traitsAmong = (text: string, names: readonly string[]): Offer => {
  const wanted = TRAITS.flatMap((name, place) => (names.includes(name) ? [[name, place] as const] : []));
  const last = wanted.at(-1)?.[1] ?? -1;
  const end = endOfValues(text, last + 1);
  const values: unknown = JSON.parse(end === undefined ? text : `${text.slice(0, end)}]`);
  return Array.isArray(values) ? Object.fromEntries(wanted.map(([name, place]) => [name, values[place] ?? null])) : {};
};

/** Where the first `count` values of the list end that `text` is; undefined where that cannot be told without reading all of it. */
const endOfValues = (text: string, count: number): number | undefined => {
  let left = count;
  let isText = false;
  for (let place = 1; place < text.length; place++) {
    const character = text[place];
    if (isText) {
      if (character === '\\') place++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '[' || character === '{') return undefined;
    else if ((character === ',' || character === ']') && --left === 0) return place;
  }
  return undefined;
};

/** True where everything that the filter called `name` looks at in an offer is kept. */
export const isKeptFilter = (name: string): boolean => fieldsOf(name).every((field) => KEPT_FIELDS.includes(field));

/** Names of the fields of an offer that the filter called `name` looks at. */
export const fieldsOf = (name: string): readonly string[] => {
  const read: string[] = [];
  const offer: Offer = new Proxy(
    {},
    {
      get: (_, member) => {
        read.push(String(member));
        return 1;
      },
    },
  );
  rowValue(name)(offer);
  return read;
};
