/** Writes wire values as a person reads them: display units, fixed decimals, `-` for what is absent. The only place that scales for the screen. */

import { agoWords } from '../base/time.ts';
import { countryOfPlace } from './countries.ts';
import { BREAKDOWN_FIGURES, type Field } from './field.ts';
import { quantityOf } from './quantity.ts';

/** `value` as JSON, whole; of one that is nested more deeply than can be written, the beginning. */
export const jsonOf = (value: object): string => {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonStart(value, NESTED_MAXIMUM);
  }
};

/** Characters of such a value that are written. */
const NESTED_MAXIMUM = 2000;

/** `value` as JSON, at most `most` characters of it, which may be some thousands; a cut is marked by `...` behind them. Nothing that was parsed makes it throw. */
export const jsonStart = (value: unknown, most: number): string => {
  const pieces: string[] = [];
  let room = most;
  const put = (piece: string): void => {
    if (room <= 0) return;
    pieces.push(piece);
    room -= piece.length;
  };
  // Each level takes a character, so that `most` bounds the levels too.
  const write = (part: unknown): void => {
    if (room <= 0) return;
    if (typeof part === 'string') {
      put(JSON.stringify(part.slice(0, room)));
    } else if (Array.isArray(part)) {
      put('[');
      for (const [place, inner] of part.slice(0, room).entries()) {
        if (place > 0) put(',');
        write(inner);
      }
      put(']');
    } else if (typeof part === 'object' && part !== null) {
      put('{');
      let isFirst = true;
      for (const name in part) {
        if (room <= 0) return;
        put(`${isFirst ? '' : ','}${JSON.stringify(name.slice(0, room))}:`);
        isFirst = false;
        write(Reflect.get(part, name));
      }
      put('}');
    } else {
      put(JSON.stringify(part) ?? 'null');
    }
  };
  write(value);
  const text = pieces.join('');
  return room > 0 ? text : `${text.slice(0, most)}...`;
};

/** More than any place shows of one value, in characters: the rest is only in the record. */
export const LONGEST_SHOWN = 2000;

/** A text without the spaces around it; one that is longer than anything shows is cut, and the cut marked. */
export const displayText = (text: string): string =>
  text.length <= LONGEST_SHOWN ? text.trim() : `${text.slice(0, LONGEST_SHOWN).trim()}...`;

/** What stands for an absent or null value. */
export const ABSENT = '-';

/**
 * `value` as shown for `field`, without its unit. Text is returned as it came but for what is too long to be shown, so the
 * caller must sanitise it before it reaches a terminal. Values of a kind that the field does not have are absent.
 */
export const formatValue = (field: Field, value: unknown): string => {
  if (value === null || value === undefined || value === '') return ABSENT;
  const kind = field.wire ?? 'number';
  switch (kind) {
    case 'boolean':
    case 'flag':
      return typeof value === 'boolean' || typeof value === 'number' ? (value ? 'yes' : 'no') : ABSENT;
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? formatNumber(field, value) : ABSENT;
    case 'string':
      return typeof value === 'string' ? displayText(value) : ABSENT;
    case 'integers':
      return Array.isArray(value) ? displayText(value.slice(0, LONGEST_SHOWN).join(' ')) : ABSENT;
    case 'objects':
      return Array.isArray(value) ? String(value.length) : ABSENT;
    case 'breakdown':
      return typeof value === 'object' ? formatBreakdown(value) : ABSENT;
    case 'nullable':
      return typeof value === 'object' ? jsonStart(value, LONGEST_SHOWN) : displayText(String(value));
  }
};

/** `value` as a table's cell shows it: as `formatValue`, but a place is only its country. */
export const formatCell = (field: Field, value: unknown): string => {
  const country = field.name === 'geolocation' && typeof value === 'string' ? countryOfPlace(value) : undefined;
  return country ?? formatValue(field, value);
};

/** The unit of `field` on screen, or an empty string. */
export const unitOf = (field: Field): string => quantityOf(field)?.unit ?? '';

/** Heading of a column for `field`: its own, or the wire name with the display unit. */
export const headingOf = (field: Field): string =>
  field.heading ?? [field.name, unitOf(field)].filter(Boolean).join(' ');

/** Less than any figure that is a thousand once it is rounded. A list of offers writes a dozen figures a row. */
const UNGROUPED_BELOW = 999;

const formatNumber = (field: Pick<Field, 'quantity'>, value: number): string => {
  if (field.quantity === 'moment') return formatMoment(value);
  if (field.quantity === 'silence') return agoWords(value);
  const quantity = quantityOf(field);
  if (quantity === undefined || quantity.isName) return String(value);
  const figure = value / quantity.scale;
  const digits = figure.toFixed(figure >= (quantity.wholeFrom ?? Number.POSITIVE_INFINITY) ? 0 : quantity.digits);
  return Math.abs(figure) < UNGROUPED_BELOW ? digits : grouped(digits);
};

/** `YYYY-MM-DD HH:MM` in UTC of Unix epoch seconds. */
const formatMoment = (epochS: number): string => {
  const date = new Date(epochS * 1000);
  return Number.isNaN(date.getTime()) ? ABSENT : date.toISOString().slice(0, 16).replace('T', ' ');
};

/** Commas between thousands, in the whole part only. */
const grouped = (digits: string): string =>
  digits.replace(/^-?\d{4,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const formatBreakdown = (value: object): string =>
  BREAKDOWN_FIGURES.map(({ name }) => {
    const figure = Reflect.get(value, name);
    return `${name}=${typeof figure === 'number' ? formatNumber({ quantity: 'rate' }, figure) : ABSENT}`;
  }).join(' ');
