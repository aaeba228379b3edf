/** Names in messages the keys that rows have by now: they are written with the usual ones. Pure. */

/** A key after `press`, or before what it does. No key has a longer name. */
const NAMED =
  /(?<=\bpress )[^\s,.]{1,9}?(?![^\s,.:;])|(?<![^\s(:])[^\s]{1,9}(?= (?:again|applies|asks|begins|changes|cancels|creates|ends|finds|follows|goes|leaves|lifts|marks|now|reads|reviews|says|searches|sends|shows|stops)\b)/gi;

/** `message` with each usual key that is in `moved` called by what that gives for it. */
export const withNamedKeys = (message: string, moved: ReadonlyMap<string, string>): string =>
  moved.size === 0 ? message : message.replace(NAMED, (key) => moved.get(key) ?? key);
