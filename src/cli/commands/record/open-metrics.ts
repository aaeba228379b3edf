/** Figures as a text that Prometheus reads: OpenMetrics 1.0. */

/** Figures of one name. */
export type Family = {
  /** Ends with the unit where there is one; a counter's has no `_total`. */
  readonly name: string;
  readonly kind: 'gauge' | 'counter';
  readonly unit?: string | undefined;
  readonly help: string;
  readonly samples: readonly Sample[];
};

type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** What the text is called in a reply. */
export const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The families as one text; those without a sample are left out. */
export const openMetricsText = (families: readonly Family[]): string =>
  `${families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('')}# EOF\n`;

const familyText = ({ name, kind, unit, help, samples }: Family): string =>
  [
    `# TYPE ${name} ${kind}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(
      ({ labels, value }) => `${name}${kind === 'counter' ? '_total' : ''}${labelsText(labels)} ${String(value)}`,
    ),
    '',
  ].join('\n');

const labelsText = (labels: Sample['labels'] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const escaped = (text: string): string =>
  text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** What a name can end with that is its unit. */
const UNITS = ['dollars_per_hour', 'dollars_per_gigabyte_month', 'dollars', 'ratio', 'seconds', 'bytes'];

const familyOf =
  (kind: Family['kind']) =>
  (name: string, help: string, samples: Family['samples']): Family => ({
    name,
    kind,
    unit: UNITS.find((unit) => name.endsWith(`_${unit}`)),
    help,
    samples,
  });

export const gauge = familyOf('gauge');
export const counter = familyOf('counter');
