/**
 * Names of GPU models as such marketplaces spell them, the usual ones first. Never a closed set: what is not here may well be
 * on offer, and names that were seen in answers join these.
 */

/** Every known name. */
export const GPU_MODELS: readonly string[] = [
  ...['RTX 5090', 'RTX 5080', 'RTX 5070 Ti', 'RTX 5070', 'RTX 5060 Ti', 'RTX 5060'],
  ...['RTX 4090', 'RTX 4090D', 'RTX 4080S', 'RTX 4080', 'RTX 4070S Ti', 'RTX 4070 Ti', 'RTX 4070S', 'RTX 4070'],
  ...['RTX 4060 Ti', 'RTX 4060', 'RTX 3090 Ti', 'RTX 3090', 'RTX 3080 Ti', 'RTX 3080', 'RTX 3070 Ti', 'RTX 3070'],
  ...['RTX 3060 Ti', 'RTX 3060', 'RTX 3060 laptop', 'RTX 3050', 'RTX 2080 Ti', 'RTX 2080S', 'RTX 2080'],
  ...['RTX 2070S', 'RTX 2070', 'RTX 2060S', 'RTX 2060', 'GTX 1660 Ti', 'GTX 1660 S', 'GTX 1660', 'GTX 1650'],
  ...[
    'GTX 1080 Ti',
    'GTX 1080',
    'GTX 1070 Ti',
    'GTX 1070',
    'GTX 1060',
    'GTX 1050 Ti',
    'Titan RTX',
    'Titan V',
    'Titan Xp',
  ],
  ...['RTX PRO 6000 WS', 'RTX PRO 6000 S', 'RTX PRO 5000', 'RTX PRO 4500', 'RTX PRO 4000'],
  ...['RTX 6000Ada', 'RTX 5880Ada', 'RTX 5000Ada', 'RTX 4500Ada', 'RTX 4000Ada', 'RTX 2000Ada'],
  ...[
    'RTX A6000',
    'RTX A5500',
    'RTX A5000',
    'RTX A4500',
    'RTX A4000',
    'RTX A2000',
    'Q RTX 8000',
    'Q RTX 6000',
    'Q RTX 5000',
  ],
  ...['Q RTX 4000', 'Quadro P6000', 'Quadro P5000', 'Quadro P4000'],
  ...['H100 SXM', 'H100 NVL', 'H100 PCIE', 'H200', 'H200 NVL', 'B200', 'B300', 'GH200 SXM'],
  ...['A100 SXM4', 'A100 PCIE', 'A800 PCIE', 'A40', 'A30', 'A16', 'A10', 'L40S', 'L40', 'L4'],
  ...['Tesla V100', 'Tesla P100', 'Tesla P40', 'Tesla P4', 'Tesla T4', 'Tesla K80'],
  ...['InstinctMI300X', 'InstinctMI250X', 'InstinctMI210', 'InstinctMI100'],
  ...['RX 7900 XTX', 'RX 7900 XT', 'RX 6900 XT', 'RX 6800 XT', 'PRO W7900', 'Radeon VII'],
];

/** Models whose machines have another processor than the one that a search finds by default. */
export const ARM_MODELS: readonly string[] = ['GH200 SXM'];
