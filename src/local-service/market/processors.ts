/** The processors of the market, each with the motherboards that it is found on. */
import { readTable } from './text-table.ts';

/** One processor, or the pair of them on a board with two sockets. */
export type Processor = (typeof PROCESSORS)[number];

/** Class: desktop, server or grace (NVIDIA's own, for its combined boards). Threads and GHz of one; PCIe generation. */
export const PROCESSORS = readTable(
  `
  name                                    | class   | threads | ghz  | avx | pcie | ramGib | share | boards
  AMD Ryzen 9 5950X 16-Core Processor     | desktop | 32      | 4.90 | 1   | 4    | 64     | 12    | X570 AORUS ELITE; ROG STRIX B550-F GAMING; B550M DS3H
  AMD Ryzen 9 7950X 16-Core Processor     | desktop | 32      | 5.70 | 1   | 5    | 64     | 12    | X670E AORUS MASTER; ProArt X670E-CREATOR WIFI; B650M_PRO_RS
  AMD Ryzen 9 9950X 16-Core Processor     | desktop | 32      | 5.75 | 1   | 5    | 96     | 8     | X870E Taichi; PRO X870-P WIFI
  Ryzen™ Threadripper™ PRO 5975WX         | desktop | 64      | 4.50 | 1   | 4    | 256    | 7     | WRX80 Creator R2.0; Pro WS WRX80E-SAGE SE WIFI
  AMD Ryzen Threadripper 2990WX 32-Core   | desktop | 64      | 3.00 | 1   | 3    | 64     | 4     | X399 AORUS XTREME-CF; ROG ZENITH EXTREME
  Core™ i9-13900K                         | desktop | 32      | 5.80 | 1   | 5    | 64     | 8     | Z790 AORUS ELITE AX; PRO Z790-A WIFI
  Core™ i7-12700K                         | desktop | 20      | 5.00 | 1   | 5    | 32     | 6     | PRIME Z690-P D4; Not Specified
  Core™ i5-9400F                          | desktop | 6       | 4.10 | 1   | 3    | 16     | 4     | B360M_DS3H; PRIME B365M-A
  Celeron® G3930                          | desktop | 2       | 2.90 | 0   | 3    | 8      | 2     | B250 MINING EXPERT; H110 Pro BTC+
  Xeon® E5-2680 v4                        | server  | 28      | 3.30 | 1   | 3    | 64     | 9     | Z10PE-D16 WS; X10DRi; X99-F8D PLUS; Not Specified
  Xeon® E5-2699 v3                        | server  | 36      | 3.60 | 1   | 3    | 64     | 4     | X10DRG-Q; HUANANZHI X99-T8D
  Xeon® Gold 6330                         | server  | 56      | 3.10 | 1   | 4    | 256    | 7     | X12DPG-OA6; MU92-TU1-00
  Xeon® Platinum 8468                     | server  | 96      | 3.80 | 1   | 5    | 512    | 8     | X13DEG-OAD; 0YR7CG
  Xeon® Platinum 8570                     | server  | 112     | 4.00 | 1   | 5    | 1024   | 5     | G593-SD2-AAX1-000; ESC N8-E11
  AMD EPYC 7302P 16-Core Processor        | server  | 32      | 3.30 | 1   | 4    | 128    | 8     | ROMED8-2T; H12SSL-i; ROME_D8
  AMD EPYC 7452 32-Core Processor         | server  | 64      | 3.35 | 1   | 4    | 128    | 8     | ROME_D8; ROME2D32GM-2T; H11DSi
  AMD EPYC 7663 56-Core Processor         | server  | 112     | 3.50 | 1   | 4    | 256    | 10    | ROME2D32GM-2T; MZ32-AR0-00; ROMED8-2T
  AMD EPYC 7B12 64-Core Processor         | server  | 128     | 3.30 | 1   | 4    | 256    | 7     | MZ32-AR0-00; H12D-8D
  AMD EPYC 7J13 64-Core Processor         | server  | 128     | 3.50 | 1   | 4    | 512    | 6     | G292-Z20-00; ESC8000A-E11
  AMD EPYC 9354 32-Core Processor         | server  | 64      | 3.80 | 1   | 5    | 384    | 8     | GENOA2D24G-2L+; H13SSL-N; ESC8000A-E12
  AMD EPYC 9654 96-Core Processor         | server  | 192     | 3.70 | 1   | 5    | 768    | 6     | GENOA2D24G-2L+; TURIN2D24G-2L+/500W
  Grace A02                               | grace   | 72      | 3.49 | 0   | 5    | 480    | 1     | P4352; ARS-111GL-NHR
  `,
  ['name', 'class', 'boards'],
  ['threads', 'ghz', 'avx', 'pcie', 'ramGib', 'share'],
).map(({ boards, ...processor }) => ({ ...processor, boards: boards.split(';').map((board) => board.trim()) }));
