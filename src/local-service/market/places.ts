/** Where machines stand. The text is free, as hosts gave it; only the code at its end is certain. */
import { readTable } from './text-table.ts';

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
