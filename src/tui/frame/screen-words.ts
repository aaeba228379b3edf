/** What the words on the screen mean, for the help page: those of the header, then those of the pane that is open. */
import type { PaneName } from '../panes/names.ts';

/** Something that stands on the screen, and what it means. */
export type ScreenWord = { readonly word: string; readonly meaning: string };

const HEADER: readonly ScreenWord[] = [
  { word: 'key ..3f2a', meaning: 'the last characters of the API key in use, and where it came from' },
  { word: 'read-only', meaning: 'nothing is sent that notifies, replaces or costs' },
];

const LIST: readonly ScreenWord[] = [
  { word: 'as of 14:03', meaning: 'when the service gave the answer that you see; R asks again' },
  { word: '12/41 of 60', meaning: 'the cursor is on row 12 of 41, which the filter leaves of 60' },
  { word: '↑¹ ↓²', meaning: 'sorted by this column first, ascending, and by that one second, descending' },
  { word: '← →', meaning: 'at the left of the headings: there are more columns on that side; h and l go there' },
  { word: '?', meaning: 'the service sent a value of a wrong kind' },
  { word: '-', meaning: 'the service sent no value' },
];

const BY_PANE: { readonly [name in PaneName]: readonly ScreenWord[] } = {
  offers: [
    {
      word: 'also sent',
      meaning: 'conditions that hold unless you say otherwise, and go out with your filter; rentable=any lifts one',
    },
    { word: 'applied here', meaning: 'conditions that the service cannot take: gpudeck applies them to the answer' },
    { word: 'as gpu_ram>=24000', meaning: 'how a condition goes out, where that differs from what you typed' },
    {
      word: 'on demand',
      meaning: 'prices are those of on-demand instances; t changes to bid (may be interrupted) and reserved',
    },
    { word: '8 GB', meaning: 'disk of the instance you want: its cost is part of the price; d changes it' },
    {
      word: '(not yet bid)',
      meaning: 'asked for and not there yet: the dimmed rows still have the prices named before it',
    },
    { word: 'nothing cut', meaning: 'the service sent every offer that matches' },
    { word: 'first 1,000', meaning: 'the service may have more offers that match; + asks for more' },
    { word: 'cut by the service', meaning: 'it sent fewer than match: only a narrower filter finds the rest' },
    { word: '$/h', meaning: 'price of the whole offer an hour, disk included' },
    { word: '=$/GPU/h', meaning: 'computed here, not sent by the service: the price divided by the GPUs' },
    { word: 'DLPerf, DLP/$', meaning: 'a score for deep learning, and that score for each dollar an hour' },
    { word: 'Rel %', meaning: 'how reliable the machine was so far' },
    ...LIST,
  ],
  volumes: LIST,
  connections: LIST,
  maintenance: [
    { word: 'outcome unknown', meaning: 'the call was sent and no answer came: renters may have been notified' },
    { word: 'announced before', meaning: 'this window, or one that overlaps it, was announced from this machine' },
  ],
  notifications: [
    { word: '[x] [ ] [?]', meaning: 'on, off, and not known: the service has not said' },
    { word: 'group:event', meaning: 'the key of a notification type, such as client:low_credit' },
    { word: 'outcome unknown', meaning: 'the call was sent and no answer came: it may have been carried out' },
  ],
  requests: LIST,
};

/** The words of the header and of `pane`. */
export const screenWordsOf = (pane: PaneName): readonly ScreenWord[] => [...BY_PANE[pane], ...HEADER];
