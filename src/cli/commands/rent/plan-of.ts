/** What the options of `gpudeck rent` ask for: a preset, and what is given beside it, with the values read where they come from. */
import { resolve } from 'node:path';
import type { RentedVolume, RunType } from '../../../api/requests.ts';
import { type EnvironmentSource, parseEnvironment, readEnvironment } from '../../../rentals/environment.ts';
import { readOnStart } from '../../../rentals/on-start.ts';
import { madeLabel, type OfferlessPlan } from '../../../rentals/plan.ts';
import { readPreset } from '../../../rentals/presets.ts';
import { homeFolder } from '../../../storage/files/home-folder.ts';
import { readPresets } from '../../../storage/files/presets.ts';
import type { CommandIo } from '../../io.ts';

/** What is to be rented, and on what terms. What is absent comes from the preset, or is as usual. */
export type RentOptions = {
  /** An offer by its id, or a filter of which the cheapest that fits is rented. */
  readonly what: { readonly offerId: number } | { readonly cheapest: string };
  readonly preset: string | undefined;
  readonly image: string | undefined;
  readonly diskGb: number | undefined;
  readonly label: string | undefined;
  readonly runType: RunType | undefined;
  /** $/hour for the GPUs. */
  readonly bid: number | undefined;
  readonly volume: RentedVolume | undefined;
  readonly slaTarget: number | undefined;
  /** As they were written. */
  readonly environment: readonly string[];
  readonly onStartFile: string | undefined;
  /** $/hour for all of it; absent: any price. */
  readonly atMostPerHour: number | undefined;
  /** `dry-run` prints the requests only; `ask` rents when the user, who is asked, types the price. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when an offer or a label may be rented whose earlier outcome is unknown. */
  readonly isRepeatWanted: boolean;
  /** Milliseconds to wait until the instance runs; absent: not at all. */
  readonly waitMs: number | undefined;
};

type Problem = { readonly problem: string };

/** The plan without its offer, or why there is none. No value of the environment is in the sentence. */
export const planOf = (
  options: RentOptions,
  io: Pick<CommandIo, 'accessParts' | 'setup' | 'random'>,
): OfferlessPlan | Problem => {
  const preset = presetOf(options, io);
  if ('problem' in preset) return preset;
  const own = environmentOf(options, io);
  if ('problem' in own) return own;
  const script = options.onStartFile === undefined ? undefined : readOnStart(resolve(options.onStartFile));
  if (script !== undefined && 'problem' in script) return script;
  const image = options.image ?? preset.image;
  if (image === undefined) return { problem: 'Name the image with --image, or a preset that has one with --preset.' };
  const diskGb = options.diskGb ?? preset.diskGb;
  if (diskGb === undefined) return { problem: 'Give the disk with --disk, or a preset that has one with --preset.' };
  return {
    image,
    diskGb,
    label: options.label?.trim() ?? preset.label ?? madeLabel(io.random),
    runType: options.runType ?? preset.runType ?? 'ssh',
    bid: options.bid,
    environment: { ...preset.environment, ...own.environment },
    onStart: script?.text ?? preset.onStart,
    volume: options.volume ?? preset.volume,
    slaTarget: options.slaTarget ?? preset.slaTarget,
  };
};

const presetOf = (
  { preset: name }: RentOptions,
  { setup, accessParts }: Pick<CommandIo, 'accessParts' | 'setup'>,
): Exclude<ReturnType<typeof readPreset>, Problem> | Problem => {
  if (name === undefined) return {};
  const { presets, file, problem } = readPresets(setup.places);
  if (problem !== undefined) return { problem };
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    const names = Object.keys(presets);
    const known = names.length === 0 ? 'There are none yet.' : `The presets are: ${names.join(', ')}.`;
    return { problem: `There is no preset ${JSON.stringify(name)} in ${file}. ${known}` };
  }
  const places = { variables: accessParts.environment, folder: setup.places.configFolder, home: homeFolder() };
  return readPreset(preset, places);
};

const environmentOf = (
  { environment }: RentOptions,
  { accessParts }: Pick<CommandIo, 'accessParts'>,
): { readonly environment: Readonly<Record<string, string>> } | Problem => {
  const sources: EnvironmentSource[] = [];
  for (const written of environment) {
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
