/** Three significant digits, with thousands separated. @param {number | undefined} value */
export function figure(value) {
  if (value === undefined || Number.isNaN(value)) return '–'
  if (value === 0) return '0'
  const size = Math.floor(Math.log10(Math.abs(value)))
  const digits = Math.max(0, 2 - size)
  if (digits > 0) return value.toFixed(Math.min(digits, 5))
  const unit = 10 ** Math.max(0, size - 2)
  return (Math.round(value / unit) * unit).toLocaleString('en-GB')
}

/** A ratio as people say it: `1/25` below one half, `1.3` above. @param {number | undefined} value */
export function ratio(value) {
  if (value === undefined || Number.isNaN(value)) return '–'
  return value < 0.5 && value > 0 ? `1/${figure(1 / value)}` : figure(value)
}

/** @param {number | undefined} value */
export function bytes(value) {
  return value === undefined || value < 0 ? '–' : figure(value)
}
