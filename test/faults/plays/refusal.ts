/** Refusals: redirects, the rate limit, and each body shape of a failure with statuses of every class. */
import { bytesOf, type Play } from '../../support/fault-proxy.ts';
import type { CallName, Fault, Outcome } from '../fault.ts';
import { WAITING_WRITES, WRITES } from '../fault.ts';

/** A failure's body as it goes over the wire. */
export type Shape = { readonly name: string; readonly contentType: string; readonly body: string };

const JSON_TYPE = 'application/json; charset=utf-8';

/** The shapes of refusals (docs/interface.md, Errors and docs/interface.md, Rate limits and errors). */
const SHAPES: readonly Shape[] = [
  {
    name: '{success:false,error,msg}',
    contentType: JSON_TYPE,
    body: '{"success":false,"error":"no_luck","msg":"not today"}',
  },
  { name: '{error,msg}', contentType: JSON_TYPE, body: '{"error":"no_luck","msg":"not today"}' },
  { name: '{error}', contentType: JSON_TYPE, body: '{"error":"not today"}' },
  { name: '{detail}', contentType: JSON_TYPE, body: '{"detail":"not today"}' },
  { name: '{msg}', contentType: JSON_TYPE, body: '{"msg":"not today"}' },
  { name: '{message}', contentType: JSON_TYPE, body: '{"message":"not today"}' },
  { name: 'plain text', contentType: 'text/plain', body: 'not today' },
  {
    name: 'HTML',
    contentType: 'text/html; charset=utf-8',
    body: '<html><head><title>not today</title></head><body><h1>not today</h1></body></html>',
  },
  { name: 'nothing', contentType: JSON_TYPE, body: '' },
];

/** Shapes that are swept besides: a no without a word, the rate limit's own words, and a yes that only the status may contradict. */
const BARE_NO: Shape = { name: '{success:false}', contentType: JSON_TYPE, body: '{"success":false}' };
const TOO_FREQUENT: Shape = {
  name: '{detail} of the rate limit',
  contentType: JSON_TYPE,
  body: '{"detail":"API requests too frequent endpoint threshold=2.5"}',
};
const YES: Shape = {
  name: '{success:true}',
  contentType: JSON_TYPE,
  body: '{"success":true,"you_sent":"1 notifications sent","webhook":{"id":1},"notification_preferences":{}}',
};

/** Bodies that speak of too many requests: unless it is the service's own sentence, nobody knows whether the service has acted. */
const OWN_BUSY: Shape = {
  name: '{success:false} of the rate limit',
  contentType: JSON_TYPE,
  body: '{"success":false,"error":"too_many","msg":"too many requests"}',
};
const BUSY: readonly Shape[] = [
  TOO_FREQUENT,
  OWN_BUSY,
  { name: '{detail} of a gateway', contentType: JSON_TYPE, body: '{"detail":"too many requests"}' },
  { name: '{message} of a gateway', contentType: JSON_TYPE, body: '{"message":"Too Many Requests"}' },
  { name: '{error} of a gateway', contentType: JSON_TYPE, body: '{"error":"too many requests"}' },
  { name: 'plain text of the rate limit', contentType: 'text/plain', body: 'API requests too frequent' },
  { name: 'HTML of a gateway', contentType: 'text/html', body: '<html><h1>Too Many Requests</h1></html>' },
];

/** All that are swept. */
export const SWEPT_SHAPES: readonly Shape[] = [...SHAPES, BARE_NO, ...BUSY, YES];

/** Statuses that the whole program is shown; every other one is swept through the client (see `status-sweep.ts`). */
const STATUSES = [200, 400, 401, 403, 404, 500, 503, 599];

/** Shapes that give a code and a reason. */
const OWN_SHAPES: readonly string[] = ['{success:false,error,msg}', '{error,msg}', OWN_BUSY.name];

/** Refusals of 4xx that say that it was not done, and those after which it may still come about. */
const LATE = [408, 425, 429, 460, 499];

/** What may be known of a write that is answered with `status` and a body of `shape`; written down apart from the client. */
export const outcomeOf = ({ name, body }: Shape, status: number): Outcome => {
  const isYes = name === YES.name;
  // These have no body, whatever is sent after them.
  if (status === 204 || status === 304) return 'unknown';
  if (isYes) return status < 300 ? 'answered' : 'unknown';
  if ([301, 307, 308, 401].includes(status)) return 'failed';
  const isSentence = /API requests too frequent/.test(body);
  if (status === 429) return isSentence ? 'failed' : 'unknown';
  const isDetail = name.startsWith('{detail}');
  if (isSentence && isDetail && status >= 400 && status < 500) return 'failed';
  if (status === 405 || status === 501) return isDetail || OWN_SHAPES.includes(name) ? 'failed' : 'unknown';
  if (!OWN_SHAPES.includes(name)) return 'unknown';
  if (status < 300) return name.startsWith('{success:false') ? 'failed' : 'unknown';
  return status >= 400 && status < 500 && !LATE.includes(status) ? 'failed' : 'unknown';
};

/** Answers with this, when the service has acted on the call or without asking it. */
export const answering =
  (status: number, { contentType, body }: Shape, acts: boolean, headers: Readonly<Record<string, string>> = {}): Play =>
  async ({ socket, passOn }) => {
    if (acts) await passOn();
    const answer = { status, headers: { 'content-type': contentType, ...headers }, body: Buffer.from(body) };
    socket.end(bytesOf(answer));
  };

/** What the user is told of an answer with `status`. */
const saysOf = (call: CallName, shape: Shape, status: number): RegExp => {
  if (status === 401) return /did not accept the API key/;
  const isOwnShape = shape.name === '{success:false,error,msg}' || shape.name === '{error,msg}';
  if (status === 404 && call === 'searchOffers' && isOwnShape) return /did not accept the API key/;
  if (status === 403) return /is not allowed to do this.*status 403/;
  if (status === 400) return /The service (?:did not understand the request|refused).*status 400/;
  if (status >= 500) return new RegExp(`The service failed.*status ${status}`);
  const isWrite = WRITES.has(call);
  const isNo = outcomeOf(shape, status) === 'failed' || (!isWrite && shape.body.startsWith('{'));
  if (status >= 300 || isNo) return new RegExp(`The service refused.*status ${status}`);
  return new RegExp(`service sent an unexpected answer.*status ${status}`);
};

/** One fault for each shape, status and call: what is said depends on all three. */
const shapeFaults: readonly Fault[] = SHAPES.flatMap((shape) =>
  STATUSES.flatMap((status) => {
    const outcome = outcomeOf(shape, status);
    const acts = outcome === 'unknown';
    const about = (name: string, calls: readonly CallName[]): Fault => ({
      name,
      group: shape.name,
      play: answering(status, shape, acts),
      outcomes: [outcome],
      acts,
      says: saysOf(calls[0] ?? 'listVolumes', shape, status),
      calls,
    });
    return [
      about(`${status}`, ['searchOffers']),
      about(`${status}`, ['listVolumes', 'listConnections']),
      about(`${status}`, [...WRITES]),
    ];
  }),
);

const TOO_SOON = /called too soon after the last call/;
const RATE_LIMITS: readonly (readonly [name: string, shape: Shape, headers?: Readonly<Record<string, string>>])[] = [
  ['plain text', { name: '', contentType: 'text/plain', body: 'API requests too frequent' }],
  [
    'plain text with a threshold',
    { name: '', contentType: 'text/plain', body: 'API requests too frequent: endpoint threshold=3.5' },
  ],
  [
    '{detail}',
    { name: '', contentType: JSON_TYPE, body: '{"detail":"API requests too frequent endpoint threshold=2.5"}' },
  ],
  [
    '{success:false}',
    {
      name: '',
      contentType: JSON_TYPE,
      body: '{"success":false,"error":"too_frequent","msg":"API requests too frequent"}',
    },
  ],
  [
    'with Retry-After',
    { name: '', contentType: 'text/html', body: '<h1>API requests too frequent</h1>' },
    { 'retry-after': '7' },
  ],
];

/** What merely speaks of too many requests, after the service has acted: no write is sent again, whatever the status. */
const uncertain: readonly Fault[] = BUSY.flatMap((shape) =>
  [200, 201, 403, 429, 500, 502, 504]
    .filter((status) => outcomeOf(shape, status) === 'unknown')
    .map((status) => ({
      name: `${status} ${shape.name}`,
      group: 'uncertain refusal',
      play: answering(status, shape, true),
      outcomes: ['unknown'],
      acts: true,
      says: new RegExp(`The outcome is unknown: the service may have carried it out|status ${status}`),
      calls: [...WRITES],
    })),
);

/** Bodies that look like the service's own refusal and are not: nobody knows whether the service has acted. */
const WRONG_BODIES: readonly Shape[] = [
  { name: 'a refusal that was cut', contentType: JSON_TYPE, body: '{"success":false,"error":"no_luck","ms' },
  { name: 'a list', contentType: JSON_TYPE, body: '[{"success":false,"error":"no_luck","msg":"not today"}]' },
  {
    name: 'members of a wrong kind',
    contentType: JSON_TYPE,
    body: '{"success":"false","error":{"code":7},"msg":null}',
  },
  {
    name: 'a refusal in HTML',
    contentType: 'text/html',
    body: '<pre>{"success":false,"error":"no_luck","msg":"no"}</pre>',
  },
];

const wrongBodies: readonly Fault[] = WRONG_BODIES.flatMap((shape) =>
  [400, 404, 409, 410].map((status) => ({
    name: `${status} ${shape.name}`,
    group: 'wrong body',
    play: answering(status, shape, true),
    outcomes: ['unknown'],
    acts: true,
    says: new RegExp(`status ${status}`),
    calls: [...WRITES],
  })),
);

/** Refused once for coming too soon: a wait is all that it takes, and reads and announcements wait by themselves. */
const rateLimits: readonly Fault[] = RATE_LIMITS.flatMap(([name, shape, headers]) => {
  const fault = {
    name: `429 ${name}`,
    group: 'rate limit',
    play: answering(429, shape, false, headers),
    times: 1,
  } as const;
  return [
    { ...fault, outcomes: ['answered'], acts: true, calls: [...WAITING_WRITES] },
    {
      ...fault,
      outcomes: ['failed'],
      acts: false,
      says: TOO_SOON,
      calls: [...WRITES].filter((call) => !WAITING_WRITES.has(call)),
    },
    { ...fault, outcomes: ['answered'], acts: true, calls: ['searchOffers', 'listVolumes', 'listConnections'] },
  ];
});

/** Sends the caller to `trapUrl`, where nobody may ever come by. */
const redirects = (trapUrl: string): readonly Fault[] =>
  [301, 302, 303, 307, 308].map((status) => {
    const isSeeThere = status === 302 || status === 303;
    return {
      name: String(status),
      group: 'redirect',
      play: answering(status, { name: '', contentType: 'text/html', body: '<a href="/there">there</a>' }, isSeeThere, {
        location: `${trapUrl}/there?key=asked-for`,
      }),
      outcomes: [isSeeThere ? 'unknown' : 'failed'],
      acts: isSeeThere,
      says: new RegExp(`The service refused: ${status}, a redirect to http://127\\.0\\.0\\.1:`),
    };
  });

/** All of them. */
export const refusals = (trapUrl: string): readonly Fault[] => [
  ...redirects(trapUrl),
  ...rateLimits,
  ...uncertain,
  ...wrongBodies,
  ...shapeFaults,
];
