/** The GPU models of the market with their published figures. Prices are those that such marketplaces ask. */
import { readTable } from './text-table.ts';

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
