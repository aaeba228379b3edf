/** The id of an instance as an argument. */
import { InvalidArgumentError } from 'commander';
import { readInstanceId } from '../../instances/typed.ts';

export const instanceId = (word: string): number => {
  const id = readInstanceId(word);
  if (id === undefined) throw new InvalidArgumentError('Expected the id of an instance, a whole number such as 4711.');
  return id;
};
