/** The entry of the program that the launcher starts, whose local service is a file beside it. */
import { runProgram } from './program.ts';

await runProgram(new URL('./service-worker.js', import.meta.url));
