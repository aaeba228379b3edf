/**
 * The figures of the network, `inet_down` and `inet_up`: MB/s in this program, and megabits at services whose profile says so. What comes from
 * those is divided and what goes to them multiplied by 8, by which no figure is rounded. Pure.
 */
import type { WireFilter } from '../catalogue/field.ts';
import type { SearchRequest } from './requests.ts';

/** In which unit a service gives them: as published, or in megabits. */
export type NetworkUnit = 'MB/s' | 'Mb/s';

const MEGABITS = 8;

const FIGURE = /("inet_(?:down|up)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/** `text`, a record as JSON from a service that counts in `unit`, with MB/s in it. */
export const recordFrom = (unit: NetworkUnit, text: string): string =>
  unit === 'MB/s' ? text : text.replace(FIGURE, (_, name, figure) => `${name}${Number(figure) / MEGABITS}`);

/** `request`, which speaks of MB/s, for a service that counts in `unit`. */
export const requestFor = (unit: NetworkUnit, request: SearchRequest): SearchRequest => {
  const { inet_down: down, inet_up: up } = request.filters;
  if (unit === 'MB/s') return request;
  const own = { ...(down && { inet_down: inMegabits(down) }), ...(up && { inet_up: inMegabits(up) }) };
  return { ...request, filters: { ...request.filters, ...own } };
};

const inMegabits = (filter: WireFilter): WireFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([operator, value]) => [
      operator,
      Array.isArray(value) ? value.map((one) => Number(one) * MEGABITS) : Number(value) * MEGABITS,
    ]),
  );
