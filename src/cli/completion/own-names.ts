/** What the user has given names to, for completion. */
import { readAlerts } from '../../alerts/alerts-file.ts';
import { findPlaces } from '../../storage/files/places.ts';
import { readPresets } from '../../storage/files/presets.ts';
import { checkProfiles } from '../../storage/files/profiles.ts';
import { readSets } from '../../storage/files/sets.ts';
import { viewFiles } from '../../storage/files/view-files.ts';
import { createViews } from '../../views/views.ts';
import { oneOf, type Source } from './offering.ts';

export const profileNames: Source = ({ begun, configFolder }) =>
  oneOf(
    Object.entries(checkProfiles(findPlaces(configFolder)).sound).map(([text, { base_url: note }]) => ({ text, note })),
    begun,
  );

export const presetNames: Source = ({ begun, configFolder }) =>
  oneOf(
    Object.entries(readPresets(findPlaces(configFolder)).presets).map(([text, { image: note = '' }]) => ({
      text,
      note,
    })),
    begun,
  );

export const viewNames: Source = ({ begun, configFolder }) =>
  oneOf(
    createViews(viewFiles(findPlaces(configFolder)), () => readSets(findPlaces(configFolder)))
      .list()
      .kept.map((kept) => ({ text: kept.name, note: 'view' in kept ? kept.view.filter : kept.problem })),
    begun,
  );

export const alertIds: Source = ({ begun, configFolder }) =>
  oneOf(
    readAlerts(findPlaces(configFolder)).written.map(({ id: text, sentence: note }) => ({ text, note })),
    begun,
  );
