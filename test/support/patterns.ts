/**
 * Every regular expression of the source, and what kind of text it meets. What somebody else has written is foreign: it may be
 * a megabyte of the worst characters that there are.
 */

/** Foreign patterns by file: whose text they meet, and which they are. */
export const FOREIGN: Readonly<Record<string, readonly [from: string, ...patterns: RegExp[]]>> = {
  'src/api/body-text.ts': ['service', /charset\s*=\s*"?([\w-]+)/i],
  'src/api/curl.ts': ['service', /[^\x20-\x7e]/g],
  'src/api/explain.ts': [
    'service',
    /\b(?:another|different) host\b|\bnot (?:your|owned by you)|\b(?:do|does) not (?:own|belong)/i,
    /\bhost header\b/i,
    /(?<!\.)\.$/,
  ],
  'src/api/failure.ts': [
    'service',
    /^API requests too frequent\b/i,
    /[?#].*$/s,
    /\/\/[^/@]*@/,
    /too (?:frequent|many requests)/i,
    /credentials?\b/i,
    /\b(?:not|missing|absent|required)/i,
    /threshold\s*[=:]\s*(\d+(?:\.\d+)?)/i,
  ],
  'src/api/list-finder.ts': ['service', /^\ufeff/],
  'src/api/page-text.ts': [
    'service',
    /html/i,
    /<[a-z!/]/i,
    /^<(?:!doctype|html|head|body|\?xml)/i,
    /json/i,
    /^[{[]/,
    /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g,
    /(?!)/,
    /<title[\s>]/i,
    /<h1[\s>]/i,
    /<(?:script|style)/i,
  ],
  'src/api/rate-headers.ts': [
    'service',
    /^\d+(?:\.\d+)?$/,
    /[a-z]{3}/i,
    /\b(?:remaining|r)\s*=\s*(\d+)/,
    /\b(?:reset|t)\s*=\s*(\d+(?:\.\d+)?)/,
    /^(\d+(?:\.\d+)?)/,
  ],
  'src/api/redact.ts': [
    'service',
    /(webhook_secret\\*"?\s*[:=]\s*)(?:\\*"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s",}]+)/gs,
    /[\\%&]/,
    /[\w.~-]+/g,
  ],
  'src/api/write-schema.ts': ['service', /\d+/],
  'src/catalogue/countries.ts': ['service', /(?:^|[\s,])([A-Z]{2})\s*$/],
  'src/filter/decimal.ts': ['typed', /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i],
  'src/filter/evaluate.ts': ['service', /^\s*\d+(?:\.\d+)*\s*$/],
  'src/filter/number.ts': ['typed', /^(\$?)([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/is, /^\$?[+-]?\.?$/],
  'src/filter/tokens.ts': [
    'typed',
    /(?<blank>\s+)|(?<comma>,)|(?<open>\[)|(?<close>\])|(?<symbol>[=<>:!]+)|(?<quoted>"[^"]*(?:""[^"]*)*"?|'[^']*(?:''[^']*)*'?)|(?<word>[^\s,[\]=<>:!]+(?:![^\s,[\]=<>:!]+)*)/g,
    /[\s,[\]=<>:!]|^["']/,
  ],
  'src/filter/value.ts': ['typed', /^\d{1,9}(?:\.\d{1,9}){1,2}$/, /^(?:\d+(?:\.\d+)?\.?)?$/, /^\d+$/],
  'src/panes/maintenance/length/length.ts': ['typed', /^(?:\d+(?:\.\d*)?|\.\d+)$/],
  'src/panes/maintenance/length/span.ts': [
    'typed',
    /^(\d+(?:\.\d+)?|\.\d+) ?(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?)(?![a-z])(?: ?(?:,|and) | )?/i,
  ],
  'src/panes/maintenance/machines/machine-ids.ts': ['typed', /[^\s,;]+/g, /^\d+$/],
  'src/panes/maintenance/start/start.ts': [
    'typed',
    /\s+/g,
    /^\d{13}$/,
    /^\d{9,11}$/,
    /^(?:\+|in )\s*(.+)$/i,
    /^\d{4}-?\d\d-?\d\d(?!\d)/,
    /[T ] ?\d/i,
    /(?:Z|[+-]\d\d(?::?\d\d)?)$/i,
    /^(\S+) (\d)/,
    / (?=[Z+-])/i,
    /\b\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?\b/,
    /\b(?:on|at|from|the)\b|,/gi,
    /^(.+?)(?: ?\[([\w/+-]+)\]| ([A-Za-z]+(?:\/[\w+-]+)+))$/,
  ],
  'src/panes/notifications/event-type.ts': ['typed', /^:|:$/],
  'src/panes/notifications/preferences/actions.ts': ['typed', /^\d+$/],
  'src/panes/notifications/webhooks/created-actions.ts': ['typed', /\p{Cc}/u],
  'src/panes/notifications/webhooks/draft.ts': ['typed', /^https:/i, /[\s\p{Cc}]/u, /^https:\/\/[^/?#\\]/i],
  'src/panes/offers/state.ts': ['typed', /^\d+$/],
  'src/panes/shell/key-prompt.ts': ['typed', /[^\x21-\x7e]/g],
  'src/print/csv.ts': ['service', /(^|;)(?=[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g],
  'src/print/json.ts': ['service', /[\r\n]\s*/g],
  'src/service/account/preferences.ts': ['request', /^[a-z][a-z0-9_]{0,63}$/],
  'src/service/account/webhooks.ts': ['request', /^https:\/\/[^/?#\\\s\p{Cc}][^\s\p{Cc}]*$/iu],
  'src/service/http/authenticate.ts': ['request', /^bearer +(\S+) *$/i],
  'src/service/http/endpoints.ts': ['request', /^\d+$/],
  'src/service/market/version-key.ts': ['request', /^\d{1,9}$/],
  'src/state/line.ts': ['typed', /[\r\n\t]+/g, /^\s*\S*/],
  'src/state/typed-text.ts': ['typed', /[\r\n\t]+/g],
  'src/state/words.ts': [
    'typed',
    /(any:)?(?:"([^"]*)"?|(\S+))/giu,
    /^(?:[a-z_][\w.$]*)?(?:[<>!]?=+|[<>]|[=!]?~|[≥≤≠])|^[a-z_]\w*:[^/]/iu,
    /[=<>~!:≥≤≠]/u,
  ],
  'src/panes/shell/palette.ts': ['typed', /\s+/, /[^\s:/]+/g],
  'src/service/search/operands.ts': ['request', /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i],
  'src/filter/words.ts': ['typed', /^[\d.,?-]+$/],
  'src/api/proxy-trouble.ts': ['service', /^Proxy response \((\d{3})\)/],
  'src/storage/journal.ts': ['journal', /^[[{]/],
  'src/terminal/ascii.ts': ['drawn', /[^\u0000-\u007E]+/gu, /^[\u2500-\u257F]$/, /\p{M}/gu, /^[\u0020-\u007E]$/],
  'src/terminal/control.ts': [
    'terminal',
    /\u001B\[([0-?]*[ -/]*)([@-~])/y,
    /\u001B([\]P^_X])([^\u0007\u001B]*)(?:\u0007|\u001B\\)/y,
    /\u001B(?:\[[0-?]*[ -/]*|[\]P^_X][^\u0007\u001B]*\u001B?)?$/y,
  ],
  'src/terminal/direct-picture.ts': [
    'drawn',
    /^(?:[\x20-\x7e\xa1-\xac\xae-\xff…─│]|\x1b\[[\d;]*m)*$/,
    /\x1b\[[\d;]*m/g,
  ],
  'src/terminal/frame-reader.ts': [
    'drawn',
    /(?:[^\n\r\b\u001B]+|\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\))+/y,
  ],
  'src/terminal/glyph.ts': [
    'drawn',
    /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u2070-\u20CF\u2100-\u2BFF][\u0300-\u036F]*$/u,
    /^[\u2E80-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]$/u,
    /^\p{M}|[\p{Emoji_Presentation}\p{Unassigned}]/u,
  ],
  'src/terminal/input.ts': [
    'terminal',
    /^\u001B(?:\](?:\d|$)|P(?:[\d>!$+|]|$)|_(?:G|$))/,
    /^(?:\d{0,3}(?:;\d{1,3})?|\d+(?::\d*){0,2}(?:;[\d:]*){0,2})$/,
    /^[\u0080-\u009F]/,
    /^\u001B\[\[[A-E]?/,
    /^\u001B\[\d+\$/,
    /^\u001B\[M[\s\S]{0,3}/,
    /^\u001BO[\d;]*[A-Za-z]?/,
    /[A-Za-z]$/,
    /[\u0000-\u0006\u0008-\u001A\u001C-\u001F]|\u001B(?!\\|$)/,
  ],
  'src/terminal/key-source.ts': ['terminal', /^(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[A-Za-z])$|^\[200~/],
  'src/terminal/plain-page.ts': ['drawn', /[^ \u2500-\u257F|+=_.-]/u, /(?<=^[ *|│]{0,3}| {2})>(?= )/gu, / {2,}/],
  'src/terminal/plain-painter.ts': ['drawn', /^ *[^ ]*/],
  'src/terminal/row.ts': [
    'drawn',
    /\u001B\[([\d;:]*)m|\u001B\]8;[^;]*;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g,
    /^[ -~]*$/,
    /\p{Control}/gu,
  ],
  'src/terminal/style.ts': ['drawn', /^[!-~]*$/],
  'src/terminal/withheld.ts': ['terminal', /^\u001B([^[O]|[[O]$)$/u, /^\u001B\[(\d+);(\d+)([A-H~])$/],
  'src/ui/body-lines.ts': [
    'service',
    /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/gs,
    /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true\b|false\b|null\b)|[{[]\s*$)/,
    /\r\n|[\r\n]/,
    /^[{[,:]$/,
    /^[}\],:]$/,
  ],
  'src/ui/printable.ts': [
    'service',
    /^[\x20-\x7e]*$/,
    /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c\x9d\x90\x9f\x9e\x98]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\x1b[\x20-\x2f]+[\x30-\x7e]|\x1b[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e]/g,
    /[\t\n\v\f\r\x85\u2028\u2029]+/g,
    /\p{Cc}/gu,
    /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu,
    /^\p{M}+/u,
    /[\x7f-\x9f\u2028\u2029\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu,
    /\p{M}/gu,
    /[^\x20-\x7e]/gu,
  ],
  'src/ui/text.ts': ['service', /^[\x20-\x7e\xa1-\xac\xae-\xff…]*$/],
};

/** Those that meet only what is written here, or is bounded before: why, then by file which they are. */
export const OWN: Readonly<Record<string, Readonly<Record<string, readonly RegExp[]>>>> = {
  'an address of the options or of a profile': {
    'src/api/base-url.ts': [/^https?:$/, /[?#]/],
    'src/api/caller.ts': [/\/+$/],
    'src/setup.ts': [/\/+$/],
  },
  'a host name that URL has parsed': {
    'src/api/base-url.ts': [/^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/],
  },
  'the key, from the environment or a file of a bounded size': {
    'src/api/caller.ts': [/^[\x21-\x7e]+$/],
  },
  'the name that Node has for a broken connection': {
    'src/api/error.ts': [/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/],
  },
  'an address of the environment': {
    'src/api/transport.ts': [/^(?:https?|socks5?):$/],
  },
  'a number in digits, at most 330 of them': {
    'src/catalogue/format.ts': [/^-?\d{4,}/, /\B(?=(\d{3})+$)/g],
  },
  'a message of commander': {
    'src/command-line/read-options.ts': [/^error:/],
  },
  'an argument of the command line': {
    'src/command-line/read-options.ts': [/^[1-9]\d{0,14}$/, /\/+$/],
    'src/command-line/schedule.ts': [/[\r\n]/],
    'src/command-line/values.ts': [/^\d+$/],
    'src/service/keys-command.ts': [/\p{C}/u],
  },
  'JSON that is made here': {
    'src/service/market/insert-machines.ts': [/"pci_gen":\d+(?=,)/],
  },
  'a place of our own list': {
    'src/service/market/insert-offer.ts': [/(?:^|[\s,])([A-Z]{2})\s*$/],
  },
  'a key file of a bounded size': {
    'src/storage/key-file.ts': [/^[\x21-\x7e]+$/],
  },
  'a message of JSON.parse': {
    'src/storage/profiles.ts': [/(?:, ?(?:\.\.\.)?".*)? is not valid JSON$/s, /position (\d+)/],
  },
  'a moment of our own': {
    'src/storage/set-aside.ts': [/[-:]/g],
  },
  'a variable of the environment': {
    'src/terminal/capabilities.ts': [
      /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour)|-direct$/,
      /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/,
      /^(?:truecolor|24bit)$/,
      /256/,
      /utf-?8/i,
    ],
    'src/terminal/clipboard.ts': [/^(?:linux|dumb|)$/],
  },
};

/** Those that the source builds, by file and expression: as they are then, or why they meet nothing foreign. */
export const BUILT: Readonly<Record<string, RegExp | string>> = {
  "src/api/redact.ts new RegExp(Array.from(secret, spellingsOf).join(''), 'g')":
    'looks for one secret, and is built of it',
  "src/panes/notifications/event-type.ts new RegExp(`^${WORD}:${WORD}$`, 'i')": /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/i,
  "src/ui/printable.ts new RegExp(`(\\\\p{M}{${COMBINING_MAXIMUM}})\\\\p{M}+`, 'gu')": /(\p{M}{3})\p{M}+/gu,
};
