/**
 * Loaded into a measured program before its own first file (`node --import`), which so stays as it is. Appends to the
 * file `GPUDECK_BENCH_REPORT`: at each SIGUSR2 the longest pause of the thread since the last, in ms, and at the end the
 * largest memory, in MB, and the processor's time, in ms.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;

const { GPUDECK_BENCH_REPORT: file } = process.env;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

const report = (facts) => appendFileSync(file, `${JSON.stringify(facts)}\n`);

process.on('SIGUSR2', () => {
  report({ longestPauseMs: delays.max / 1e6 - RESOLUTION_MS });
  delays.reset();
});
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // Of its own: `maxRSS` begins with what the process that started it had in use.
  const [, peakKb] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  report({ peakMb: Number(peakKb) / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 });
});
