/** What is made when it is first asked for, and kept: `make` is called once. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** `make` with its last answer kept, and no other: for what is asked for at each key, and takes long or much room. */
export const lastKept = <Args extends readonly unknown[], Made>(
  make: (...args: Args) => Made,
): ((...args: Args) => Made) => {
  let last: { readonly args: Args; readonly made: Made } | undefined;
  return (...args) => {
    if (last === undefined || args.some((arg, place) => arg !== last?.args[place]))
      last = { args, made: make(...args) };
    return last.made;
  };
};
