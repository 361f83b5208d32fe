import type { OutputTone, Tone } from '../layout/row.ts'

type Hue = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'

/** What a command switched on for the text that follows. */
export interface Ink {
  readonly hue: Hue | undefined
  readonly isBold: boolean
}

/** Nothing is switched on. */
export const noInk: Ink = { hue: undefined, isBold: false }

/** The basic palette. Black, white and grey are the colour of the screen's own text, so that none of them can hide. */
const palette: readonly (Hue | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
]

/** The tone of text in this ink; of colour and weight, colour wins. */
export function toneOf({ hue, isBold }: Ink): Tone {
  const tones: Readonly<Record<Hue, OutputTone>> = {
    red: 'output-red',
    green: 'output-green',
    yellow: 'output-yellow',
    blue: 'output-blue',
    magenta: 'output-magenta',
    cyan: 'output-cyan',
  }
  return hue !== undefined ? tones[hue] : isBold ? 'output-bold' : 'plain'
}

/**
 * The ink after one sequence of Select Graphic Rendition. Background, concealment, inversion and blinking are not
 * taken over: each of them can make text unreadable.
 * @param parameters - what stands between `ESC [` and `m`.
 */
export function inked(ink: Ink, parameters: string): Ink {
  // Own code: the parsers at hand drop the sequences that are to be shown, and keep a true colour beyond its reset.
  const codes = parameters.split(';')
  let now = ink
  for (let at = 0; at < codes.length; at++) {
    const [first = '', ...inner] = codes[at]!.split(':')
    const code = Number(first)
    if (code === 38 || code === 48 || code === 58) {
      const spec = inner.length > 0 ? inner : codes.slice(at + 1, at + 5)
      if (inner.length === 0) at += spec[0] === '2' ? 4 : 2
      if (code === 38) now = { ...now, hue: extendedHue(spec) }
    } else {
      now = switched(now, code)
    }
  }
  return now
}

function switched(ink: Ink, code: number): Ink {
  if (code === 0) return noInk
  if (code === 1) return { ...ink, isBold: true }
  if (code === 22) return { ...ink, isBold: false }
  if (code === 39) return { ...ink, hue: undefined }
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { ...ink, hue: palette[code % 10] }
  return ink
}

/** The nearest hue of `5;n` or `2;r;g;b`; the form with colons may carry a colour space before the red. */
function extendedHue([mode, ...values]: readonly string[]): Hue | undefined {
  const numbers = values.map(Number)
  if (mode === '5') return indexedHue(numbers[0] ?? 0)
  if (mode !== '2') return undefined
  const [red = 0, green = 0, blue = 0] = numbers.length > 3 && values[0] === '' ? numbers.slice(1) : numbers
  return nearestHue(red, green, blue)
}

/** A colour of the table of 256: 16 basic ones, a cube of 6 steps for each channel, greys. */
function indexedHue(index: number): Hue | undefined {
  if (index < 16) return palette[index % 8]
  if (index > 231) return undefined
  const cube = index - 16
  return nearestHue(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51)
}

/** Channels closer to each other than this make a grey. */
const leastContrast = 48

function nearestHue(red: number, green: number, blue: number): Hue | undefined {
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  if (!(most - least >= leastContrast)) return undefined
  const middle = (least + most) / 2
  const bits = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
  return palette[bits]
}
