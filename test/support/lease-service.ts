/**
 * A service that leases end at: some instances, a clock of its own, and answers to what is sent for them that a test chooses: yes, a
 * certain no, one that is lost after or before it was done, or that comes late. Close it with `await using`.
 */
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** How it takes what is sent: `lost` is done and not answered, `dropped` is neither, `silent` is done and never answered. */
export type Taking = 'yes' | 'no' | 'lost' | 'dropped' | 'silent';

type Row = { id: number; machine_id: number | null; start_date: number | null; label: string; intended_status: string };

type LeaseService = AsyncDisposable & {
  readonly url: string;
  /** What was sent besides reads, as method and path, and when by its clock. */
  readonly writes: readonly { readonly call: string; readonly atMs: number }[];
  /** How often the list was asked for. */
  readonly lists: () => number;
  readonly rows: Row[];
  /** The ids of its users by their keys; it says nothing of others. */
  users: Readonly<Record<string, number>>;
  taking: Taking;
  /** Called before each list is given. */
  onList: () => void;
  /** True where the list is the beginning of one. */
  isCut: boolean;
  /** True where it takes no connection any more once it has given the list; `reopen` lets it take some again. */
  closesAfterList: boolean;
  readonly reopen: () => Promise<void>;
  /** By its clock, Unix epoch milliseconds; undefined: its answers name no time. */
  nowMs: () => number | undefined;
};

export const START_S = 1_795_000_000;

/** An instance that runs. */
export const leasedRow = (id: number, more: Partial<Row> = {}): Row => ({
  id,
  machine_id: 8207,
  start_date: START_S,
  label: 'train',
  intended_status: 'running',
  ...more,
});

/** Starts it with these instances. */
export const startLeaseService = async (
  rows: Row[],
  nowMs: () => number | undefined = () => Date.now(),
): Promise<LeaseService> => {
  const writes: { call: string; atMs: number }[] = [];
  let lists = 0;
  const answer = (response: ServerResponse, status: number, value: unknown): void => {
    const atMs = service.nowMs();
    response.sendDate = false;
    if (atMs !== undefined) response.setHeader('date', new Date(atMs).toUTCString());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    await text(request);
    if (method === 'GET') {
      const id = service.users[request.headers.authorization?.replace('Bearer ', '') ?? ''];
      if (path.includes('/users/current') && id !== undefined) return answer(response, 200, { id });
      if (!path.includes('/instances')) return answer(response, 404, {});
      lists++;
      service.onList();
      if (service.closesAfterList) {
        response.setHeader('connection', 'close');
        server.close();
      }
      const instances = rows.map((row) => ({ ...row, actual_status: row.intended_status }));
      return answer(response, 200, { success: true, instances, ...(service.isCut && { truncated: true }) });
    }
    writes.push({ call: `${method} ${path}`, atMs: service.nowMs() ?? 0 });
    const place = rows.findIndex(({ id }) => path.includes(`/${id}/`));
    const row = rows[place];
    if (service.taking === 'no' || row === undefined)
      return answer(response, 400, { success: false, error: 'busy', msg: 'the machine is busy' });
    if (service.taking !== 'dropped') {
      if (method === 'DELETE') rows.splice(place, 1);
      else row.intended_status = 'stopped';
    }
    if (service.taking === 'yes') return answer(response, 200, { success: true });
    if (service.taking !== 'silent') response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: LeaseService = {
    url: `http://127.0.0.1:${port}`,
    writes,
    lists: () => lists,
    rows,
    users: {},
    taking: 'yes',
    isCut: false,
    onList: () => {},
    closesAfterList: false,
    reopen: async () => {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    },
    nowMs,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
};
