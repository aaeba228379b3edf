/**
 * Says in words what went wrong with a call: what was tried, what came back, what to do next. The only place where the
 * wording of such errors lives. Texts of the service are quoted as they came, so a terminal must sanitise them.
 */
import { CALLS } from '../calls.ts';
import { isProxyTrouble } from '../http/proxy-trouble.ts';
import { ApiError, isCertificateProblem, isGone, isQuotaUsedUp } from './error.ts';

/** Codes of a refusal that speaks of the id in the path alone. */
const OF_THE_ID = ['not_found', 'no_such_ask', 'no_such_instance', 'invalid_id', 'invalid_args'];

/** What `call` brings, or undefined where it fails so that this `isNothing`. Fails as `call` does otherwise. */
export const unlessFailed = async <Value>(
  call: () => Promise<Value>,
  isNothing: (error: ApiError) => boolean = () => true,
): Promise<Value | undefined> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError && isNothing(error)) return undefined;
    throw error;
  }
};

/** The same where the service has no such call. */
export const optionally = <Value>(call: () => Promise<Value>): Promise<Value | undefined> =>
  unlessFailed(call, isCallMissing);

/** True for a failure that says that the service has no such call. */
const isCallMissing = ({ endpoint, kind, status, code }: ApiError): boolean => {
  const { optional } = CALLS[endpoint];
  if (optional === undefined || kind !== 'refused') return false;
  if (status === 405 || status === 501) return true;
  return optional === 'path-with-id'
    ? status === 404 && !OF_THE_ID.includes(code ?? '')
    : status === 404 || status === 410;
};

/** What `call` brings, or `empty` where the service says by a status of the call's row, and a code, that the list has nothing in it. */
export const emptyWhereSaid = async <Value extends object>(call: Promise<Value>, empty: Value): Promise<Value> =>
  (await unlessFailed(() => call, isEmptyList)) ?? empty;

/** A key that is refused has another kind. */
const isEmptyList = ({ endpoint, kind, status, code }: ApiError): boolean =>
  kind === 'refused' && code !== undefined && status === CALLS[endpoint].emptyStatus;

/** By the codes that are published. */
const BY_CODE: Readonly<Record<string, string>> = {
  no_such_ask: 'The offer is gone: search again, and choose another one.',
  invalid_price: 'Bid within the limits that the message names, or rent it on demand.',
  no_ssh_key_for_vm: 'Add an SSH key to your account first: a virtual machine takes none later.',
};

/** What helps; undefined where what helps against any refusal does. */
const rentalAdvice = (error: ApiError): string | undefined => {
  const { endpoint, kind, status, code = '' } = error;
  if (endpoint !== 'rent' && endpoint !== 'rentByPut' && endpoint !== 'cover') return undefined;
  if (isGone(error)) return BY_CODE.no_such_ask;
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (kind === 'forbidden') return 'Use a key that may manage instances (manage_instances).';
  if (endpoint === 'cover')
    return status === 404 ? 'Nothing is rented from that offer that could be covered.' : undefined;
  if (status === 405 || status === 501 || (status === 404 && code === ''))
    return endpoint === 'rentByPut'
      ? 'This service does not rent with PUT: take "rent_with" out of its profile.'
      : 'This service does not rent with POST. If it rents with PUT, write "rent_with": "PUT" into its profile and rent it again.';
  return undefined;
};

/** Three sentences about one failed call. */
export type Explanation = {
  readonly tried: string;
  readonly whatCameBack: string;
  readonly whatToDo: string;
};

/** Explains a failed call to a person. */
export const explain = (error: ApiError): Explanation => ({
  tried: `Tried to ${CALLS[error.endpoint].purpose} (${error.method} ${error.path}).`,
  whatCameBack: whatCameBack(error),
  whatToDo: error.isOutcomeUnknown
    ? 'The outcome is unknown: the service may have carried it out. Check there before you send it again.'
    : (rentalAdvice(error) ?? whatToDo(error)),
});

const KEY_REJECTED = 'The service did not accept the API key';

/** Asks for another key after one was not accepted, or could not even be sent. */
export const keyQuestion = (wasSent: boolean): string =>
  wasSent ? `${KEY_REJECTED}. Enter another one:` : 'That API key cannot be sent in a header. Enter the key alone:';

/** What went wrong in a few words, to stand in the middle of a line. */
export const briefly = (error: ApiError): string => {
  switch (error.kind) {
    case 'unreachable':
      return `${error.stage === 'connecting' ? 'no connection' : 'connection lost'}${error.code === undefined ? '' : ` (${error.code})`}`;
    case 'timed-out':
      return error.stage === 'connecting' ? 'connecting timed out' : 'no answer in time';
    case 'rate-limited':
      return isQuotaUsedUp(error) ? 'no more rows today' : 'called too soon';
    case 'refused':
      return isServerTrouble(error) ? `the service failed (${error.status})` : 'refused';
    case 'aborted':
    case 'bad-request':
    case 'key-rejected':
    case 'forbidden':
    case 'credentials-missing':
    case 'unreadable':
      return error.kind.replaceAll('-', ' ');
  }
};

const whatCameBack = (error: ApiError): string => {
  switch (error.kind) {
    case 'unreachable':
      return unreached(error);
    case 'timed-out':
      return timedOut(error);
    case 'aborted':
      return error.stage === 'connecting'
        ? 'It was cancelled before it was sent.'
        : 'It was cancelled after it was sent.';
    case 'bad-request':
      if (error.stage === 'connecting') return `${error.text}. Nothing was sent.`;
      // With words of its own it did understand, and says what it does not take.
      return sentence(
        error.text === undefined ? 'The service did not understand the request' : 'The service refused',
        error,
      );
    case 'key-rejected':
      return error.stage === 'connecting'
        ? `The API key cannot be sent: ${error.text ?? 'it is not one'}. Nothing was sent.`
        : sentence(KEY_REJECTED, error);
    case 'forbidden':
      return sentence(isOfKey(error) ? 'The API key is not allowed to do this' : 'The service refused', error);
    case 'credentials-missing':
      return sentence('The service says it received no API key', error);
    case 'rate-limited':
      return sentence(
        isQuotaUsedUp(error)
          ? 'The service gives this key no more rows today'
          : 'The service was called too soon after the last call',
        error,
      );
    case 'refused':
      if (isOfProxy(error))
        return sentence('A proxy requires a user name and password, or rejected those given', error);
      if (isCallMissing(error)) return sentence('This service has no such call', error);
      return sentence(isServerTrouble(error) ? 'The service failed' : 'The service refused', error);
    case 'unreadable':
      return sentence('The service sent an unexpected answer', error);
  }
};

const whatToDo = (error: ApiError): string => {
  switch (error.kind) {
    case 'unreachable':
      return unreachableAdvice(error);
    case 'timed-out':
      return 'Try again; if it keeps happening, check the network or ask for less.';
    case 'aborted':
      return 'Start it again when you are ready.';
    case 'bad-request':
      return error.endpoint === 'subaccounts'
        ? 'Nothing is wrong here: the service has to approve an account before it may have subaccounts.'
        : 'Fix what the message names, then send it again.';
    case 'key-rejected':
      return error.stage === 'connecting'
        ? 'Copy the key again, without spaces or quotes, and enter it.'
        : 'Enter a valid API key.';
    case 'credentials-missing':
      return 'Enter a valid API key.';
    case 'forbidden':
      return forbiddenAdvice(error);
    case 'rate-limited':
      return waitAdvice(error);
    case 'refused':
      if (isOfProxy(error)) return PROXY_ADVICE;
      return isCallMissing(error) ? 'Nothing is wrong here: it cannot be asked of this service.' : refusalAdvice(error);
    case 'unreadable':
      return 'Check that this is the address of the service; if it is, try again later.';
  }
};

const unreached = (error: ApiError): string => {
  const detail = error.text ?? error.code;
  const reason = detail === undefined ? '' : ` (${detail})`;
  switch (error.stage) {
    case 'connecting':
      return `No connection to the service${reason}. Nothing was sent.`;
    case 'waiting':
      return `The connection was lost before an answer came${reason}.`;
    case 'reading':
    case 'answered':
      return `The connection was lost in the middle of the answer${reason}.`;
  }
};

const timedOut = ({ stage }: ApiError): string => {
  switch (stage) {
    case 'connecting':
      return 'Connecting to the service timed out. Nothing was sent.';
    case 'waiting':
      return 'No answer arrived in time.';
    case 'reading':
    case 'answered':
      return 'The answer stopped in the middle.';
  }
};

const unreachableAdvice = (error: ApiError): string => {
  if (isCertificateProblem(error))
    return 'Check the address; if you trust the certificate, set NODE_EXTRA_CA_CERTS to the file of its authority.';
  return isProxyTrouble(error) ? PROXY_ADVICE : 'Check the address, the network and the proxy, then try again.';
};

const PROXY_ADVICE =
  "Check HTTPS_PROXY or HTTP_PROXY: the proxy's address, and the user name and password if it requires them.";

/** No service gives this status. Where nothing is encrypted, a proxy's own no comes as if it were the service's answer. */
const isOfProxy = ({ status }: ApiError): boolean => status === 407;

const waitAdvice = ({ retryAfterMs, thresholdSeconds }: ApiError): string => {
  if (retryAfterMs !== undefined) return `Try again in ${lengthWords(retryAfterMs)}.`;
  if (thresholdSeconds !== undefined) return `Wait ${seconds(thresholdSeconds)} between calls of this kind.`;
  return 'Wait a little, then try again.';
};

const forbiddenAdvice = (error: ApiError): string => {
  if (isOthersMachine(error))
    return "The machine belongs to another host: remove it from the plan's machines, or from --machine.";
  return isOfKey(error) ? 'Use a key that is allowed to do this.' : 'Use the address that the message names.';
};

/** True for a 403 that another key may help against: not for one about whose machine it is, or by what name the service was called. */
const isOfKey = (error: ApiError): boolean => !isOthersMachine(error) && error.code !== 'foreign_host';

/** The codes, and the words of services without codes, for a machine of another host. */
const OTHERS_MACHINE_CODES = ['not_your_machine', 'foreign_host', 'foreign_machine', 'not_owner', 'not_machine_owner'];
const OTHERS_MACHINE = /\b(?:another|different) host\b|\bnot (?:your|owned by you)|\b(?:do|does) not (?:own|belong)/i;

/** `foreign_host` is also what a service says that is reached by a name it does not go by. */
const isOthersMachine = ({ endpoint, code, text = '' }: ApiError): boolean =>
  endpoint === 'maintenance' &&
  !/\bhost header\b/i.test(text) &&
  ((code !== undefined && OTHERS_MACHINE_CODES.includes(code)) || OTHERS_MACHINE.test(text));

const refusalAdvice = (error: ApiError): string => {
  const { status, code, retryAfterMs } = error;
  if (code === 'no_pending_price_increase')
    return 'It is gone: it was answered, or its host took it back. Read the list again.';
  if (retryAfterMs !== undefined) return `Try again in ${seconds(retryAfterMs / 1000)}.`;
  if (isServerTrouble(error)) return 'The service has a problem: try again later.';
  if (status !== undefined && status >= 300 && status < 400)
    return 'Use the address that it points to, if you trust it.';
  return 'Fix what the message names, then try again.';
};

const isServerTrouble = ({ status }: ApiError): boolean => status !== undefined && status >= 500;

/** "What happened: the service's words (code, status)." with whatever of that is known. */
const sentence = (what: string, { text, code, status }: ApiError): string => {
  const words = text === undefined ? '' : `: ${withoutEnd(text)}`;
  const facts = [code === text ? undefined : code, status === undefined ? undefined : `status ${status}`];
  const inBrackets = facts.filter((fact) => fact !== undefined).join(', ');
  return `${what}${words}${inBrackets === '' ? '' : ` (${inBrackets})`}.`;
};

/** A text without its full stop; the dots of one that was cut stay. */
const withoutEnd = (text: string): string => text.trimEnd().replace(/(?<!\.)\.$/, '');

/** A number of seconds in words, rounded up to tenths. */
const seconds = (count: number): string => `${Math.ceil(count * 10) / 10} s`;

/** A length of milliseconds in words: long ones in hours, rounded up to tenths. */
const lengthWords = (ms: number): string =>
  ms < LONG_MS ? seconds(ms / 1000) : `${Math.ceil(ms / 360_000) / 10} hours`;

const LONG_MS = 7_200_000;
