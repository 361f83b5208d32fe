/** A whole number with thousands separated, the same on every machine: `12,345`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A number with its noun: `1 match`, `37 matches`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** An amount of data as a person reads it, 1,024 bytes to a kilobyte: `812 B`, `41 KB`, `1.5 MB`. */
export function size(bytes: number): string {
  let amount = bytes
  let unit = 0
  // What would be rounded up to the next unit is written in it.
  for (; amount >= 1023.5 && unit < units.length - 1; unit++) amount /= 1024
  const isRound = unit < 2 || amount >= 99.95 || Number.isInteger(amount)
  return `${isRound ? count(Math.round(amount)) : amount.toFixed(1)} ${units[unit]}`
}

/** A length of time as a person reads it: `0.06s`, `1.8s`, `2m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 0.995) return `${seconds.toFixed(2)}s`
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${pad(whole % 60)}s`
  return `${Math.floor(whole / 3600)}h ${pad(Math.floor((whole % 3600) / 60))}m`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** Tokens as a person reads them: `87`, `0.3k`, `41.2k`, `1.3M`. */
export function tokens(value: number): string {
  if (value < 100) return String(Math.round(value))
  return value < 999_950 ? `${(value / 1e3).toFixed(1)}k` : `${(value / 1e6).toFixed(1)}M`
}
