const utf8 = new TextEncoder()

/** A line of a longer secret that is a secret by itself: printed with a number before it, or by `grep`, it stands alone. */
const shortestLine = 16

/**
 * The spellings of a secret that are looked for byte by byte: as it is, in hexadecimal, and in base64 wherever it may
 * stand among other bytes. Escapes of single characters (percent, JSON, HTML) are undone before the comparison, and
 * need no spelling of their own.
 */
export function spellingsOf(secret: string): Uint8Array[] {
  const plain = [secret, ...longLinesOf(secret)]
  const found = plain.flatMap((each) => [...literal(each), ...encoded(utf8.encode(each))])
  return found.map((each) => (typeof each === 'string' ? utf8.encode(each) : each))
}

function longLinesOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim())
  // The first and last line of a key file say only what it is.
  return lines.length > 1
    ? lines.filter((line) => line.length >= shortestLine && !line.startsWith('-----'))
    : []
}

function literal(secret: string): (string | Uint8Array)[] {
  const spellings: (string | Uint8Array)[] = [secret]
  // Forms write a space as a plus sign, and other systems end lines otherwise.
  if (secret.includes(' ')) spellings.push(secret.replaceAll(' ', '+'))
  const unix = secret.replaceAll('\r\n', '\n')
  if (unix.includes('\n')) spellings.push(unix, unix.replaceAll('\n', '\r\n'))
  // In JSON, a character beyond the first plane is two escapes, which are undone one by one.
  if (/[\u{10000}-\u{10ffff}]/u.test(secret)) spellings.push(surrogatesOf(secret))
  return spellings
}

/** UTF-8 of each half of a surrogate pair by itself. */
function surrogatesOf(text: string): Uint8Array {
  return Uint8Array.from(text.split('').flatMap((unit) => unitBytes(unit.charCodeAt(0))))
}

/** The UTF-8 bytes of one UTF-16 unit, taken for a character whether it is one or half of one. */
export function unitBytes(unit: number): number[] {
  if (unit < 0x80) return [unit]
  if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 0x3f)]
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
}

function encoded(bytes: Uint8Array): string[] {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const whole = base64(bytes)
  const base64Forms = [whole, whole.replace(/=+$/, ''), ...[0, 1, 2].map((before) => core(bytes, before))]
  const urlForms = base64Forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([hex, hex.toUpperCase(), ...base64Forms, ...urlForms])]
}

/** The characters of base64 that these bytes alone decide when so many others come before them. */
function core(bytes: Uint8Array, before: number): string {
  const shifted = new Uint8Array(before + bytes.length)
  shifted.set(bytes, before)
  const whole = base64(shifted)
  const shared = shifted.length % 3 === 0 ? 0 : 4 - (shifted.length % 3)
  return whole.slice(before === 0 ? 0 : before + 1, whole.length - shared)
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
