/** Text as `man` reads it: what troff takes for a command is written in another way, so that it is shown as it stands. */

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\(rs',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** `text` as it is to be shown, anywhere in a page. */
export const shown = (text: string): string =>
  text
    .replace(/[\\\-'"`^~]/g, (character) => ESCAPES[character] ?? character)
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    // A line that begins with one is a command.
    .replace(/^\./gm, '\\&.');

export const bold = (text: string): string => `\\fB${shown(text)}\\fP`;

/** The first line of a page. `epochS` is the time of what it describes. */
export const pageTitle = (name: string, section: number, source: string, epochS: number): string => {
  const day = new Date(epochS * 1000).toISOString().slice(0, 10);
  const words = [name.toUpperCase(), `${section}`, day, source, 'gpudeck'];
  // Options and filters are to be copied: they are not broken, and no line is stretched.
  return [`.TH ${words.map((word) => `"${shown(word)}"`).join(' ')}`, '.nr HY 0', '.nh', '.ad l'].join('\n');
};

export const section = (title: string): string => `.SH "${shown(title.toUpperCase())}"`;

export const part = (title: string): string => `.SS "${shown(title)}"`;

export const paragraph = (text: string): string => `.PP\n${shown(text)}`;

/** What is explained, and below it the explanation; both have been made to be shown. */
export const item = (head: string, ...lines: readonly string[]): string => ['.TP', head, ...lines].join('\n');

/** Lines that stand as they are. */
export const example = (lines: readonly string[]): string =>
  ['.PP', '.RS 4', '.EX', ...lines.map(shown), '.EE', '.RE'].join('\n');
