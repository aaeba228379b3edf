/** The man page gpudeck-filter(7), from what the program itself tells of the filter line, and from the catalogue. */
import { findFilterField } from '../../src/catalogue/lookup.ts';
import { printClause } from '../../src/filter/print.ts';
import { defaultClauses } from '../../src/filter/request.ts';
import { offerLanguage } from '../../src/tui/panes/offers/filter/language.ts';
import { fieldFacts } from '../../src/tui/panes/offers/filter/language-detail.ts';
import type { LanguageEntry } from '../../src/tui/state/language-help.ts';
import { bold, example, item, pageTitle, paragraph, section, shown } from './roff.ts';

/** The page, for the release `version` of `epochS`. */
export const filterPage = (version: string, epochS: number): string => {
  const [forms, fields, regions] = offerLanguage({ hasWorkload: true });
  return [
    pageTitle('gpudeck-filter', 7, `gpudeck ${version}`, epochS),
    section('Name'),
    'gpudeck\\-filter \\- the line that says which offers are wanted',
    section('Description'),
    shown(
      'gpudeck search, gpudeck market, gpudeck offers and the line of the offers in the terminal take the same filter. In a shell it ' +
        'stands in quotes, because < and > are redirections there.',
    ),
    example([
      "gpudeck search 'num_gpus>=4 gpu_name in [RTX_4090,H100_SXM] dph_total<2.5 geolocation=EU reliability>99%'",
    ]),
    section('Forms'),
    paragraph(`${forms?.title}.`),
    ...(forms?.entries ?? []).map(({ name, aside, meaning, more = '' }) =>
      item(bold(name), ...linesOf([`${aside}: ${meaning}`, more])),
    ),
    section('Defaults'),
    paragraph('These conditions hold where a filter does not name their fields. A field with =any lifts its default.'),
    example([defaultClauses({ clauses: [] }).map(printClause).join(' ')]),
    section('Fields'),
    ...(fields?.entries ?? []).map(fieldItem),
    section('Regions'),
    paragraph('They stand for their countries, and so does the English name of a country for its code.'),
    ...(regions?.entries ?? []).map(({ name, meaning }) => item(bold(name), shown(meaning))),
    section('Own sets'),
    paragraph(
      'Lists of ids or texts that have a name in the file sets.json stand wherever a list may: host_id in @trusted. "gpudeck config path" ' +
        'prints where the file lies, and "gpudeck config schema sets" what may stand in it.',
    ),
    section('See also'),
    'gpudeck(1)',
    '',
  ].join('\n');
};

const fieldItem = (entry: LanguageEntry): string => {
  const field = findFilterField(entry.name);
  if (field === undefined) throw new Error(`${entry.name} is no field`);
  const { what, typed, units } = fieldFacts(entry, field);
  const shownUnits = units.length === 0 ? '' : `units: ${units.join(' ')}`;
  return item(bold(entry.name), ...linesOf([what.join('; '), typed.join('; '), shownUnits]));
};

/** Each text in lines of its own. */
const linesOf = (texts: readonly string[]): readonly string[] =>
  texts.filter(Boolean).flatMap((text, place) => (place === 0 ? [shown(text)] : ['.br', shown(text)]));
