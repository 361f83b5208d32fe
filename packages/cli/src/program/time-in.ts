const secondsOfUnit: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

/** The seconds of a time such as 90s, 10m or 1h; not a number where the text is none. */
export function secondsIn(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text) ?? []
  return amount === '' ? Number.NaN : Number(amount) * (secondsOfUnit[unit] ?? Number.NaN)
}
