/** The entry of the single executable's script. What the program else reads from files beside it is an asset here. */
import { getAsset } from 'node:sea';
import { runProgram } from '../program.ts';

void runProgram(() => getAsset('service-worker.js', 'latin1'));
