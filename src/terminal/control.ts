/** Where a control sequence ends: the little of ECMA-48 that the frame reader and the key reader share. */

/** A complete control sequence at the start of a text. */
export type Control =
  /** `ESC [`: everything between that and the final byte, and that byte. */
  | { kind: 'csi'; parameters: string; final: string; length: number }
  /** `ESC ]`, `ESC P`, `ESC ^`, `ESC _`, `ESC X` up to their terminator. */
  | { kind: 'string'; introducer: string; body: string; length: number }
  /** ESC and one more character. */
  | { kind: 'escape'; length: number };

const CSI = /\u001B\[([0-?]*[ -/]*)([@-~])/y;
const STRING = /\u001B([\]P^_X])([^\u0007\u001B]*)(?:\u0007|\u001B\\)/y;
const UNFINISHED = /\u001B(?:\[[0-?]*[ -/]*|[\]P^_X][^\u0007\u001B]*\u001B?)?$/y;

/** Reads the sequence whose ESC stands at `at`; undefined when the text ends before the sequence does. */
export function controlAt(text: string, at: number): Control | undefined {
  const csi = matchAt(CSI, text, at);
  if (csi) return { kind: 'csi', parameters: csi[1] ?? '', final: csi[2] ?? '', length: csi[0].length };
  const string = matchAt(STRING, text, at);
  if (string) {
    return { kind: 'string', introducer: string[1] ?? '', body: string[2] ?? '', length: string[0].length };
  }
  return matchAt(UNFINISHED, text, at) ? undefined : { kind: 'escape', length: 2 };
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
