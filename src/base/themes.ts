/**
 * The colours of the themes: of each for a dark ground and for a light one, in true colour and of the 256. Every text has a contrast of
 * 4.5 on ground, band and selection, every shape one of 3 on ground and band (docs/terminal.md, Themes, which has the figures).
 */
import type { Background, ThemeName } from './roles.ts';

/** What a theme colours, in the order of {@link COLOURS}: texts, then shapes, then what may be too weak for either, then grounds. */
const THEME_PARTS = [
  'text',
  'dim',
  'accent',
  'good',
  'warning',
  'danger',
  'cheap',
  'dear',
  'mark',
  'chart',
  'cheap-bar',
  'cheap-bar-far',
  'dear-bar',
  'dear-bar-far',
  'accent-bar',
  'faint',
  'band',
  'selection',
] as const;

export type ThemePart = (typeof THEME_PARTS)[number];

/** A colour as `#rrggbb`, and the one of the 256 that takes its place. */
type ThemeColour = { readonly true: string; readonly of256: number };

/** The ground that a theme is made for comes first: it is the terminal's, and is never painted. */
const COLOURS: Readonly<Record<string, Readonly<Record<Background, string>>>> = {
  deck: {
    dark: '16181d d3d7de/188 959caa/247 74b6ff/111 7fcf93/114 e6c26a/186 ff8585/210 35d3bd/43 ffa15f/215 cfa4ff/183 6f7480/243 277f75/30 2da495/37 966341/137 c57f4e/173 4e77a5/67 3b414d/238 20242c/235 2a3448/236',
    light:
      'fafafa 24292f/235 5a636e/241 0a55a5/25 17692f/22 7a5200/58 b3202a/124 006a60/23 a33d08/124 6f37a3/91 828991/102 4b958e/66 19786f/30 bd7651/166 ac5020/130 5286be/67 c5cbd3/251 edf0f3/255 d5e3f6/254',
  },
  catppuccin: {
    dark: '1e1e2e cdd6f4/189 a6adc8/146 89b4fa/111 a6e3a1/150 f9e2af/223 f38ba8/211 94e2d5/116 fab387/216 cba6f7/183 70748a/243 598082/66 6b9d9b/73 97705f/137 b8866c/173 5e78a8/67 45475a/238 262637/235 313244/236',
    light:
      'eff1f5 4c4f69/239 5f6275/241 1a5ad8/25 2d701e/22 8a5812/58 c50e36/124 116e73/23 aa4307/124 7e35de/92 7c7f8f/244 488f94/66 116e73/23 bb6e42/130 aa4307/130 4f80df/32 bcc0cc/250 e6e9ef/254 dce0e8/254',
  },
  gruvbox: {
    dark: '282828 ebdbb2/223 aea08d/248 88a99c/109 b8bb26/142 fabd2f/214 fc7c6d/209 8ec07c/107 fe8019/208 d68da1/211 867c6f/244 65835a/65 7fa96f/107 be661e/166 f37c1a/208 6b8279/66 504945/239 32302f/236 3c3836/237',
    light:
      'fbf1c7 3c3836/237 6b5f56/59 076678/24 67630c/58 86570f/58 9d0006/124 396b4d/23 ad3903/124 8f3f71/125 887c6d/243 608665/65 396b4d/23 c06734/130 ad3903/124 44898c/30 d5c4a1/187 f2e5bc/223 ebdbb2/223',
  },
  solarized: {
    dark: '002b36 93a1a1/247 8c9b9d/247 4b9fda/38 8fa114/106 bc9417/172 e87674/174 39a89f/37 db815c/173 8f93d2/140 62797e/66 288280/30 39a89f/37 a46c52/173 db815c/173 347ca9/31 586e75/242 04313c/236 073642/236',
    light:
      'fdf6e3 566c73/241 586b72/241 1e6ca4/25 606e00/58 846400/94 c42c2a/124 1e746d/23 b54314/124 5d61a9/60 798789/102 56948a/66 1e746d/30 c77048/166 b54314/130 568eb4/67 93a1a1/247 f5efdc/255 eee8d5/254',
  },
  nord: {
    dark: '2e3440 d8dee9/253 a5afbf/249 88c0d0/116 a3be8c/115 ebcb8b/186 d89fa4/181 8fbcbb/152 daa08e/180 c3a5bd/146 818a99/245 6d8c90/102 85aeaf/109 a68077/138 d19b8a/174 688f9e/38 4c566a/240 343b49/237 3b4252/238',
    light:
      'eceff4 2e3440/236 4c566a/240 4b678a/60 5a684d/58 736344/94 994e55/125 506969/241 89594a/124 755c70/60 7c8493/244 6f8485/66 506969/241 9d776c/95 89594a/95 6b829f/32 d8dee9/253 e5e9f0/254 dde3ec/254',
  },
  safe: {
    dark: '101418 e6e6e6/254 9aa4ad/247 56b4e9/74 21ab85/36 f0e442/220 de8036/172 56b4e9/74 e69f00/178 cf80ab/175 6a7279/242 3a7495/31 4894bf/67 90670a/130 bb8305/136 3a7495/31 3a424a/238 1b2127/234 24323f/236',
    light:
      'ffffff 1a1a1a/234 555d66/59 006aa6/25 007354/23 885e00/58 a84a00/124 006aa6/25 885e00/58 8d5373/60 80868c/102 408fbc/67 0d71aa/25 a68640/101 885e00/94 408fbc/67 c8ced4/252 eef2f5/255 d6e6f2/254',
  },
};

/** The ground that the theme is made for, as `#rrggbb`, and its colours on it; undefined for `plain`. */
export const themeOn = (
  name: ThemeName,
  background: Background,
): { readonly ground: string; readonly colours: Readonly<Record<ThemePart, ThemeColour>> } | undefined => {
  const [ground, ...colours] = COLOURS[name]?.[background].split(' ') ?? [];
  if (ground === undefined) return undefined;
  const parts = THEME_PARTS.map((part, place): readonly [ThemePart, ThemeColour] => {
    const [hex, index] = colours[place]?.split('/') ?? [];
    return [part, { true: `#${hex}`, of256: Number(index) }];
  });
  return { ground: `#${ground}`, colours: Object.fromEntries(parts) as Record<ThemePart, ThemeColour> };
};
