/** What a filter line can say, form by form (docs/filter-line.md, Grammar), each with an example that stands in that document. */
import type { LanguageEntry } from '../../../state/language-help.ts';

/** The name of an entry is its example; `form` is written as in the document. */
const row = (
  form: string,
  example: string,
  meaning: string,
  words: readonly string[] = [],
  more?: string,
): LanguageEntry => ({
  name: example,
  aside: form,
  meaning,
  words,
  ...(more !== undefined && { more }),
});

/** The forms, those that are sent before those that narrow the rows here. */
export const GRAMMAR: readonly LanguageEntry[] = [
  row(
    'field operator value',
    'num_gpus>=4',
    'a field and what it is compared with',
    ['operators', 'number'],
    'operators are = != > >= < <= ~ in notin; below, each field names those that it takes. Spaces around an operator are optional.',
  ),
  row(
    'number [unit]',
    'gpu_ram>=24GiB',
    'a unit stands right behind its number',
    ['units'],
    'without one the number is in the unit that people mean: gpu_ram>=24 is in GB',
  ),
  row('field=low..high', 'num_gpus=2..4', 'a range, both ends included', ['between']),
  row(
    '\'text\' | "text"',
    'gpu_name="RTX 4090"',
    'quotes keep spaces and letter case',
    ['quotes', 'equal'],
    'without quotes a known model is found in any spelling: gpu_name=rtx4090, gpu_name=RTX_4090',
  ),
  row(
    '[a, b]',
    'geolocation in [DACH, US]',
    'one of a list; notin: none of it',
    ['list', 'notin', 'country', 'values'],
    'countries are codes of two letters or English names; regions, and sets of your own (@name), stand below',
  ),
  row('clause | clause', 'gpu_name=RTX_4090 | RTX_5090', 'either value, of one field', ['or', 'alternative']),
  row(
    'field~text',
    'gpu_name~40',
    'the text holds this part',
    ['contains'],
    'in any letter case. It is applied to the offers received, not sent.',
  ),
  row('boolean-field', 'static_ip', 'yes: the same as static_ip=true', ['true']),
  row('!boolean-field', '!static_ip', 'no: the same as static_ip=false', ['false', 'not']),
  row(
    'field=any',
    'rentable=any',
    'lifts a default',
    ['all'],
    'verified, rentable, !rented and cpu_arch=amd64 are sent unless a filter names these fields',
  ),
  row(
    'any other text',
    '4090',
    'leaves the rows that show it; not sent',
    ['word', 'search'],
    'a column of the full table has to hold it, also as a part of a longer text or figure, in any letter case',
  ),
  row('"text"', '"RTX 4090"', 'the same for a text with spaces', ['word', 'quotes']),
  row('any:text', 'any:epyc', 'leaves the rows that have it in any field', ['word', 'everywhere']),
  row('any:"text"', 'any:"AMD EPYC"', 'the same for a text with spaces', ['word', 'everywhere', 'quotes']),
  row('!text', '!4090', 'leaves out the rows that show it', ['word', 'without', 'not', 'exclude']),
  row(
    '!"text"',
    '!"H100 SXM"',
    'the same for a text with spaces',
    ['word', 'quotes', 'without', 'exclude'],
    'without quotes a text that is near the name of a field is a problem',
  ),
];
