/** Groups of countries that a filter may name instead of listing their codes (docs/filter-line.md, Regions). */

const codes = (list: string): readonly string[] => list.split(' ');

const EU = codes('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE');

/**
 * The codes of each region. The six continents share no country and leave out the Antarctic only; a country on two of them
 * counts to the one that people look for it on (Cyprus and Russia: Europe, Turkey and the Caucasus: Asia).
 */
export const REGIONS: Readonly<Record<string, readonly string[]>> = {
  EU,
  EEA: [...EU, 'IS', 'LI', 'NO'],
  DACH: codes('DE AT CH'),
  NORDIC: codes('DK FI IS NO SE AX FO'),
  EUROPE: [...EU, ...codes('AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK')],
  NORTH_AMERICA: codes(
    'US CA MX AG AI AW BB BL BM BQ BS BZ CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS NI PA PM PR SV SX TC TT VC VG VI',
  ),
  SOUTH_AMERICA: codes('AR BO BR CL CO EC FK GF GY PE PY SR UY VE'),
  ASIA: codes(
    'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  ),
  AFRICA: codes(
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  ),
  OCEANIA: codes('AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS'),
};

/** Other names, written as the names above are. */
const HABITS: Readonly<Record<string, string>> = {
  EUROPEAN_UNION: 'EU',
  EUROPEAN_ECONOMIC_AREA: 'EEA',
  NORDICS: 'NORDIC',
};

/** Codes of countries that look like the short name of a continent. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  NA: 'NORTH_AMERICA',
  SA: 'SOUTH_AMERICA',
  AF: 'AFRICA',
  AS: 'ASIA',
};

/** The region that `word` names in any letter case, its words joined by spaces, `_` or `-`; undefined when it names none. */
export const regionNamed = (word: string): string | undefined => {
  const name = word.trim().toUpperCase().replaceAll(' ', '_').replaceAll('-', '_');
  if (Object.hasOwn(REGIONS, name)) return name;
  return Object.hasOwn(HABITS, name) ? HABITS[name] : undefined;
};

/** The codes that `place` stands for: those of a region, else itself. */
export const countriesOf = (place: string): readonly string[] =>
  (Object.hasOwn(REGIONS, place) ? REGIONS[place] : undefined) ?? [place];

/** The continent that somebody who writes the country's `code` may mean; undefined when none looks like it. */
export const continentLike = (code: string): string | undefined =>
  Object.hasOwn(LOOKS_LIKE, code) ? LOOKS_LIKE[code] : undefined;

/** The six continents, which share no country. */
const CONTINENTS = ['EUROPE', 'NORTH_AMERICA', 'SOUTH_AMERICA', 'ASIA', 'AFRICA', 'OCEANIA'] as const;

const CONTINENT_OF: ReadonlyMap<string, string> = new Map(
  CONTINENTS.flatMap((name) => (REGIONS[name] ?? []).map((code) => [code, name] as const)),
);

/** The continent of the country with this code; undefined for one that is on none. */
export const continentOf = (code: string): string | undefined => CONTINENT_OF.get(code);
