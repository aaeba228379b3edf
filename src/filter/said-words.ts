/** What words say by themselves, before any clause is thought of: phrases, models, places, and what is left out (docs/filter-line.md, Words). Pure. */
import { countryCode } from '../catalogue/countries.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { modelsSaid, NAME_WORDS } from '../catalogue/model-words.ts';
import { isAlternativeLink, operatorAt } from './clause-parts.ts';
import type { Span } from './line.ts';
import { cutOf, type LineKnown } from './parse.ts';
import { FILLERS, PHRASE_WORDS, PHRASES, WISHES, type Wishes } from './phrases.ts';
import { pieceAt } from './piece.ts';
import { modelsKnown } from './slips.ts';
import { COUNT_WORDS, canBePlace, namedClause } from './spoken.ts';
import { quoted, type Token } from './tokens.ts';
import { placeNamed } from './word.ts';

/** What a stretch of a line says; an empty text for what says nothing of an offer. */
export type Reading = Span & { readonly text: string };

type Found = { readonly text: string; readonly next: number; readonly wishes?: Wishes };

/** What the words of `text` say by themselves; a value of a clause is none. */
export const readingsOf = (
  text: string,
  known: LineKnown,
): { readonly made: readonly Reading[]; readonly wishes: Wishes } => {
  const cut = cutOf(text, known);
  const models = modelsKnown(known.seen ?? (() => []));
  const { tokens } = cut;
  const made: Reading[] = [];
  let wishes: Wishes = {};
  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index];
    if (token === undefined) break;
    const isLink: boolean = isAlternativeLink(token);
    if (isLink) {
      // What it joins to the clause before it is a value of that.
      index += 2;
      continue;
    }
    const said = token.kind === 'comma' ? undefined : foundAt(tokens, index, models);
    const isBeforePlace = isFieldBeforePlace(tokens, index);
    const isApart = token.kind === 'comma' || said !== undefined || isBeforePlace;
    const next = isApart ? index + 1 : pieceAt(cut, token, index).next;
    // What says nothing alone may begin something: `machine 8207`.
    const found = said ?? (next === index + 1 && !isBeforePlace ? fillerAt(tokens, index) : undefined);
    if (found === undefined) {
      index = next;
      continue;
    }
    wishes = { ...wishes, ...found.wishes };
    made.push({ from: token.from, to: tokens[found.next - 1]?.to ?? token.to, text: found.text });
    index = found.next;
  }
  return { made, wishes };
};

const foundAt = (tokens: readonly Token[], index: number, models: readonly string[]): Found | undefined =>
  totalAt(tokens, index) ??
  coveredAt(tokens, index) ??
  deniedAt(tokens, index, models) ??
  modelsAt(tokens, index, models) ??
  phraseAt(tokens, index) ??
  locatedAt(tokens, index) ??
  codesAt(tokens, index) ??
  countAt(tokens, index) ??
  labelledAt(tokens, index, models);

/** The words from `index` on, in lower case; undefined where one is none, or an operator stands behind them. */
const wordsAt = (tokens: readonly Token[], index: number, count: number): string | undefined => {
  const words = tokens.slice(index, index + count);
  if (words.length < count || !words.every(({ kind }) => kind === 'word')) return undefined;
  const operator = operatorAt(tokens, index + count);
  const isPlaced = operator?.text.toLowerCase() === 'in' && isPlaceAt(tokens, operator.next);
  return operator === undefined || isPlaced ? words.map(({ text }) => text).join(' ') : undefined;
};

/** `4090 in europe`: what stands before it is no field. */
const isPlaceAt = (tokens: readonly Token[], index: number): boolean => {
  const at = tokens[index]?.text.toLowerCase() === 'the' ? index + 1 : index;
  return tokens[at]?.kind === 'word' && placeIn(tokens[at]?.text ?? '') !== undefined;
};

/** `verified in germany`, `4 gpus in germany`: no value of the field, so that it is a place. */
const isFieldBeforePlace = (tokens: readonly Token[], index: number): boolean => {
  const field = findFilterField(tokens[index]?.text ?? '');
  return (
    field !== undefined &&
    !canBePlace(field) &&
    wordsAt(tokens, index, 1) !== undefined &&
    operatorAt(tokens, index + 1) !== undefined
  );
};

const phraseAt = (tokens: readonly Token[], index: number): Found | undefined => {
  for (let count = PHRASE_WORDS; count > 0; count--) {
    const said = wordsAt(tokens, index, count)?.toLowerCase();
    if (said === undefined) continue;
    const next = index + count;
    if (Object.hasOwn(PHRASES, said)) return { text: PHRASES[said] ?? '', next };
    if (Object.hasOwn(WISHES, said)) return { text: '', next, wishes: WISHES[said] ?? {} };
  }
  return undefined;
};

const fillerAt = (tokens: readonly Token[], index: number): Found | undefined => {
  const said = wordsAt(tokens, index, 1);
  return said !== undefined && FILLERS.includes(said.toLowerCase()) ? { text: '', next: index + 1 } : undefined;
};

/** `48gb total`, `80 gb in total`: of all GPUs together. */
const totalAt = (tokens: readonly Token[], index: number): Found | undefined => {
  for (let count = TOTAL_WORDS; count > 1; count--) {
    const size = TOTAL.exec(wordsAt(tokens, index, count) ?? '')
      ?.slice(1)
      .join('');
    const next = index + count;
    // `48gb total vram` and its like name what they mean.
    if (size !== undefined && !SIZED.includes(tokens[next]?.text.toLowerCase() ?? ''))
      return { text: `gpu_total_ram>=${size}`, next };
  }
  return undefined;
};

const TOTAL = /^(\d+) ?(gi?b?)(?: in)? total$/i;
const TOTAL_WORDS = 4;
const SIZED = ['vram', 'memory', 'mem', 'ram', 'gpu', 'disk', 'storage'];

/** `sla 99%`: what the host claims, and not what was. */
const coveredAt = (tokens: readonly Token[], index: number): Found | undefined => {
  const claim = /^sla (\d+(?:\.\d+)?%)$/i.exec(wordsAt(tokens, index, 2) ?? '')?.[1];
  return claim === undefined ? undefined : { text: `expected_reliability>=${claim}`, next: index + 2 };
};

const LABELS = ['model', 'gpu', 'card'];

/** `model h100`: what stands before a model and says that it is one. */
const labelledAt = (tokens: readonly Token[], index: number, models: readonly string[]): Found | undefined =>
  LABELS.includes(wordsAt(tokens, index, 1)?.toLowerCase() ?? '') ? modelsAt(tokens, index + 1, models) : undefined;

/** `8gpu`, `8x`. */
const countAt = (tokens: readonly Token[], index: number): Found | undefined => {
  const count = /^(\d{1,2})(?:gpus?|[x×*])$/i.exec(wordsAt(tokens, index, 1) ?? '')?.[1];
  return count === undefined ? undefined : { text: `num_gpus=${Number(count)}`, next: index + 1 };
};

// Models.

type Named = { readonly models: readonly string[]; readonly next: number };

const JOINING = ['or', 'and', '|', '||', '/'];

const nameAt = (tokens: readonly Token[], index: number, models: readonly string[]): Named | undefined => {
  for (let count = NAME_WORDS; count > 0; count--) {
    const said = wordsAt(tokens, index, count);
    if (said === undefined) continue;
    const parts = count === 1 ? said.split(/[|/]+/) : [said];
    const found = parts.map((part) => modelsSaid(part, models));
    if (found.every((names) => names.length > 0)) return { models: found.flat(), next: index + count };
  }
  return undefined;
};

/** `4090`, `h100 or a100`, `3090, 4090`: of several any will do. */
const namesAt = (tokens: readonly Token[], index: number, models: readonly string[]): Named | undefined => {
  const first = nameAt(tokens, index, models);
  if (first === undefined) return undefined;
  const all = new Set(first.models);
  let { next } = first;
  for (;;) {
    let at = next;
    while (tokens[at]?.kind === 'comma' || JOINING.includes(tokens[at]?.text.toLowerCase() ?? '')) at++;
    const further = nameAt(tokens, at, models);
    if (further === undefined) return { models: [...all], next };
    for (const model of further.models) all.add(model);
    next = further.next;
  }
};

/** Most GPUs that a number before a model counts. */
const MOST_GPUS = 16;

const countIn = (word: string | undefined): string | undefined => {
  const said = word?.toLowerCase() ?? '';
  const count = Object.hasOwn(COUNT_WORDS, said) ? COUNT_WORDS[said] : /^(\d{1,2})[x×*]?$/.exec(said)?.[1];
  return count === undefined || Number(count) < 1 || Number(count) > MOST_GPUS ? undefined : count;
};

/** `x8`, `8x`. */
const COUNT_BEHIND = /^(?:[x×*](\d{1,2})|(\d{1,2})[x×*])$/i;

/** `h100`, `8xh100`, `8x h100`, `8 h100`, `dual 4090`, `h100 x8`, `h100x8`. */
const modelsAt = (tokens: readonly Token[], index: number, models: readonly string[]): Found | undefined => {
  const plain = namesAt(tokens, index, models);
  if (plain !== undefined) {
    const behind = COUNT_BEHIND.exec(nameAt(tokens, plain.next + 1, models) ? '' : (tokens[plain.next]?.text ?? ''))
      ?.slice(1)
      .find(Boolean);
    return { text: modelClause(plain.models, behind), next: plain.next + (behind === undefined ? 0 : 1) };
  }
  const token = tokens[index];
  if (token?.kind !== 'word') return undefined;
  const [, name = '', size] = /^(.+)-(\d{2,3}gb?)$/i.exec(token.text) ?? [];
  const sized = size === undefined ? [] : modelsSaid(name, models);
  if (sized.length > 0) return { text: `${modelClause(sized)} gpu_ram>=${size}`, next: index + 1 };
  const glued = /^(\d{1,2})[x×*](.+)$/i.exec(token.text);
  const reversed = /^(.*\d[a-z]?)[x×*](\d{1,2})$/i.exec(token.text);
  for (const [count, name] of [glued?.slice(1) ?? [], [...(reversed?.slice(1) ?? [])].reverse()]) {
    if (count === undefined || name === undefined || countIn(count) === undefined) continue;
    const named = namesAt(
      [...tokens.slice(0, index), { ...token, text: name }, ...tokens.slice(index + 1)],
      index,
      models,
    );
    if (named !== undefined) return { text: modelClause(named.models, count), next: named.next };
  }
  const count = countIn(token.text);
  if (count === undefined) return undefined;
  const isApart = /^[x×*]$/i.test(tokens[index + 1]?.text ?? '');
  const counted = namesAt(tokens, isApart ? index + 2 : index + 1, models);
  return counted && { text: modelClause(counted.models, count), next: counted.next };
};

const modelClause = (models: readonly string[], count?: string, isLeftOut = false): string =>
  [
    ...(count === undefined ? [] : [`num_gpus=${Number(count)}`]),
    namedClause({ field: 'gpu_name', values: models.map(written) }, isLeftOut),
  ].join(' ');

const written = (model: string): string => {
  const bare = model.replaceAll(' ', '_');
  return /^[\w-]+$/.test(bare) && !model.includes('_') ? bare : quoted(model);
};

// Countries and regions.

/** Codes of countries that are words of a sentence too: small they count in a list with signs alone. */
const WORDS_TOO = ['in', 'is', 'it', 'no', 'me', 'my', 'to', 'at', 'be', 'by', 'so', 'am', 'as', 'do', 'an'];

type Place = { readonly place: string; readonly isSure: boolean };

const placeIn = (word: string): Place | undefined => {
  const named = placeNamed(word);
  if (named !== undefined) return { place: named, isSure: true };
  const code = countryCode(word);
  return code === undefined ? undefined : { place: code, isSure: word === word.toUpperCase() };
};

/** `US`, `us/ca`, `de, fr`, `US CA`: a small code counts beside another place. */
const codesAt = (tokens: readonly Token[], index: number, isSaid = false): Found | undefined => {
  const places: Place[] = [];
  let next = index;
  let at = index;
  for (;;) {
    const said = wordsAt(tokens, at, 1);
    const isJoined = at > next;
    const parts = said?.split(/[|/]+/) ?? [];
    const found = parts.map(placeIn);
    const isWord = said !== undefined && !isJoined && tokens[at + 1]?.kind !== 'comma' && WORDS_TOO.includes(said);
    if (said === undefined || isWord || found.some((place) => place === undefined)) break;
    places.push(...found.filter((place) => place !== undefined));
    at++;
    next = at;
    while (tokens[at]?.kind === 'comma' || JOINING.includes(tokens[at]?.text.toLowerCase() ?? '')) at++;
  }
  const [first] = places;
  if (first === undefined || (places.length === 1 && !first.isSure && !isSaid)) return undefined;
  const values = [...new Set(places.map(({ place }) => place))];
  return { text: namedClause({ field: 'geolocation', values }), next };
};

/** `in us, ca`, `from the eu`: what follows is a place, however small its code. */
const locatedAt = (tokens: readonly Token[], index: number): Found | undefined => {
  const token = tokens[index];
  if (token?.kind !== 'word' || !['in', 'from', 'within'].includes(token.text.toLowerCase())) return undefined;
  return codesAt(tokens, tokens[index + 1]?.text.toLowerCase() === 'the' ? index + 2 : index + 1, true);
};

// What is left out.

const DENIALS = ['not', 'no', 'except', 'excluding', 'without', 'but'];

/** `not h100`, `!4090`, `no US`: models and places that are left out. */
const deniedAt = (tokens: readonly Token[], index: number, models: readonly string[]): Found | undefined => {
  const token = tokens[index];
  const isSign = token?.kind === 'symbol' && token.text === '!' && tokens[index + 1]?.from === token.to;
  const isSaid = token?.kind === 'word' && DENIALS.includes(token.text.toLowerCase());
  if (!isSign && !isSaid) return undefined;
  const at = ['not', 'no', 'in', 'from', 'the'].includes(tokens[index + 1]?.text.toLowerCase() ?? '')
    ? index + 2
    : index + 1;
  const named = isSign ? nameAt(tokens, at, models) : namesAt(tokens, at, models);
  if (named !== undefined) return { text: modelClause(named.models, undefined, true), next: named.next };
  const places = isSign ? codesAt(tokens.slice(0, at + 1), at) : codesAt(tokens, at);
  const clause = places?.text
    .replace(/^geolocation in /, 'geolocation notin ')
    .replace(/^geolocation=/, 'geolocation!=');
  return places && clause !== undefined ? { text: clause, next: places.next } : undefined;
};
