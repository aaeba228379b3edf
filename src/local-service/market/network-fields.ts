/** The fields of an offer that describe where its machine stands and how it is reached. */
import type { Offer } from '../../catalogue/values.ts';
import type { Host } from './hosts.ts';
import { PLACES } from './places.ts';
import { hash, type Random } from './random.ts';
import { rounded } from './rounding.ts';

/** GB in a TB, in the prices for traffic. */
const GB_PER_TB = 1024;

/** The fields of a machine that stands where its host is. Speeds in MB/s. */
export const networkFields = (random: Random, host: Host): Offer => {
  const fastest = host.isDatacenter ? random.pick([125, 620, 1180, 1180, 2900]) : random.pick([12, 60, 110, 118, 290]);
  const downCost = pickTrafficCost(random);
  const upCost = random.chance(0.8) ? downCost : pickTrafficCost(random);
  const hasStaticAddress = random.chance(host.isDatacenter ? 0.92 : 0.3);
  return {
    geolocation: host.place.text,
    geolocode: hash(PLACES.indexOf(host.place)) >>> 4,
    inet_down: rounded(fastest * random.between(0.4, 1), random.pick([0, 1, 1])),
    inet_up: rounded(fastest * random.between(0.1, 1), random.pick([0, 1, 1])),
    inet_down_cost: downCost,
    inet_up_cost: upCost,
    internet_down_cost_per_tb: downCost * GB_PER_TB,
    internet_up_cost_per_tb: upCost * GB_PER_TB,
    direct_port_count: random.pick([0, 1, 10, 40, 64, 100, 199, 249, 499, 999]),
    static_ip: hasStaticAddress,
    public_ipaddr: `${host.network}.${random.integer(2, 254)}`,
    hostname: hasStaticAddress && random.chance(0.02) ? `node-${random.integer(1, 99)}.example.net` : null,
  };
};

/** $/GB; free on many machines. */
const pickTrafficCost = (random: Random): number =>
  random.chance(0.35) ? 0 : rounded(random.pick([0.001, 0.002, 0.003, 0.005, 0.01, 0.02]) * random.around(0.15), 6);
