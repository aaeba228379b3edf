/**
 * The facts that the market is made from: GPU models with their published figures, processors, drivers, places. They are written down as
 * tables: one row a line, cells between bars, headed by names.
 */

/**
 * The rows of `text` as records by heading. Cells are trimmed; a missing one is empty. Columns whose heading is listed
 * in `numbers` become numbers; throws an Error when such a cell is none.
 */
const readTable = <Text extends string, Figure extends string>(
  text: string,
  texts: readonly Text[],
  numbers: readonly Figure[],
): readonly (Readonly<Record<Text, string>> & Readonly<Record<Figure, number>>)[] => {
  const [heading = '', ...lines] = text.trim().split('\n');
  const names = splitCells(heading);
  return lines.map((line) => {
    const cells = splitCells(line);
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    // Both parts hold exactly the listed names, which TypeScript cannot conclude from Object.fromEntries.
    return {
      ...(Object.fromEntries(texts.map((name) => [name, cell(name)])) as Record<Text, string>),
      ...(Object.fromEntries(numbers.map((name) => [name, readNumber(cell(name), line)])) as Record<Figure, number>),
    };
  });
};

const splitCells = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim());

const readNumber = (cell: string, line: string): number => {
  const value = Number(cell);
  if (cell === '' || !Number.isFinite(value)) throw new Error(`"${cell}" is no number in the row "${line.trim()}"`);
  return value;
};

/** One model. Figures are for one GPU. */
export type GpuModel = (typeof GPU_MODELS)[number];

/**
 * Class: consumer, workstation, datacenter, or board (datacenter, on a board of its own kind that takes 8). Memory in MB as
 * its driver reports it; capability is CUDA's x 100; GB/s of memory; TFLOPs in single precision; highest W; DLPerf score;
 * GB/s of NVLink; $/h asked in the middle of the market; CPU it comes with; share of machines.
 */
export const GPU_MODELS = readTable(
  `
  name            | class       | arch   | ramMb  | capability | memoryGbps | teraflops | watts | dlperf | nvlinkGbps | price | cpu   | share
  RTX 5090        | consumer    | nvidia | 32607  | 1200       | 1792       | 104.8     | 575   | 186.2  | 0          | 0.47  | amd64 | 110
  RTX 5080        | consumer    | nvidia | 16303  | 1200       | 960        | 56.3      | 360   | 92.4   | 0          | 0.24  | amd64 | 24
  RTX 5070 Ti     | consumer    | nvidia | 16303  | 1200       | 896        | 43.9      | 300   | 76.1   | 0          | 0.19  | amd64 | 26
  RTX 5070        | consumer    | nvidia | 12227  | 1200       | 672        | 30.9      | 250   | 54.8   | 0          | 0.15  | amd64 | 14
  RTX 5060 Ti     | consumer    | nvidia | 16311  | 1200       | 448        | 23.7      | 180   | 39.6   | 0          | 0.11  | amd64 | 28
  RTX 5060        | consumer    | nvidia | 8151   | 1200       | 448        | 19.2      | 145   | 31.0   | 0          | 0.08  | amd64 | 8
  RTX 4090        | consumer    | nvidia | 24564  | 890        | 1008       | 82.6      | 450   | 101.3  | 0          | 0.36  | amd64 | 130
  RTX 4080S       | consumer    | nvidia | 16376  | 890        | 736        | 52.2      | 320   | 66.9   | 0          | 0.20  | amd64 | 12
  RTX 4080        | consumer    | nvidia | 16376  | 890        | 717        | 48.7      | 320   | 63.7   | 0          | 0.19  | amd64 | 16
  RTX 4070S Ti    | consumer    | nvidia | 16376  | 890        | 672        | 44.1      | 285   | 57.0   | 0          | 0.16  | amd64 | 14
  RTX 4070 Ti     | consumer    | nvidia | 12282  | 890        | 504        | 40.1      | 285   | 50.4   | 0          | 0.14  | amd64 | 12
  RTX 4070S       | consumer    | nvidia | 12282  | 890        | 504        | 35.5      | 220   | 45.9   | 0          | 0.13  | amd64 | 10
  RTX 4070        | consumer    | nvidia | 12282  | 890        | 504        | 29.1      | 200   | 38.7   | 0          | 0.11  | amd64 | 12
  RTX 4060 Ti     | consumer    | nvidia | 16380  | 890        | 288        | 22.1      | 165   | 27.4   | 0          | 0.09  | amd64 | 22
  RTX 4060        | consumer    | nvidia | 8188   | 890        | 272        | 15.1      | 115   | 19.8   | 0          | 0.07  | amd64 | 10
  RTX 3090 Ti     | consumer    | nvidia | 24247  | 860        | 1008       | 40.0      | 450   | 49.8   | 112.5      | 0.20  | amd64 | 12
  RTX 3090        | consumer    | nvidia | 24268  | 860        | 936        | 35.6      | 350   | 44.9   | 112.5      | 0.17  | amd64 | 90
  RTX 3080 Ti     | consumer    | nvidia | 12053  | 860        | 912        | 34.1      | 350   | 40.2   | 0          | 0.12  | amd64 | 12
  RTX 3080        | consumer    | nvidia | 10018  | 860        | 760        | 29.8      | 320   | 35.8   | 0          | 0.10  | amd64 | 22
  RTX 3070 Ti     | consumer    | nvidia | 7982   | 860        | 608        | 21.7      | 290   | 27.2   | 0          | 0.09  | amd64 | 8
  RTX 3070        | consumer    | nvidia | 7982   | 860        | 448        | 20.3      | 220   | 25.5   | 0          | 0.08  | amd64 | 14
  RTX 3060 Ti     | consumer    | nvidia | 7982   | 860        | 448        | 16.2      | 200   | 21.9   | 0          | 0.07  | amd64 | 10
  RTX 3060        | consumer    | nvidia | 12053  | 860        | 360        | 12.7      | 170   | 17.6   | 0          | 0.06  | amd64 | 36
  RTX 2080 Ti     | consumer    | nvidia | 11019  | 750        | 616        | 13.4      | 250   | 21.0   | 77.24      | 0.09  | amd64 | 14
  GTX 1080 Ti     | consumer    | nvidia | 11178  | 610        | 484        | 11.3      | 250   | 11.2   | 0          | 0.05  | amd64 | 8
  GTX 1660 S      | consumer    | nvidia | 5944   | 750        | 336        | 5.0       | 125   | 7.9    | 0          | 0.04  | amd64 | 4
  Titan RTX       | consumer    | nvidia | 24220  | 750        | 672        | 16.3      | 280   | 25.1   | 77.24      | 0.14  | amd64 | 3
  RX 7900 XTX     | consumer    | amd    | 24560  | 1100       | 960        | 61.4      | 355   | 41.0   | 0          | 0.24  | amd64 | 5
  RTX PRO 6000 WS | workstation | nvidia | 97887  | 1200       | 1792       | 125.0     | 600   | 205.7  | 0          | 0.98  | amd64 | 34
  RTX PRO 6000 S  | workstation | nvidia | 97887  | 1200       | 1597       | 120.0     | 600   | 196.4  | 0          | 1.04  | amd64 | 26
  RTX PRO 4500    | workstation | nvidia | 32623  | 1200       | 896        | 54.9      | 200   | 88.3   | 0          | 0.36  | amd64 | 5
  RTX PRO 4000    | workstation | nvidia | 24467  | 1200       | 672        | 46.9      | 140   | 66.0   | 0          | 0.26  | amd64 | 6
  RTX 6000Ada     | workstation | nvidia | 49140  | 890        | 960        | 91.1      | 300   | 88.7   | 0          | 0.68  | amd64 | 24
  RTX 5000Ada     | workstation | nvidia | 32760  | 890        | 576        | 65.3      | 250   | 61.5   | 0          | 0.46  | amd64 | 8
  RTX 4500Ada     | workstation | nvidia | 24570  | 890        | 432        | 39.6      | 210   | 41.6   | 0          | 0.33  | amd64 | 5
  RTX 4000Ada     | workstation | nvidia | 20475  | 890        | 360        | 26.7      | 130   | 29.9   | 0          | 0.22  | amd64 | 8
  RTX A6000       | workstation | nvidia | 48685  | 860        | 768        | 38.7      | 300   | 43.8   | 112.5      | 0.42  | amd64 | 30
  RTX A5000       | workstation | nvidia | 24247  | 860        | 768        | 27.8      | 230   | 34.9   | 112.5      | 0.24  | amd64 | 20
  RTX A4500       | workstation | nvidia | 20470  | 860        | 640        | 23.7      | 200   | 29.1   | 112.5      | 0.19  | amd64 | 5
  RTX A4000       | workstation | nvidia | 16376  | 860        | 448        | 19.2      | 140   | 22.4   | 0          | 0.13  | amd64 | 22
  RTX A2000       | workstation | nvidia | 12010  | 860        | 288        | 8.0       | 70    | 11.3   | 0          | 0.09  | amd64 | 4
  Q RTX 8000      | workstation | nvidia | 48601  | 750        | 672        | 16.3      | 260   | 24.6   | 77.24      | 0.28  | amd64 | 6
  Q RTX 6000      | workstation | nvidia | 24220  | 750        | 672        | 16.3      | 260   | 24.2   | 77.24      | 0.18  | amd64 | 4
  L40S            | datacenter  | nvidia | 46068  | 890        | 864        | 91.6      | 350   | 84.3   | 0          | 0.62  | amd64 | 26
  L40             | datacenter  | nvidia | 46068  | 890        | 864        | 90.5      | 300   | 78.9   | 0          | 0.54  | amd64 | 9
  L4              | datacenter  | nvidia | 23034  | 890        | 300        | 30.3      | 72    | 21.6   | 0          | 0.27  | amd64 | 10
  A40             | datacenter  | nvidia | 45634  | 860        | 696        | 37.4      | 300   | 41.2   | 112.5      | 0.37  | amd64 | 12
  A10             | datacenter  | nvidia | 22731  | 860        | 600        | 31.2      | 150   | 28.0   | 0          | 0.21  | amd64 | 7
  A100 PCIE       | datacenter  | nvidia | 81251  | 800        | 1935       | 19.5      | 300   | 71.8   | 600        | 0.72  | amd64 | 16
  H100 PCIE       | datacenter  | nvidia | 81559  | 900        | 2039       | 51.2      | 350   | 158.3  | 600        | 1.68  | amd64 | 7
  H100 NVL        | datacenter  | nvidia | 95830  | 900        | 3938       | 60.3      | 400   | 187.9  | 600        | 1.83  | amd64 | 12
  H200 NVL        | datacenter  | nvidia | 143771 | 900        | 4813       | 60.3      | 600   | 214.0  | 900        | 2.31  | amd64 | 9
  Tesla V100      | datacenter  | nvidia | 32510  | 700        | 898        | 15.7      | 300   | 29.3   | 154.686    | 0.21  | amd64 | 14
  Tesla P100      | datacenter  | nvidia | 16276  | 600        | 732        | 9.5       | 250   | 10.4   | 0          | 0.08  | amd64 | 3
  Tesla T4        | datacenter  | nvidia | 15109  | 750        | 320        | 8.1       | 70    | 12.9   | 0          | 0.12  | amd64 | 9
  InstinctMI210   | datacenter  | amd    | 65520  | 900        | 1638       | 22.6      | 300   | 52.5   | 0          | 0.71  | amd64 | 3
  A100 SXM4       | board       | nvidia | 81251  | 800        | 2039       | 19.5      | 400   | 78.4   | 600        | 0.89  | amd64 | 22
  H100 SXM        | board       | nvidia | 81559  | 900        | 3352       | 66.9      | 700   | 216.5  | 900        | 2.02  | amd64 | 34
  H200            | board       | nvidia | 143771 | 900        | 4915       | 66.9      | 700   | 249.8  | 900        | 2.58  | amd64 | 18
  B200            | board       | nvidia | 183359 | 1000       | 7680       | 74.5      | 1000  | 402.6  | 1800       | 4.12  | amd64 | 10
  B300            | board       | nvidia | 275043 | 1030       | 7680       | 76.8      | 1400  | 448.1  | 1800       | 5.37  | amd64 | 3
  InstinctMI300X  | board       | amd    | 196592 | 940        | 5325       | 163.4     | 750   | 193.2  | 896        | 1.96  | amd64 | 6
  GH200 SXM       | grace       | nvidia | 97871  | 900        | 4023       | 67.0      | 900   | 221.4  | 900        | 1.79  | arm64 | 14
  `,
  ['name', 'class', 'arch', 'cpu'],
  ['ramMb', 'capability', 'memoryGbps', 'teraflops', 'watts', 'dlperf', 'nvlinkGbps', 'price', 'share'],
);

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

/** Drivers by maker: versions have two or three parts. Oldest: the lowest compute capability that it serves, x 100. */
export const DRIVERS = readTable(
  `
  version     | arch   | cuda | oldest | newest | share
  590.48.01   | nvidia | 13.1 | 750    | 1300   | 8
  580.142     | nvidia | 13.0 | 500    | 1300   | 14
  580.95.05   | nvidia | 13.0 | 500    | 1300   | 30
  575.57.08   | nvidia | 12.9 | 500    | 1200   | 14
  570.195.03  | nvidia | 12.8 | 500    | 1200   | 24
  570.86.10   | nvidia | 12.8 | 500    | 1200   | 7
  565.57.01   | nvidia | 12.7 | 500    | 900    | 9
  560.35.03   | nvidia | 12.6 | 500    | 900    | 8
  550.163.01  | nvidia | 12.4 | 500    | 900    | 12
  550.54.15   | nvidia | 12.4 | 500    | 900    | 6
  545.23.08   | nvidia | 12.3 | 500    | 900    | 3
  535.288.01  | nvidia | 12.2 | 500    | 900    | 8
  535.86.05   | nvidia | 12.2 | 500    | 900    | 4
  525.147.05  | nvidia | 12.0 | 500    | 890    | 2
  470.256.02  | nvidia | 11.4 | 350    | 860    | 1
  6.14.14     | amd    | 6.4  | 0      | 1300   | 5
  6.12.12     | amd    | 6.3  | 0      | 1300   | 3
  6.8.5       | amd    | 6.2  | 0      | 1300   | 2
  `,
  ['version', 'arch'],
  ['cuda', 'oldest', 'newest', 'share'],
);

/** A driver version as the one number that the service also sends: `535.86.05` is 535086005. */
export const driverNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
};

/** Price: factor on what is asked for a GPU there. Share: of hosts. */
export const PLACES = readTable(
  `
  text                      | price | share
  California, US            | 1.08  | 60
  Texas, US                 | 1.00  | 52
  Virginia, US              | 1.04  | 30
  Washington, US            | 1.03  | 24
  Utah, US                  | 0.98  | 18
  North Carolina, US        | 0.99  | 16
  New Jersey, US            | 1.05  | 14
  Ohio, US                  | 0.97  | 12
  Illinois, US              | 1.00  | 10
  United States, US         | 1.00  | 16
  Quebec, CA                | 0.96  | 34
  British Columbia, CA      | 0.98  | 18
  Ontario, CA               | 1.00  | 16
  Sweden, SE                | 0.97  | 24
  Norway, NO                | 0.96  | 16
  Finland, FI               | 0.98  | 10
  Denmark, DK               | 1.04  | 6
  Iceland, IS               | 0.99  | 6
  Germany, DE               | 1.10  | 34
  Bavaria, DE               | 1.09  | 6
  Netherlands, NL           | 1.06  | 18
  United Kingdom, GB        | 1.12  | 26
  Île-de-France, FR         | 1.07  | 12
  Spain, ES                 | 1.02  | 18
  Portugal, PT              | 1.00  | 6
  Lazio, IT                 | 1.05  | 6
  Switzerland, CH           | 1.14  | 4
  Austria, AT               | 1.08  | 4
  Czechia, CZ               | 0.98  | 20
  Poland, PL                | 0.97  | 20
  Hungary, HU               | 0.96  | 12
  Romania, RO               | 0.93  | 8
  Bulgaria, BG              | 0.91  | 18
  Slovenia, SI              | 0.95  | 8
  Estonia, EE               | 0.97  | 6
  Latvia, LV                | 0.95  | 5
  Ukraine, UA               | 0.86  | 14
  Türkiye, TR               | 0.92  | 5
  Israel, IL                | 1.10  | 4
  United Arab Emirates, AE  | 1.05  | 5
  India, IN                 | 0.90  | 12
  Thailand, TH              | 0.90  | 8
  Vietnam, VN               | 0.84  | 18
  Malaysia, MY              | 0.92  | 5
  Singapore, SG             | 1.10  | 8
  Taiwan, TW                | 0.96  | 24
  Japan, JP                 | 1.04  | 16
  Gyeonggi-do, KR           | 0.95  | 16
  Hong Kong, HK             | 0.98  | 8
  Sichuan, CN               | 0.82  | 14
  New South Wales, AU       | 1.06  | 12
  New Zealand, NZ           | 1.05  | 4
  South Africa, ZA          | 0.95  | 4
  São Paulo, BR             | 1.00  | 8
  Argentina, AR             | 0.94  | 4
  `,
  ['text'],
  ['price', 'share'],
);
