/** What of a command line is said to the program: what stands behind `--` is somebody else's. */

/** The words before `--`, and those from there on. */
export const ownWords = (
  argv: readonly string[],
): { readonly own: readonly string[]; readonly rest: readonly string[] } => {
  const end = argv.indexOf('--');
  return end < 0 ? { own: argv, rest: [] } : { own: argv.slice(0, end), rest: argv.slice(end) };
};

/** The command line with more options. */
export const withWords = (argv: readonly string[], ...more: readonly string[]): readonly string[] => {
  const { own, rest } = ownWords(argv);
  return [...own, ...more, ...rest];
};

/** True where the option is given, its value with it or behind it. */
export const isGiven = (argv: readonly string[], option: string): boolean => placeOf(argv, option) >= 0;

/** Where it stands. */
const placeOf = (argv: readonly string[], option: string): number =>
  ownWords(argv).own.findIndex((word) => word === option || word.startsWith(`${option}=`));

/** The command line with other words in place of the option and its value, where it is given. */
export const inPlaceOf = (argv: readonly string[], option: string, ...words: readonly string[]): readonly string[] => {
  const found = placeOf(argv, option);
  return found < 0 ? argv : argv.toSpliced(found, argv[found] === option ? 2 : 1, ...words);
};
