/** Texts that can be read as a start, for a person who needs one to go by. Apart from the reader, which is costly to load. */
export const START_EXAMPLES = '2026-12-01T02:00Z, 2026-12-01 02:00, tomorrow 02:00, next sunday 3am, +36h';
