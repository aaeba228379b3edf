/** Calls to the local service that are right in most of their parts: route, method, query, headers, body. */
import fc from 'fast-check';
import type { Call } from './call.ts';
import { BODIES } from './fuzz-bodies.ts';
import type { Machines } from './machines.ts';

/** Whom the calls come from and about what. */
type FuzzSubject = { readonly apiKey: string; readonly userId: number; readonly machines: Machines };

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];

/** Calls about `subject`. */
export const fuzzedCall = (subject: FuzzSubject): fc.Arbitrary<Call> =>
  routeOf(subject)
    .chain(([method, path, body]) =>
      fc.record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path: pathLike(path),
        headers: headersFor(subject.apiKey),
        body: fc.oneof(
          { weight: 30, arbitrary: body },
          { weight: 1, arbitrary: fc.oneof(BODIES.far, fc.constant(undefined)) },
        ),
      }),
    )
    // Headers that are too long are given up unread, so nobody knows then that it was HEAD and takes no body.
    .filter(({ method, headers }) => !(method === 'HEAD' && 'x-long' in headers));

type Route = readonly [method: string, path: string, body: fc.Arbitrary<string | undefined>];

const routeOf = ({ machines, userId }: FuzzSubject): fc.Arbitrary<Route> => {
  const route = (weight: number, ...parts: Route) => ({ weight, arbitrary: fc.constant(parts) });
  const odd = [0, -1, '-0', '1e3', '0x10', '', '%20', '%00', '%ff', '%2f', '9'.repeat(400), '__proto__', 'ü', '1;'];
  const id = (right: number) =>
    fc
      .oneof({ weight: 12, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })
      .map(String);
  const window = id(machines.own).map(
    (machine): Route => ['PUT', `/api/v0/machines/${machine}/dnotify`, BODIES.window],
  );
  const preferences = id(userId).map(
    (user): Route => ['PUT', `/api/v0/users/${user}/notification-prefs`, BODIES.preferences],
  );
  const renting = fc
    .tuple(id(machines.offer), fc.constantFrom('POST', 'PUT'))
    .map(([offer, method]): Route => [method, `/api/v0/asks/${offer}/`, BODIES.creation]);
  const own = `/api/v0/instances/${machines.instance}`;
  return fc.oneof(
    route(50, 'POST', '/api/v0/bundles', BODIES.search),
    { weight: 14, arbitrary: window },
    route(1, 'PUT', `/api/v0/machines/${machines.foreign}/dnotify`, BODIES.window),
    route(14, 'POST', '/api/v0/webhooks', BODIES.webhook),
    { weight: 14, arbitrary: preferences },
    route(2, 'PUT', '/api/v0/webhooks/1', BODIES.webhook),
    route(1, 'POST', '/api/v0/webhooks/1/rotate-secret', fc.constant('{}')),
    route(1, 'GET', '/api/v0/webhooks', fc.constant(undefined)),
    route(1, 'GET', '/api/v0/machines/', fc.constant(undefined)),
    route(1, 'GET', '/api/v0/machines/maintenances', fc.constant(undefined)),
    route(1, 'PUT', `/api/v0/machines/${machines.own}/cancel_maint/`, fc.constant('{}')),
    route(2, 'GET', '/api/v0/volumes', fc.constant(undefined)),
    route(2, 'GET', '/api/v0/users/cloud_integrations', fc.constant(undefined)),
    route(1, 'GET', '/api/v0/gpu_names/unique', fc.constant(undefined)),
    route(1, 'GET', '/api/v0/notification-types', fc.constant(undefined)),
    route(1, 'GET', `/api/v0/users/${userId}/notification-prefs`, fc.constant(undefined)),
    { weight: 8, arbitrary: renting },
    route(1, 'GET', '/api/v0/instances/', fc.constant(undefined)),
    route(2, 'GET', '/api/v1/instances/', fc.constant(undefined)),
    route(1, 'GET', `${own}/`, fc.constant(undefined)),
    route(4, 'PUT', `${own}/`, BODIES.change),
    route(2, 'PUT', `/api/v0/instances/bid_price/${machines.instance}/`, BODIES.bid),
    route(1, 'PUT', `/api/v0/instances/reboot/${machines.instance}/`, fc.constant('{}')),
    route(2, 'PUT', `/api/v0/instances/request_logs/${machines.instance}/`, BODIES.logs),
    route(1, 'GET', `${own}/ssh/`, fc.constant(undefined)),
    route(1, 'POST', `${own}/ssh/`, BODIES.sshKey),
    route(1, 'GET', '/api/v0/ssh/', fc.constant(undefined)),
    route(1, 'POST', '/api/v0/ssh/', BODIES.sshKey),
  );
};

/** Node's client sends no path with spaces or with characters beyond a byte. */
const pathLike = (path: string): fc.Arbitrary<string> => {
  const sendable = (text: string) => text.replaceAll(/[^\u0021-\u00ff]/g, '%20');
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(path) },
    { weight: 1, arbitrary: fc.webQueryParameters().map((query) => `${path}?${query}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${path}/`, `/${path}`, `${path}//`, `${path}/..`, path.toUpperCase(), `${path}?`),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((tail) => sendable(`${path}${tail}`)) },
    { weight: 1, arbitrary: fc.webPath().map((other) => sendable(`/${other}`)) },
  );
};

const latinText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
});

const headersFor = (apiKey: string): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 40, arbitrary: fc.constant({ authorization: `Bearer ${apiKey}` }) },
        { weight: 1, arbitrary: fc.constantFrom({}, { authorization: apiKey }, { authorization: 'Bearer' }) },
        { weight: 1, arbitrary: latinText.map((value) => ({ authorization: value })) },
      ),
      fc.oneof(
        { weight: 12, arbitrary: fc.constant({}) },
        { weight: 3, arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(...EXTRA_HEADERS) },
        { weight: 1, arbitrary: latinText.map((value) => ({ 'x-odd': value })) },
      ),
    )
    .map(([own, extra]) => ({ ...own, ...extra }));

const EXTRA_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'gzip, br' },
  { accept: 'text/html' },
  { 'transfer-encoding': 'chunked' },
  { expect: 'miracles' },
  { range: 'bytes=0-3' },
  { 'if-none-match': '*' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'attacker.example' },
  { cookie: 'a=b; '.repeat(200) },
  { host: 'attacker.example' },
  { origin: 'http://attacker.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-long': 'x'.repeat(9000) },
];
