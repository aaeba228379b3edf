/**
 * Starts the local service for a program that needs one whatever its file is like: a damaged file is put aside and a new one
 * begins, and where no file can be used at all the service runs in memory. Nothing is deleted, and what happened is told.
 */
import { basename } from 'node:path';
import { identityOf, isDamage, setAside } from '../../storage/files/set-aside.ts';
import { type Service, type ServiceOptions, startService } from '../serve.ts';

/** A service, and what the user is to know of its file; absent when all is well. */
type StartedService = { readonly service: Service; readonly notice?: string };

/** Starts it. Rejects as `startService` does, where that is not for the file's sake. */
export const startAnyway = async (options: ServiceOptions): Promise<StartedService> => {
  const { dataFile, clock } = options;
  const identity = identityOf(dataFile);
  try {
    return { service: await startService(options) };
  } catch (error) {
    if (!isDamaged(error)) return startInMemory(options, error);
  }
  try {
    const target = setAside(dataFile, identity, clock.now());
    const service = await startService(options);
    if (target === undefined) return { service };
    const name = basename(dataFile);
    return { service, notice: `${name} was damaged and was moved to ${basename(target)}: the market was made anew.` };
  } catch (error) {
    return startInMemory(options, error);
  }
};

/** The opening wraps what SQLite says. */
const isDamaged = (error: unknown): boolean => isDamage(error) || (error instanceof Error && isDamage(error.cause));

const startInMemory = async (options: ServiceOptions, error: unknown): Promise<StartedService> => {
  const reason = error instanceof Error ? error.message : String(error);
  const service = await startService({ ...options, dataFile: ':memory:' });
  return { service, notice: `The local service saves nothing: ${reason}.` };
};
