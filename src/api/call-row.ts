/**
 * What a row of calls.ts says of one call, and the three kinds of rows. A row holds functions and schemas; what is kept of a
 * call that was made is plain data and names its row.
 */
import type { z } from 'zod';
import type { Field } from '../catalogue/field.ts';
import type { RecordOf } from '../catalogue/values.ts';
import { type Check, checkOf, type Settle } from './records/schema.ts';
import { saysFailure } from './records/wrong-numbers.ts';
import type { Redactor } from './redact/redact.ts';

/** How a call is made. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request's body: plain JSON data. */
export type Body = Readonly<Record<string, unknown>>;

/** How much of a reply is waited for and taken. */
type ReplyLimits = {
  /** Bytes after decompression. */
  readonly largestBytes: number;
  /** Milliseconds from its headers to its end: what trickles in for ever is never silent. */
  readonly wholeMs: number;
};

/** What is known about every call before it is made. */
type CallFacts = {
  readonly method: Method;
  /** What the call does, as the end of a sentence: "could not ...". */
  readonly purpose: string;
  /** Seconds to leave between two calls until the service says otherwise (docs/interface.md, Limits). */
  readonly minimumSeconds: number;
  readonly reply: ReplyLimits;
  /** Status with which the service answers a key that is missing or invalid, where that is another than 401. */
  readonly badKeyStatus?: number;
  /** Status with which a list is answered that has nothing in it, where a service says so in its own JSON. */
  readonly emptyStatus?: number;
  /** Present for a call that a service may lack (docs/interface.md, Rule for the client): what its path says of itself decides how that shows. */
  readonly optional?: 'path-with-id' | 'path-without-id';
  /** Present for a call whose reply holds what is private: the members of it that are kept and shown; those of a failure are so besides. */
  readonly kept?: readonly string[];
};

/** What the call sends for a request. */
export type Asking<Request> = {
  /** Path below the base address. */
  readonly path: string | ((request: Request) => string);
  /** Absent for a call without a body. */
  readonly body?: (request: Request) => Body;
};

/** A read that brings many records of one kind; `undefined` as its request is a list that is asked for as a whole. */
export type ListRow<T, Request> = CallFacts &
  Asking<Request> & {
    readonly kind: 'list';
    /** Present where a reply is a page of the list: the path that brings the page behind a token (docs/interface.md, Pages). */
    readonly pageAfter?: (token: string) => string;
    /** Member of the reply that holds the records; undefined when the reply itself is the list. */
    readonly member: string | undefined;
    /** The catalogue's rows for the fields of one record. */
    readonly fields: readonly Field[];
    readonly check: Check<T>;
    /** True where its check brings what is private to what may be shown. */
    readonly masksPrivate?: true;
    /** Present where the reply is no list of records: those that it comes to; undefined when it is not what was expected. */
    readonly recordsIn?: (json: unknown) => readonly Readonly<Record<string, unknown>>[] | undefined;
  };

/** A read or a write that is answered with one object. A write notifies, creates or replaces: nothing repeats it (docs/promises.md, 1). */
export type ObjectRow<Kind extends 'read' | 'write', Request, Reply> = CallFacts &
  Asking<Request> & {
    readonly kind: Kind;
    /** Of a write: true where it may raise what is spent, or what others pay; then it is sent under limits alone. */
    readonly mayCostMore?: (request: Request) => boolean;
    /** The reply as it may be kept; undefined when `json` is not what was expected. Tells the redactor of the secrets in it. */
    readonly understand: (
      json: unknown,
      redactor: Redactor,
      request?: Request,
    ) => { readonly value: Reply } | undefined;
  };

/** What a row may leave out or say otherwise. That a service may lack the call is never said of a write: it comes back with a reply. */
type CommonFacts = Omit<CallFacts, 'optional'>;

/** What a row of a list says. */
type ListFacts<Fields extends readonly Field[], Request> = Asking<Request> &
  Pick<CommonFacts, 'purpose' | 'minimumSeconds'> &
  Partial<CallFacts> &
  Pick<ListRow<unknown, Request>, 'pageAfter' | 'masksPrivate' | 'recordsIn'> & {
    readonly member?: string;
    readonly fields: Fields;
    readonly settle?: Settle;
  };

/** What a row of one object says. */
type ObjectFacts<Request, Told, Reply> = Asking<Request> &
  Pick<CommonFacts, 'purpose'> &
  Partial<CommonFacts> & {
    /** Made when there is a reply to be read; a call that is made again has no request. */
    readonly schema: (request: Request | undefined) => z.ZodType<Told>;
    /** Takes the key and secrets out of what the service told: whatever is kept or shown of it comes from here. */
    readonly clean: (told: Told, redactor: Redactor) => Reply;
  };

const MEGABYTE = 1024 * 1024;

/** The yes or no to a call that writes, and what one user has set. */
const RECEIPT: ReplyLimits = { largestBytes: MEGABYTE, wholeMs: 90_000 };

/** What one caller has. */
const LIST: ReplyLimits = { largestBytes: 64 * MEGABYTE, wholeMs: 300_000 };

/** Up to the whole market. A slow line may take any time over it: the user sees the count grow, and can ask for something else. */
export const MARKET: ReplyLimits = { largestBytes: 512 * MEGABYTE, wholeMs: Number.POSITIVE_INFINITY };

/** A row of a list: GET, and no longer than what one caller has, unless it says otherwise. */
export const listCall = <const Fields extends readonly Field[], Request = undefined>({
  member,
  fields,
  settle,
  ...facts
}: ListFacts<Fields, Request>): ListRow<RecordOf<Fields>, Request> => ({
  method: 'GET',
  reply: LIST,
  ...facts,
  kind: 'list',
  member,
  fields,
  check: checkOf(fields, settle),
});

/**
 * A row of a read that brings one object: GET, at any time, unless it says otherwise. What says `success: false` is a failure, but where
 * the schema `judgesFailure`.
 */
export const readCall = <Told, Reply, Request = undefined>({
  judgesFailure = false,
  ...facts
}: ObjectFacts<Request, Told, Reply> & Pick<CallFacts, 'optional'> & { readonly judgesFailure?: boolean }): ObjectRow<
  'read',
  Request,
  Reply
> => {
  const { understand, ...row } = objectRow(facts);
  return {
    method: 'GET',
    ...row,
    kind: 'read',
    understand: (json, redactor, request) =>
      !judgesFailure && saysFailure(json) ? undefined : understand(json, redactor, request),
  };
};

/** A row of a write: at any time, unless it says otherwise. Its schema judges what is a yes. */
export const writeCall = <Request, Told, Reply>(
  facts: ObjectFacts<Request, Told, Reply> &
    Pick<CommonFacts, 'method'> & {
      /** Whether it may raise what is spent, or what others pay. */
      readonly mayCostMore: boolean | ((request: Request) => boolean);
    },
): ObjectRow<'write', Request, Reply> => {
  const { mayCostMore, ...rest } = facts;
  const told = typeof mayCostMore === 'function' ? mayCostMore : () => mayCostMore;
  return { ...objectRow(rest), method: facts.method, kind: 'write', mayCostMore: told };
};

const objectRow = <Request, Told, Reply>({ schema, clean, ...facts }: ObjectFacts<Request, Told, Reply>) => ({
  minimumSeconds: 0,
  reply: RECEIPT,
  ...facts,
  understand: (json: unknown, redactor: Redactor, request?: Request): { readonly value: Reply } | undefined => {
    const judged = schema(request).safeParse(json);
    return judged.success ? { value: clean(judged.data, redactor) } : undefined;
  },
});

/** Rows that know what they are called. */
type Named<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & { readonly name: Name } };

/** Gives each row its key as its name. */
export const named = <Rows extends Readonly<Record<string, CallFacts>>>(rows: Rows): Named<Rows> =>
  // Every row stays under its key, with one member more.
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name }])) as Named<Rows>;
