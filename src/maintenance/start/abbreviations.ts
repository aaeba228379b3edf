/** Short names of time zones, as far as one is sure what they mean. Pure. */

/** A short name that is understood: the offset that it stands for, and a zone that it is the time of for a part of the year. */
type ShortName = { readonly offset: string; readonly timeZone: string };

const name = (offset: string, timeZone: string): ShortName => ({ offset, timeZone });

const SHORT_NAMES: Readonly<Record<string, ShortName>> = {
  UTC: name('+00:00', 'UTC'),
  GMT: name('+00:00', 'UTC'),
  EST: name('-05:00', 'America/New_York'),
  EDT: name('-04:00', 'America/New_York'),
  CDT: name('-05:00', 'America/Chicago'),
  MST: name('-07:00', 'America/Denver'),
  MDT: name('-06:00', 'America/Denver'),
  PST: name('-08:00', 'America/Los_Angeles'),
  PDT: name('-07:00', 'America/Los_Angeles'),
  AKST: name('-09:00', 'America/Anchorage'),
  AKDT: name('-08:00', 'America/Anchorage'),
  WET: name('+00:00', 'Europe/Lisbon'),
  WEST: name('+01:00', 'Europe/Lisbon'),
  CET: name('+01:00', 'Europe/Berlin'),
  CEST: name('+02:00', 'Europe/Berlin'),
  MEZ: name('+01:00', 'Europe/Berlin'),
  MESZ: name('+02:00', 'Europe/Berlin'),
  EET: name('+02:00', 'Europe/Helsinki'),
  EEST: name('+03:00', 'Europe/Helsinki'),
  MSK: name('+03:00', 'Europe/Moscow'),
  IDT: name('+03:00', 'Asia/Jerusalem'),
  SGT: name('+08:00', 'Asia/Singapore'),
  HKT: name('+08:00', 'Asia/Hong_Kong'),
  JST: name('+09:00', 'Asia/Tokyo'),
  KST: name('+09:00', 'Asia/Seoul'),
  AEST: name('+10:00', 'Australia/Sydney'),
  AEDT: name('+11:00', 'Australia/Sydney'),
  NZST: name('+12:00', 'Pacific/Auckland'),
  NZDT: name('+13:00', 'Pacific/Auckland'),
};

/** Short names of a zone in summer and winter alike. */
const ALL_YEAR: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
};

/** Short names that several zones have. */
const SHARED: Readonly<Record<string, string>> = {
  IST: 'India, Israel or Ireland: type Asia/Kolkata, Asia/Jerusalem or Europe/Dublin',
  CST: 'Chicago, China or Cuba: type America/Chicago, Asia/Shanghai or America/Havana',
  BST: 'Britain, Bangladesh or Bougainville: type Europe/London, Asia/Dhaka or Pacific/Bougainville',
  AST: 'Atlantic Canada or Arabia: type America/Halifax or Asia/Riyadh',
  GST: 'the Gulf or South Georgia: type Asia/Dubai or Atlantic/South_Georgia',
  AMT: 'the Amazon or Armenia: type America/Manaus or Asia/Yerevan',
  ECT: 'Ecuador or the eastern Caribbean: type America/Guayaquil or America/Puerto_Rico',
  SST: 'Samoa or Singapore: type Pacific/Pago_Pago or Asia/Singapore',
};

/** What a short name says of a time on the clock: its zone or offset, or why that is to be asked. */
type ShortNameReading = { readonly timeZone: string } | { readonly question: string };

/** Reads `typed`, in any case, beside `time`. */
export const readShortName = (typed: string, time: Temporal.PlainDateTime): ShortNameReading => {
  const word = typed.toUpperCase();
  const allYear = ALL_YEAR[word];
  if (allYear !== undefined) return { timeZone: allYear };
  const shared = SHARED[word];
  if (shared !== undefined) return { question: `${word} is ${shared}.` };
  const known = SHORT_NAMES[word];
  if (known === undefined) {
    return { question: `${word} is not a known time zone: type one such as Asia/Tokyo, or an offset such as +09:00.` };
  }
  const { offset, timeZone } = known;
  const offsets = (['earlier', 'later'] as const).map(
    (disambiguation) => time.toZonedDateTime(timeZone, { disambiguation }).offset,
  );
  if (offsets.includes(offset)) return { timeZone: offset };
  return { question: `${word} is not in use on that day: type ${timeZone}, or ${offset} if you mean that.` };
};
