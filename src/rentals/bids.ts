/** What may be bid, in $/hour (docs/interface.md, Create instance; docs/interface.md, Change instance). */
export const BIDS = { least: 0.001, mostToRent: 128, mostToChange: 32 } as const;
