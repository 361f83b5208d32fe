const esc = '\u001b'
const bel = '\u0007'

/** Texts that lie about themselves on a screen that shows them as they are. */
export const hostile: readonly string[] = [
  `touch PWNED #\r${esc}[2KRun: date`,
  `${esc}[31mred`,
  `${esc}[2J${esc}[H`,
  `${esc}[1A${esc}[2Krewritten`,
  `${esc}]0;title${bel}`,
  `${esc}]2;title${esc}\\`,
  `${esc}]8;;https://evil.test${bel}link${esc}]8;;${bel}`,
  `${esc}]52;c;cHduZWQ=${bel}`,
  `${esc}P+q544e${esc}\\`,
  `${esc}_Gf=100;AAAA${esc}\\`,
  `${esc}^privacy${esc}\\`,
  `${esc}[?1049h`,
  `${esc}[6n`,
  `${esc}c`,
  `${esc}(0lqqk`,
  '\u009b2J',
  '\u009d0;title\u009c',
  '\u0090+q\u009c',
  '\u0085next line',
  'visible\b\b\b\b\b\b\bhidden ',
  'safe.txt\rrm -rf /',
  'line\nfake [y/N] y',
  'tab\there',
  'form\ffeed',
  'vertical\vtab',
  'nul\u0000byte',
  'del\u007f\u007f',
  `bell${bel}`,
  'user\u202egnp.exe',
  'a\u2066b\u2069c\u2067d',
  '\u200fright to left',
  'arabic\u061cmark',
  'zero\u200bwidth\u200cjoin\u200der',
  'no\ufeffbreak\u2060er',
  'soft\u00adhyphen',
  'line\u2028separator\u2029',
  'hidden\u{e0041}\u{e0042}\u{e007f}',
  'selector\ufe0e\ufe0f\u{e0100}',
  'filler\u3164\u115f\u1160\uffa0',
  'half\ud800 and \udc00half',
  'annotated\ufff9a\ufffab\ufffb',
  `long${' '.repeat(300)}; touch PWNED${esc}[8m`,
]

/** Whether a text holds a code point that a terminal acts on or does not show; line feeds are asked for apart. */
export function hasRaw(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code !== 10 && ranges.some(([first, last]) => code >= first && code <= last)) return true
  }
  return false
}

const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
]

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[(?:1|2|9|22|29|3[12356]|39|9[1-6]|1;33|22;39|2;9|22;29|2;3|22;23|4;3[12]|24;39)m/g

/** Takes away the colours that the renderer itself writes, and nothing else. */
export function withoutColours(text: string): string {
  return text.replaceAll(colours, '')
}
