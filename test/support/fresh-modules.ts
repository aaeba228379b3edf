/**
 * Runs before each test file: its modules are its own, whatever files before it in the same worker did to theirs. Packages are
 * shared, which saves most of the time of loading.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => void vi.resetModules());
