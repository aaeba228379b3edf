/** A renter on the real local service: somebody who searches, rents and looks, over HTTP. */
import type { ServiceOptions } from '../../src/local-service/serve.ts';
import { call, standingClock, startTestService } from './local-service.ts';

/** An object of a reply. */
type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const rowsIn = (body: unknown, member: string): readonly Row[] => {
  const rows = typeof body === 'object' && body !== null ? Reflect.get(body, member) : undefined;
  if (!Array.isArray(rows)) throw new Error(`there are no ${member} in ${JSON.stringify(body)}`);
  return rows;
};

/** Longer than any instance takes from its creation until it runs. */
export const UNTIL_IT_RUNS_S = 12;

/** A service with a clock in the test's hand, and what a renter does with it. */
export const startRenter = async (options: Partial<ServiceOptions> = {}) => {
  const clock = standingClock();
  const service = await startTestService({ offers: 500, clock, ...options });
  const send = (method: string, path: string, body?: unknown, key = service.apiKey) =>
    call(service, method, path, { key, body });

  /** Offers that can be rented, those of machines without virtual machines unless asked for, cheapest first. */
  const search = async (filters: object = {}) => {
    const body = { vms_enabled: { eq: false }, limit: 100, order: [['dph_total', 'asc']], ...filters };
    return rowsIn((await send('POST', '/api/v0/bundles', body)).body, 'offers');
  };
  const offer = async (filters: object = {}): Promise<Row> => {
    const [first] = await search(filters);
    if (first === undefined) throw new Error('no offer is like that');
    return first;
  };
  /** Creates an instance; its id. */
  const rent = async (body: object = {}, askId?: number): Promise<number> => {
    const id = askId ?? (await offer()).id;
    const reply = await send('POST', `/api/v0/asks/${id}/`, { image: 'ubuntu:24.04', ...body });
    if (typeof reply.body !== 'object' || reply.body === null || !('new_contract' in reply.body)) {
      throw new Error(JSON.stringify(reply));
    }
    return Number(reply.body.new_contract);
  };
  /** The record of an instance; undefined when there is none. */
  const show = async (id: number): Promise<Row | undefined> => {
    const { body } = await send('GET', `/api/v0/instances/${id}/`);
    return (body as { instances: Row | null }).instances ?? undefined;
  };
  const statusOf = async (id: number) => (await show(id))?.actual_status;
  /** One page of the list; parameters that are objects go out as JSON. */
  const page = (query: Readonly<Record<string, unknown>> = {}) => {
    const entries = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    return send('GET', `/api/v1/instances/?${new URLSearchParams(entries)}`);
  };
  const listed = async (query: Readonly<Record<string, unknown>> = {}) => rowsIn((await page(query)).body, 'instances');
  const change = (id: number, body: object) => send('PUT', `/api/v0/instances/${id}/`, body);
  return { clock, service, send, search, offer, rent, show, statusOf, page, listed, change };
};
