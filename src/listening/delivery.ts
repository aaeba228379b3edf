/**
 * Judges a delivery of the service's webhooks (docs/interface.md, Deliveries): whether its signature is right and how old it is. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A delivery whose signature is right. Its texts are as the service wrote them. */
export type Delivery = {
  /** As the signed body has it. */
  readonly eventId: string;
  /** Which try of the service it is, from 1; its header is not signed. */
  readonly attempt: number;
  readonly type: string;
  readonly subject: string;
  /** The body, as it was signed. */
  readonly body: Buffer;
  /** The same as JSON. */
  readonly event: Readonly<Record<string, unknown>>;
};

/** What a request to deliver is, or with which status it is refused and why. */
type Judgement = { readonly delivery: Delivery } | { readonly status: 400 | 401; readonly reason: string };

/** What came. */
type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly secret: string;
  readonly nowEpochMs: number;
};

/** A delivery that is older is a replay, and so is one from as far ahead. */
const WINDOW_S = 300;

const LONGEST_ID = 200;

/** Whether a request delivers something, and what. */
export const judgeDelivery = ({ headers, body, secret, nowEpochMs }: Received): Judgement => {
  const timestamp = endingWith(headers, '-timestamp');
  const signature = endingWith(headers, '-signature-256');
  if (timestamp === undefined || signature === undefined)
    return { status: 400, reason: 'it has no header that ends with -Timestamp, or none with -Signature-256' };
  if (!isSignatureOf(signature, secret, timestamp, body))
    return { status: 401, reason: 'its signature is wrong: another secret, or a body that was changed on the way' };
  const ageS = /^\d{1,12}$/.test(timestamp) ? nowEpochMs / 1000 - Number(timestamp) : Number.NaN;
  if (!(Math.abs(ageS) <= WINDOW_S)) return { status: 401, reason: ageReason(ageS) };
  const event = objectIn(body);
  const eventId = event === undefined ? undefined : textOf(event.event_id);
  if (event === undefined || eventId === undefined || eventId === '' || eventId.length > LONGEST_ID)
    return { status: 400, reason: 'its body is no JSON object with an event_id' };
  // The header is not signed: another id in it would make a new event of an old one.
  if ((endingWith(headers, '-event-id') ?? eventId) !== eventId)
    return { status: 400, reason: 'the header that ends with -Event-Id names another event than its body' };
  const attempt = Number(endingWith(headers, '-delivery-attempt') ?? 1);
  return {
    delivery: {
      eventId,
      attempt: Number.isSafeInteger(attempt) && attempt > 0 ? attempt : 1,
      type: textOf(event.notif_type) ?? '',
      subject: textOf(event.subject) ?? '',
      body,
      event,
    },
  };
};

const ageReason = (ageS: number): string =>
  Number.isNaN(ageS)
    ? 'its timestamp is no number of seconds'
    : `it was signed ${Math.abs(Math.round(ageS))} s ${ageS < 0 ? 'ahead of this clock' : 'ago'}, which is more than ${WINDOW_S}: a replay, or a clock that is wrong`;

/** The one header whose name ends so, as vendors put their names before it; undefined where there is none, or more than one. */
const endingWith = (headers: IncomingHttpHeaders, ending: string): string | undefined => {
  const found = Object.entries(headers).filter(([name]) => name.startsWith('x-') && name.endsWith(ending));
  const [[, value] = []] = found;
  return found.length === 1 && typeof value === 'string' ? value.trim() : undefined;
};

const isSignatureOf = (signature: string, secret: string, timestamp: string, body: Buffer): boolean => {
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  // A decoder would stop at the first character that is no digit, and take what stands before it.
  const given = Buffer.from(/^sha256=([\da-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const objectIn = (body: Buffer): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
