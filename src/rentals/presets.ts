/** What a preset asks for, in the words of a request; its values are read where they come from. */
import type { Preset } from '../storage/files/presets.ts';
import { type EnvironmentSource, fileAt, readEnvironment, type ValuePlaces } from './environment.ts';
import { readOnStart } from './on-start.ts';

/** The parts that `preset` fills in, those that it does not name undefined; its values are not read, and its files are absolute. */
export const presetParts = (preset: Preset, places: Pick<ValuePlaces, 'folder' | 'home'>) => ({
  image: preset.image,
  diskGb: preset.disk,
  label: preset.label,
  runType: preset.runtype,
  sources: preset.env && sourcesOf(preset.env, places),
  onStartFile: preset.onstart_file && fileAt(preset.onstart_file, places),
  volume: preset.volume && presetVolume(preset.volume),
  slaTarget: preset.target_reliability,
});

/** The same with their values; or which value cannot be had, and why. */
export const readPreset = (preset: Preset, places: ValuePlaces) => {
  const { sources, onStartFile, ...parts } = presetParts(preset, places);
  const reading = sources && readEnvironment(sources, places);
  if (reading !== undefined && 'problem' in reading) return reading;
  const onStart = onStartFile === undefined ? undefined : readOnStart(onStartFile);
  if (onStart !== undefined && 'problem' in onStart) return onStart;
  return { ...parts, environment: reading?.environment, onStart: onStart?.text };
};

const sourcesOf = (
  env: NonNullable<Preset['env']>,
  places: Pick<ValuePlaces, 'folder' | 'home'>,
): readonly EnvironmentSource[] =>
  Object.entries(env).map(([name, source]) => {
    if (source === true) return { name, from: 'option' };
    return 'from_env' in source
      ? { name, from: 'variable', variable: source.from_env }
      : { name, from: 'file', file: fileAt(source.from_file, places) };
  });

const presetVolume = (volume: NonNullable<Preset['volume']>) =>
  'id' in volume
    ? { volumeId: volume.id, mountPath: volume.mount_path }
    : { newGb: volume.new_gb, mountPath: volume.mount_path };
