/** What an older version called refused on less than is certain (docs/promises.md, 1): a step of the journal. */

/** The sentence that was kept of a refusal ends with its code, where it had one, and its status: `... (no_such_ask, status 404).` */
const isCertain = (accepted: string): string => `(
  words NOT GLOB '*status [0-9][0-9][0-9]).'
  OR words GLOB '*status 401).' OR words GLOB '*status 30[178]).'
  OR words GLOB '*API requests too frequent*' OR words GLOB '*search_quota_exceeded*'
  OR words GLOB 'The service says it received no API key*'
  OR words GLOB '*, status 4[0-9][0-9]).' AND words NOT GLOB '*status 460).'
    AND words NOT GLOB '*status 408).' AND words NOT GLOB '*status 42[59]).' AND words NOT GLOB '*status 499).'
  ${accepted})`;

const DAYS = 14;

/**
 * Refusals of the last days that were settled so have an outcome that nobody knows: the review of the same target tells of them and looks
 * first. One that the user has sent again since is left as it is, and so is one of a change, of which no line is kept.
 */
export const UNCERTAIN_REFUSALS = `
  UPDATE rentals SET state = 'unknown'
  WHERE state = 'refused' AND kind = 'rent' AND sent_at_ms > (unixepoch() - ${DAYS * 86_400}) * 1000
    AND NOT ${isCertain('')}
    AND NOT EXISTS (
      SELECT 1 FROM rentals AS later WHERE later.id > rentals.id AND later.kind = 'rent'
        AND later.service = rentals.service AND (later.offer_id = rentals.offer_id OR later.label = rentals.label));
  UPDATE announcements SET state = 'unknown'
  WHERE state = 'refused' AND sent_at_ms > (unixepoch() - ${DAYS * 86_400}) * 1000
    AND NOT ${isCertain("OR words GLOB '*status 2[0-9][0-9]).'")}
    AND NOT EXISTS (
      SELECT 1 FROM announcements AS later WHERE later.id > announcements.id AND later.service = announcements.service
        AND later.machine_id = announcements.machine_id AND later.starts_at = announcements.starts_at)`;
