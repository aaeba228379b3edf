/** How two lists of settings differ, and how edits are carried over to a newer one. Pure. */
import { channelOf, channelsIn, partsOf, type Setting, settingOf, typeOf, withChannel } from './settings.ts';

/** What a replacement would do to one type. */
export type Difference = 'new' | 'changed' | 'vanishing' | 'same';

/** One type as the grid shows it: your setting and the one that is known, as far as there are any. */
export type GridRow = {
  readonly type: string;
  readonly group: string;
  readonly event: string;
  readonly yours: Setting | undefined;
  readonly known: Setting | undefined;
  readonly difference: Difference;
};

/** The grid: the types offered, then those known and those of yours that are not among them. */
export const gridRows = (
  offered: readonly string[],
  known: readonly Setting[],
  yours: readonly Setting[],
): readonly GridRow[] => {
  const knownByType = new Map(known.map((setting) => [typeOf(setting), setting]));
  const yoursByType = new Map(yours.map((setting) => [typeOf(setting), setting]));
  return [...new Set([...offered, ...knownByType.keys(), ...yoursByType.keys()])].map((type) => {
    const your = yoursByType.get(type);
    const before = knownByType.get(type);
    return { type, ...partsOf(type), yours: your, known: before, difference: differenceOf(your, before) };
  });
};

/** The rows in which `yours` and `known` differ. */
export const differingRows = (known: readonly Setting[], yours: readonly Setting[]): readonly GridRow[] =>
  gridRows([], known, yours).filter(({ difference }) => difference !== 'same');

const differenceOf = (yours: Setting | undefined, known: Setting | undefined): Difference => {
  if (yours === undefined) return known === undefined ? 'same' : 'vanishing';
  if (known === undefined) return 'new';
  const channels = channelsIn([yours, known]);
  return channels.every((channel) => channelOf(yours, channel) === channelOf(known, channel)) ? 'same' : 'changed';
};

/** `yours`, which came from `before`, as it comes from `after`: what you changed is as you left it, the rest is as `after` says. */
export const rebased = (
  yours: readonly Setting[],
  before: readonly Setting[],
  after: readonly Setting[],
): readonly Setting[] =>
  gridRows([], after, gridRows([], before, yours).flatMap(asOneSetting)).flatMap(({ type }) => {
    const setting = rebasedSetting(settingOf(yours, type), settingOf(before, type), settingOf(after, type));
    return setting === undefined ? [] : [setting];
  });

const asOneSetting = ({ yours, known }: GridRow): readonly Setting[] => {
  const setting = yours ?? known;
  return setting === undefined ? [] : [setting];
};

const rebasedSetting = (
  yours: Setting | undefined,
  before: Setting | undefined,
  after: Setting | undefined,
): Setting | undefined => {
  if (differenceOf(yours, before) === 'same') return after;
  if (yours === undefined || after === undefined) return yours;
  return Object.entries(yours.channels).reduce(
    (setting, [channel, state]) =>
      state === 'unknown' || state === channelOf(before, channel) ? setting : withChannel(setting, channel, state),
    after,
  );
};
