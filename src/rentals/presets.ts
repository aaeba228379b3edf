/** What a preset asks for, in the words of a request; its values are read where they come from. */
import type { Preset } from '../storage/files/presets.ts';
import { type EnvironmentSource, fileAt, readEnvironment, type ValuePlaces } from './environment.ts';
import { readOnStart } from './on-start.ts';
import type { OfferlessPlan } from './plan.ts';

/** The parts that `preset` fills in, with their values; or which value cannot be had, and why. */
export const readPreset = (
  preset: Preset,
  places: ValuePlaces,
): Partial<OfferlessPlan> | { readonly problem: string } => {
  const reading = readEnvironment(presetEnvironment(preset), places);
  if ('problem' in reading) return reading;
  const { onstart_file: file } = preset;
  const onStart = file === undefined ? undefined : readOnStart(fileAt(file, places));
  if (onStart !== undefined && 'problem' in onStart) return onStart;
  return {
    ...(preset.image !== undefined && { image: preset.image }),
    ...(preset.disk !== undefined && { diskGb: preset.disk }),
    ...(preset.label !== undefined && { label: preset.label }),
    ...(preset.runtype !== undefined && { runType: preset.runtype }),
    ...(preset.env !== undefined && { environment: reading.environment }),
    ...(onStart !== undefined && { onStart: onStart.text }),
    ...(preset.volume !== undefined && { volume: presetVolume(preset.volume) }),
    ...(preset.target_reliability !== undefined && { slaTarget: preset.target_reliability }),
  };
};

/** Where the values of the preset's environment come from. */
export const presetEnvironment = ({ env = {} }: Preset): readonly EnvironmentSource[] =>
  Object.entries(env).map(([name, source]) => {
    if (source === true) return { name, from: 'option' };
    return 'from_env' in source
      ? { name, from: 'variable', variable: source.from_env }
      : { name, from: 'file', file: source.from_file };
  });

const presetVolume = (volume: NonNullable<Preset['volume']>) =>
  'id' in volume
    ? { volumeId: volume.id, mountPath: volume.mount_path }
    : { newGb: volume.new_gb, mountPath: volume.mount_path };
