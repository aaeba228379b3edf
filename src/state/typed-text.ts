/**
 * The text of a form field that edits itself (see `ui/field.tsx`). The field alone knows where its cursor is, so that what is
 * changed from outside is changed at the end, and the field begins anew with its cursor there: that is what `revision` tells.
 */

import { lastWordStart } from './line.ts';

/** The text, and how often it was changed from outside. */
export type TypedText = { readonly text: string; readonly revision: number };

/** Nothing typed. */
export const NOTHING_TYPED: TypedText = { text: '', revision: 0 };

/** The field has changed its text. */
export const textTyped = (typed: TypedText, text: string): TypedText => ({ ...typed, text });

/** Another text stands in the field now. */
export const textReplaced = ({ revision }: TypedText, text: string): TypedText => ({ text, revision: revision + 1 });

/** Text was pasted: it goes to the end, and line breaks and tabs in it become blanks. */
export const textPasted = (typed: TypedText, pasted: string): TypedText =>
  textReplaced(typed, typed.text + pasted.replace(/[\r\n\t]+/g, ' ').trim());

/** The last word was taken out. */
export const lastWordErased = (typed: TypedText): TypedText =>
  textReplaced(typed, typed.text.slice(0, lastWordStart(typed.text)));
