/**
 * Searches rows of a reply in plain JavaScript (docs/interface.md, Search offers and docs/interface.md, Decisions). It shares nothing with the
 * service or the catalogue, so that the two can be compared.
 */
import type { Row } from './market.ts';

/** Filters as a body gives them. */
export type Filters = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const BOOLEANS = new Set(['rentable', 'gpu_display_active', 'static_ip', 'vms_enabled', 'has_avx']);
const VERSIONS = new Set(['driver_version', 'os_version', 'ubuntu_version']);

/** The rows that pass every operator of every filter. Default filters are the caller's business. */
export const plainSearch = (rows: readonly Row[], filters: Filters): readonly Row[] =>
  rows.filter((row) =>
    Object.entries(filters).every(([name, filter]) =>
      Object.entries(filter).every(([operator, wanted]) => passes(row, name, operator, wanted)),
    ),
  );

/** The rows in an order: null last, equal ones by id. */
export const plainSort = (rows: readonly Row[], order: readonly (readonly [string, string])[]): readonly Row[] =>
  [...rows].sort((a, b) => {
    for (const [name, direction] of order) {
      const left = ordered(a, name) ?? null;
      const right = ordered(b, name) ?? null;
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
      } else {
        const difference = VERSIONS.has(name) ? compareVersions(left, right) : compareValues(left, right);
        if (difference !== 0) return direction === 'asc' ? difference : -difference;
      }
    }
    return a.id - b.id;
  });

/** What of a row decides its place in an order. */
const ordered = (row: Row, name: string): unknown =>
  ['verified', 'datacenter', 'ubuntu_version'].includes(name) ? subject(row, name) : row[name];

const passes = (row: Row, name: string, operator: string, wanted: unknown): boolean => {
  if (name === 'target_reliability') return holds('gte', row.expected_reliability, wanted);
  if (name === 'rented' || name === 'external') {
    // It includes rather than restricts.
    const meant = meaning(name, wanted);
    const list = Array.isArray(meant) ? meant.map((item) => meaning(name, item)) : meant;
    return holds(operator, true, list) || (row[name] !== true && holds(operator, false, list));
  }
  if (name === 'duration' && operator === 'eq') return holds('gte', row.duration, wanted);
  const meant = Array.isArray(wanted) ? wanted.map((item) => meaning(name, item)) : meaning(name, wanted);
  return holds(operator, subject(row, name), meant, VERSIONS.has(name) ? compareVersions : compareValues);
};

/** A value as it was meant: booleans may be text, and a driver's version one number with three digits to each part but the first. */
const meaning = (name: string, wanted: unknown): unknown => {
  if (wanted === 'true' || wanted === 'false') return wanted === 'true';
  const packed = String(wanted);
  if (name !== 'driver_version' || !/^\d{7,9}$/.test(packed)) return wanted;
  return [packed.slice(0, -6), packed.slice(-6, -3), packed.slice(-3)].join('.');
};

/** What of a row a filter looks at. */
const subject = (row: Row, name: string): unknown => {
  switch (name) {
    case 'verified':
      return row.verification === 'verified';
    case 'datacenter':
      return row.hosting_type === 1;
    case 'has_sla':
      return row.expected_reliability !== null;
    case 'geolocation':
      return String(row.geolocation).slice(-2);
    case 'ubuntu_version':
      return row.os_version;
    default:
      return BOOLEANS.has(name) && row[name] !== null ? Boolean(row[name]) : row[name];
  }
};

type Compare = (a: unknown, b: unknown) => number;

const holds = (operator: string, value: unknown, wanted: unknown, compare: Compare = compareValues): boolean => {
  if (operator === 'notin' && Array.isArray(wanted) && wanted.length === 0) return true;
  if (value === null || value === undefined) return false;
  const list = Array.isArray(wanted) ? wanted : [];
  switch (operator) {
    case 'eq':
      return compare(value, wanted) === 0;
    case 'neq':
      return compare(value, wanted) !== 0;
    case 'gt':
      return compare(value, wanted) > 0;
    case 'lt':
      return compare(value, wanted) < 0;
    case 'gte':
      return compare(value, wanted) >= 0;
    case 'lte':
      return compare(value, wanted) <= 0;
    case 'in':
      return list.some((item) => compare(value, item) === 0);
    case 'notin':
      return list.every((item) => compare(value, item) !== 0);
    default:
      throw new Error(`${operator} is not an operator`);
  }
};

const compareValues: Compare = (a, b) => {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number(a) - Number(b);
};

const compareVersions: Compare = (a, b) => {
  const left = String(a).split('.').map(Number);
  const right = String(b).split('.').map(Number);
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
