/** What the options of `gpudeck rent` ask for: a preset, and what is given beside it, with the values read where they come from. */
import { resolve } from 'node:path';
import type { RentedVolume, RunType } from '../../../api/requests.ts';
import type { Template } from '../../../catalogue/values.ts';
import type { SaidOver } from '../../../limits/allowance.ts';
import { type EnvironmentSource, parseEnvironment, readEnvironment } from '../../../rentals/environment.ts';
import { readOnStart } from '../../../rentals/on-start.ts';
import { madeLabel, type OfferlessPlan } from '../../../rentals/plan.ts';
import { readPreset } from '../../../rentals/presets.ts';
import { homeFolder } from '../../../storage/files/home-folder.ts';
import { readPresets } from '../../../storage/files/presets.ts';
import type { LeaseEnd } from '../../../storage/journal/leases.ts';
import { filledBy } from '../../../templates/template.ts';
import type { CommandIo } from '../../io.ts';
import type { Consent } from '../../shared-options.ts';

/** The terms on which something is rented, as they are given. What is absent comes from the preset, or is as usual. */
export type RentTerms = {
  readonly preset?: string;
  /** A hash. */
  readonly template?: string;
  readonly image?: string;
  /** GB. */
  readonly disk?: number;
  readonly label?: string;
  readonly runtype?: RunType;
  /** $/hour for the GPUs. */
  readonly bid?: number;
  readonly volume?: RentedVolume;
  readonly sla?: number;
  /** As they were written. */
  readonly env?: readonly string[];
  /** A file. */
  readonly onstart?: string;
  /** $/hour for all of it; absent: any price. */
  readonly max?: number;
};

/** What is to be rented, on what terms, and with whose word. */
export type RentOptions = RentTerms & {
  /** An offer by its id, or a filter of which the cheapest that fits is rented. */
  readonly what: { readonly offerId: number } | { readonly cheapest: string };
  readonly consent: Consent;
  /** True when an offer or a label may be rented whose earlier outcome is unknown. */
  /** True for an object in place of the id. */
  readonly isJson: boolean;
  readonly isRepeatWanted: boolean;
  /** What is said to go over a limit with. */
  readonly over?: SaidOver;
  /** Until when it is wanted, as typed, and what is done then; absent: until it is destroyed. */
  readonly lease: { readonly until: string; readonly end: LeaseEnd } | undefined;
  /** Milliseconds to wait until the instance runs; absent: not at all. */
  readonly waitMs: number | undefined;
};

type Problem = { readonly problem: string };

/** The plan without its offer, or why there is none; `template` fills in what is not given. No value of the environment is in the sentence. */
export const planOf = (
  terms: RentTerms,
  io: Pick<CommandIo, 'accessParts' | 'setup' | 'random'>,
  template?: Template,
): OfferlessPlan | Problem => {
  const preset = presetOf(terms, io);
  if ('problem' in preset) return preset;
  const own = environmentOf(terms, io);
  if ('problem' in own) return own;
  const script = terms.onstart === undefined ? undefined : readOnStart(resolve(terms.onstart));
  if (script !== undefined && 'problem' in script) return script;
  const onStart = script?.text ?? preset.onStart;
  const { image, diskGb, ...filled } = filledBy(template, {
    ...{ image: terms.image ?? preset.image, diskGb: terms.disk ?? preset.diskGb },
    ...{ runType: terms.runtype ?? preset.runType, onStart },
  });
  if (image === undefined) return { problem: 'Name the image with --image, or a preset that has one with --preset.' };
  if (diskGb === undefined) return { problem: 'Give the disk with --disk, or a preset that has one with --preset.' };
  return {
    image,
    diskGb,
    label: terms.label?.trim() ?? preset.label ?? madeLabel(io.random),
    bid: terms.bid,
    environment: { ...preset.environment, ...own.environment },
    onStart,
    volume: terms.volume ?? preset.volume,
    slaTarget: terms.sla ?? preset.slaTarget,
    ...filled,
  };
};

/** What a preset of that name says, with its values; nothing where none is named. */
export const presetOf = (
  { preset: name }: Pick<RentTerms, 'preset'>,
  { setup, accessParts }: Pick<CommandIo, 'accessParts' | 'setup'>,
): ReturnType<typeof readPreset> => {
  const places = { variables: accessParts.environment, folder: setup.places.configFolder, home: homeFolder() };
  if (name === undefined) return readPreset({}, places);
  const { presets, file, problem } = readPresets(setup.places);
  if (problem !== undefined) return { problem };
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    const names = Object.keys(presets);
    const known = names.length === 0 ? 'There are none yet.' : `The presets are: ${names.join(', ')}.`;
    return { problem: `There is no preset ${JSON.stringify(name)} in ${file}. ${known}` };
  }
  return readPreset(preset, places);
};

/** The values of what `--env` names. */
export const environmentOf = (
  { env = [] }: Pick<RentTerms, 'env'>,
  { accessParts }: Pick<CommandIo, 'accessParts'>,
): { readonly environment: Readonly<Record<string, string>> } | Problem => {
  const sources: EnvironmentSource[] = [];
  for (const written of env) {
    const parsed = parseEnvironment(written);
    if ('problem' in parsed) return { problem: `--env: ${parsed.problem}` };
    sources.push(...parsed);
  }
  const typed = sources.find(({ from }) => from === 'typed');
  if (typed !== undefined)
    return {
      problem: `--env: a value on the command line stands in the list of processes. Write ${typed.name} alone, for the variable of that name, or ${typed.name}=@FILE.`,
    };
  return readEnvironment(sources, { variables: accessParts.environment, folder: resolve('.'), home: homeFolder() });
};
