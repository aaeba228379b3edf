/**
 * The regular expressions of the source that need not be tried with a megabyte of the worst characters that there are, as all others
 * are: they never meet what somebody else has written, or that is bounded before.
 */

/** Why, and which they are. */
export const OWN: Readonly<Record<string, readonly RegExp[]>> = {
  "the name of the program's own script": [
    /^program-\w+\.js$/,
    /^service-worker-\w+\.js$/,
    /^history-worker-\w+\.js$/,
    /^program-\w+\.js$/,
  ],
  'the first word of the command line, of which twenty letters are read': [/^[a-z]{1,20}$/],
  'an address of the options or of a profile': [
    /^https?:$/,
    /[?#]/,
    /[\s\p{Cc}\p{Cf}]/u,
    /\.$/,
    /\/+$/,
    /\/+$/,
    /^(.* )?(https?:.*)$/is,
  ],
  'a host name that URL has parsed': [/^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/],
  'the key, from the environment or a file of a bounded size': [/^[\x21-\x7e]*$/],
  'the name that Node has for a broken connection': [/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/],
  'an address of the environment': [/^https?:$/, /^socks/i],
  'a number in digits, at most 330 of them': [/^-?\d{4,}/, /\B(?=(\d{3})+$)/g],
  'an argument of the command line': [
    /^[1-9]\d{0,14}$/,
    /[^\w@%+=:,./-]/,
    /["\\$`]/g,
    /[^\w@%+=:,./-]/g,
    /^\w+=/,
    /=(.*)/s,
    /\s/,
    /(?![\t\n\r])\p{Cc}/u,
    /[\r\n]/,
    /\p{C}/u,
    /^\d+$/,
  ],
  'JSON that is made here': [/"pci_gen":\d+(?=,)/],
  'a place of our own list': [/(?:^|[\s,])([A-Z]{2})\s*$/],
  'a message of JSON.parse': [
    /(?:, ?(?:\.\.\.)?".*)? is not valid JSON$/s,
    /position (\d+)/,
    /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g,
    /^#[0-9a-f]{6}$/i,
    /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,59}$/u,
  ],
  'the name of a key, of 20 characters at most': [
    /^(?:control|c)(?=[-+].)|^\^(?=.$)/,
    /^(ctrl|alt|meta|shift)\+/,
    /^meta-/,
    /^(ctrl|alt|shift)-(.+)$/,
    /^[a-z_\\\]^]$/,
    /^[a-z]$/,
    /[\p{C}\p{M}]/u,
  ],
  'the address of a history, its passfile, and what is wrong with it': [
    /^postgres(?:ql)?:/i,
    /^\[|\]$/g,
    /^\//,
    /^\d{1,5}$/,
    /\.$/,
    /\r?\n/,
  ],
  'the code of an error, and the name of a variable': [
    /^(?:ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/,
    /^(?:53|57|55P03|08)/,
    /^(?:GPUDECK_|PG)/,
  ],
  'the name of a key press': [/^(ctrl|alt)-(.+)$/],
  'a moment of our own': [/[-:]/g],
  'a variable of the environment': [
    /^(?:rxvt|foot|contour)/,
    /;(\d{1,2})$/,
    /^(?:linux|cons\d|vt\d|sun|wsvt)/,
    /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour)|-direct$/,
    /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/,
    /^(?:truecolor|24bit)$/,
    /256/,
    /utf-?8/i,
    /^(?:linux|dumb|)$/,
    /^[\da-z:=,-]+$/i,
    /^ T/,
  ],
};

/** Those that the source builds, by expression: as they are then. */
export const BUILT: Readonly<Record<string, RegExp>> = {
  "new RegExp(`^${WORD}:${WORD}$`, 'i')": /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/i,
  "new RegExp(`(\\\\p{M}{${COMBINING_MAXIMUM}})\\\\p{M}+`, 'gu')": /(\p{M}{3})\p{M}+/gu,
};
