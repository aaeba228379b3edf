/** Answers to a creation, and to the call for a cover, that other services give: what is true of each (docs/interface.md, Create instance). */
import { bytesOf, type Play } from '../../support/fault-proxy.ts';
import type { Fault, Outcome } from '../fault.ts';
import type { RentalCall } from './command-call.ts';
import { INSTANCE_KEY } from './play-rental.ts';

const reply = (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Buffer => {
  const isText = typeof body === 'string';
  const type = { 'content-type': isText ? 'text/html' : 'application/json' };
  return bytesOf({
    status,
    headers: { ...type, ...headers },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  });
};

/** The service creates the instance, and answers with what `make` makes of its id. */
const made =
  (make: (id: number) => Buffer): Play =>
  async ({ socket, passOn }) => {
    const { body } = await passOn();
    socket.end(make(JSON.parse(body.toString()).new_contract));
  };

const acted = (name: string, outcome: Outcome, make: (id: number) => Buffer): Fault => ({
  ...{ name, group: 'creation', play: made(make), outcomes: [outcome], acts: true },
});

/** The service creates nothing, and answers with `answer`. */
const refused = (name: string, answer: Buffer, outcome: Outcome = 'failed'): Fault => ({
  ...{ name, group: 'creation', play: ({ socket }) => void socket.end(answer), outcomes: [outcome], acts: false },
});

const no = { success: false, error: 'no_luck', msg: 'not today' };
const noMethod = { success: false, error: 'method_not_allowed', msg: 'not by this method' };

const ANSWERS: readonly Fault[] = [
  acted('created stopped', 'answered', (id) => reply(200, { success: false, new_contract: id })),
  acted('created stopped, with a reason', 'answered', (id) => reply(200, { ...no, new_contract: id })),
  acted('an id of digits', 'answered', (id) => reply(200, { success: true, new_contract: `${id}` })),
  acted('the key of the instance too', 'answered', (id) =>
    reply(200, { success: true, new_contract: id, instance_api_key: INSTANCE_KEY }),
  ),
  acted('a no with the key of an instance', 'unknown', () => reply(200, { ...no, instance_api_key: INSTANCE_KEY })),
  acted('a yes without an id', 'unknown', () => reply(200, { success: true })),
  acted('405 of a proxy', 'unknown', () => reply(405, '<h1>Not allowed</h1>')),
  acted('405 whose Allow has POST', 'unknown', () => reply(405, '<h1>Not allowed</h1>', { allow: 'POST, PUT' })),
  refused('a no', reply(200, no)),
  refused('410 no_such_ask', reply(410, { ...no, error: 'no_such_ask' })),
  refused('404 no_such_ask', reply(404, { ...no, error: 'no_such_ask' })),
  refused('404 that names no_such_ask', reply(404, { ...no, error: 'invalid_args', msg: 'no_such_ask 8' })),
];

const noMethods = (outcome: Outcome): readonly Fault[] => [
  refused('405', reply(405, noMethod), outcome),
  refused('501', reply(501, noMethod), outcome),
];

/** By the call that they answer. A refused POST is followed by a PUT, which is a rental of its own. */
export const CREATION_FAULTS: readonly (readonly [RentalCall, readonly Fault[]])[] = [
  [
    'rentOffer',
    [...ANSWERS, ...noMethods('answered'), refused('405 of no body', reply(405, '', { allow: 'PUT' }), 'answered')],
  ],
  ['rentWithPut', [...ANSWERS, ...noMethods('failed')]],
  [
    'coverOffer',
    [
      ...noMethods('failed'),
      {
        ...acted('a second instance', 'unknown', () => reply(200, { success: true, new_contract: 990_001 })),
        group: 'cover',
      },
    ],
  ],
];
