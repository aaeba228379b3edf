/** The menu of what can be copied of a list. Pure. */

/** The open menu: the line that Enter takes, from 0. */
export type Copying = { readonly at: number };

/** What of a list the menu is a part of. */
type Copied = { readonly copying?: Copying | undefined };

/** The menu was opened, its first line chosen. */
export const copyMenuOpened = <Some extends Copied>(list: Some): Some => ({ ...list, copying: { at: 0 } });

/** Another of `count` lines was chosen. */
export const copyMenuMoved = <Some extends Copied>(list: Some, by: number, count: number): Some => {
  if (list.copying === undefined) return list;
  const at = Math.max(0, Math.min(count - 1, list.copying.at + by));
  return at === list.copying.at ? list : { ...list, copying: { at } };
};

/** The menu was closed. */
export const copyMenuClosed = <Some extends Copied>(list: Some): Some => {
  const { copying: _, ...rest } = list;
  return rest as Some;
};
