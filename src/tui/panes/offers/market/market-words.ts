/** What a cohort is asked to be alike in, with its keys and in words. Pure. */
import { countryName } from '../../../../catalogue/countries.ts';
import { ALIKE_IN, type AlikeIn, bandOf, type Likeness, type Subject } from '../../../../pricing/likeness.ts';

/** Each of them in the order in which they are shown, with its key: a sign, since the letters mean other things (docs/glossary.md, Keys). */
export const ALIKE_KEYS: readonly { readonly name: AlikeIn; readonly key: string; readonly label: string }[] = [
  { name: 'gpus', key: '#', label: 'GPUs' },
  { name: 'verification', key: '!', label: 'verification' },
  { name: 'place', key: '@', label: 'region' },
  { name: 'reliability', key: '%', label: 'reliability' },
  { name: 'datacenter', key: '&', label: 'datacenter' },
];

/** What `likeness` asks of one of them of the offers beside `subject`: `4 each`, `any`. */
export const alikeWords = (name: AlikeIn, likeness: Likeness, subject: Subject): string => {
  if (likeness[name] === ALIKE_IN[name][0]) return 'any';
  const known = ownWords(name, likeness, subject);
  return known ?? 'not known, as of this one';
};

const ownWords = (name: AlikeIn, { place }: Likeness, subject: Subject): string | undefined => {
  const { gpus, verification, country, continent, reliability, isInDatacenter } = subject;
  switch (name) {
    case 'gpus':
      return gpus === undefined ? undefined : `${gpus}x`;
    case 'verification':
      return verification;
    case 'place':
      if (place === 'continent') return continent === undefined ? undefined : continentWords(continent);
      return country === undefined ? undefined : (countryName(country) ?? country);
    case 'reliability':
      return bandOf(reliability);
    case 'datacenter':
      return isInDatacenter === undefined ? undefined : isInDatacenter ? 'in one' : 'not in one';
  }
};

/** `NORTH_AMERICA` as `North America`. */
const continentWords = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
