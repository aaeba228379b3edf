/** Looks at the service in use, with one call that only reads. */

import { openServiceAccess } from '../../access/service-access.ts';
import { knownAddress, readSetup, type Setup, type SetupWishes } from '../../access/setup.ts';
import { CALLS } from '../../api/calls.ts';
import { ApiError } from '../../api/errors/error.ts';
import { explain } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import { USUAL_SEARCH } from '../../api/requests.ts';
import { messageOf } from '../../base/message.ts';
import { journalFile } from '../../storage/files/places.ts';
import { isPutIn } from '../../storage/journal/rentals.ts';
import type { BareIo } from '../io.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('service');

/** Above it a clock is wrong, and not only the line slow. */
const SKEW_MAXIMUM_MS = 30_000;

/** Who looks whether all is well does not wait for long. */
const LIMITS = { firstByteMs: 10_000, silenceMs: 5000 };

/** What goes out, for the user: the one call. */
export const CALL_WORDS = `${CALLS.search.method} ${CALLS.search.path}, for one offer`;

/** Asks the service that `wishes` mean for one offer. The local one is started in memory, and keeps nothing. */
export const checkService = async (wishes: SetupWishes, io: BareIo): Promise<readonly Finding[]> => {
  const setup = readSetup(wishes, io.timeZone);
  if ('problem' in setup)
    return [fault(`no service can be called: ${setup.problem}`, 'mend that, then run gpudeck doctor again')];
  const known = knownAddress(setup.address);
  if (known === undefined) {
    return [
      fault(
        `there is no API key for ${setup.serviceName}`,
        'set GPUDECK_API_KEY, or name a key_file in its profile; the panes ask for one',
      ),
    ];
  }
  const { clock } = io;
  const exchanges: Exchange[] = [];
  let failure: ApiError | undefined;
  try {
    const access = await openServiceAccess(known, {
      ...io.accessParts,
      serviceFile: ':memory:',
      keySource: setup.keySource,
      clock,
      limits: LIMITS,
      onServiceLost: () => undefined,
      onExchange: (exchange) => exchanges.push(exchange),
    });
    try {
      await access.client.searchOffers({
        filters: {},
        order: [],
        type: USUAL_SEARCH.type,
        limit: 1,
        allocatedStorageGb: USUAL_SEARCH.allocatedStorageGb,
      });
    } finally {
      await access.close();
    }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return [
        fault(`${setup.serviceName} cannot be called: ${messageOf(error)}`, 'mend that, then run gpudeck doctor again'),
      ];
    }
    failure = error;
  }
  const [exchange] = exchanges;
  return [outcomeOf(setup, exchange, failure), ...methodOf(setup), ...networkOf(setup), ...clockOf(exchange)];
};

const outcomeOf = (setup: Setup, exchange: Exchange | undefined, failure: ApiError | undefined): Finding => {
  const where =
    setup.address.kind === 'local' ? 'the local service, started in memory for this' : setup.address.baseUrl;
  const key = setup.keySource === 'local' ? 'its own key' : `the key of the ${setup.keySource}`;
  const status = exchange?.status === undefined ? 'no answer' : `status ${exchange.status}`;
  const reached = `${where}: ${status} after ${Math.round(exchange?.durationMs ?? 0)} ms, with ${key}`;
  if (failure === undefined) return ok(reached);
  const { whatCameBack, whatToDo } = explain(failure);
  if (failure.kind === 'rate-limited') return note(`${reached}. ${whatCameBack}`);
  return fault(`${reached}. ${whatCameBack}`, whatToDo);
};

/** How instances are created there, where that is not as usual. */
const methodOf = ({ rentWith, places, profileName, service }: Setup): readonly Finding[] => {
  if (rentWith !== undefined) return [ok(`instances are created with ${rentWith}, as the profile says`)];
  return isPutIn(journalFile(places), { profile: profileName, service })
    ? [ok('instances are created with PUT, which has brought one; "rent_with" in the profile would say so too')]
    : [];
};

/** The unit of the figures for the network there, where the profile says it. */
const networkOf = ({ networkUnit }: Setup): readonly Finding[] =>
  networkUnit === undefined ? [] : [ok(`inet_down and inet_up come in ${networkUnit}, as the profile says`)];

/** The Date of a reply is cut to the second, and was written somewhere between sending and receiving. */
const clockOf = (exchange: Exchange | undefined): readonly Finding[] => {
  if (exchange?.status === undefined) return [];
  const { serviceEpochMs, startedAtEpochMs, durationMs } = exchange;
  if (serviceEpochMs === undefined) return [note('the reply has no Date: the clocks cannot be compared')];
  const [early, late] = [serviceEpochMs - startedAtEpochMs - durationMs, serviceEpochMs + 1000 - startedAtEpochMs];
  const aheadMs = early > 0 ? early : late < 0 ? late : 0;
  if (Math.abs(aheadMs) < 1000) return [ok('this clock agrees with that of the service, to the second')];
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const words = `this clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the service`;
  return [
    Math.abs(aheadMs) <= SKEW_MAXIMUM_MS
      ? note(words)
      : fault(
          `${words}: a maintenance window would begin at another moment than you mean`,
          'set the clock of this machine, as by timedatectl set-ntp true',
        ),
  ];
};
