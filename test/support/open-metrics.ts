/** Reads the text format of OpenMetrics by its own grammar, and refuses whatever is not in it. */

/** A line of a figure. */
type Sample = { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A family as it was read. */
type Family = { kind: string; unit: string; help: string; readonly samples: Sample[] };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,(?=.)|$)/y;
const SAMPLE = /^([^ {]+)(?:\{(.*)\})? (\S+)$/;

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || name in labels) throw new Error(`bad labels: ${text}`);
    labels[name] = unescaped(value);
  }
  return labels;
};

/** The families of `text` by name. Throws for the first thing that is not as OpenMetrics 1.0 has it. */
export const readOpenMetrics = (text: string): ReadonlyMap<string, Family> => {
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  if (!text.endsWith('\n# EOF\n')) throw new Error('it does not end with # EOF');
  const lines = text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1);
  let current = '';
  for (const line of lines) {
    const [, word, name = '', rest = ''] = /^# (TYPE|UNIT|HELP) (\S+) (.*)$/.exec(line) ?? [];
    if (word !== undefined) {
      if (!NAME.test(name)) throw new Error(`bad name: ${line}`);
      if (name !== current && families.has(name)) throw new Error(`${name} stands in two places`);
      current = name;
      const family = families.get(name) ?? { kind: '', unit: '', help: '', samples: [] };
      families.set(name, family);
      if (family.samples.length > 0) throw new Error(`said too late: ${line}`);
      const member = word === 'TYPE' ? 'kind' : word === 'UNIT' ? 'unit' : 'help';
      if (family[member] !== '') throw new Error(`said twice: ${line}`);
      family[member] = unescaped(rest);
      if (word === 'UNIT' && !name.endsWith(`_${rest}`))
        throw new Error(`the name does not end with its unit: ${line}`);
      if (word === 'TYPE' && !['gauge', 'counter'].includes(rest)) throw new Error(`unknown type: ${line}`);
      continue;
    }
    const [, sampleName = '', labelText = '', figure = ''] = SAMPLE.exec(line) ?? [];
    const family = families.get(current);
    if (family === undefined) throw new Error(`no family yet: ${line}`);
    if (sampleName !== (family.kind === 'counter' ? `${current}_total` : current))
      throw new Error(`not of ${current}: ${line}`);
    const value = Number(figure);
    if (figure === '' || Number.isNaN(value)) throw new Error(`no number: ${line}`);
    if (family.kind === 'counter' && value < 0) throw new Error(`a counter below 0: ${line}`);
    const labels = labelsOf(labelText);
    const identity = JSON.stringify([sampleName, Object.entries(labels).sort()]);
    if (seen.has(identity)) throw new Error(`twice: ${line}`);
    seen.add(identity);
    family.samples.push({ name: sampleName, labels, value });
  }
  return families;
};
