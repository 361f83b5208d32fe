import { closeSync, openSync, readSync } from 'node:fs'

// One for all: `readFileSync` allocates as much for each file, and a look at 100 processes takes three times as long.
const buffer = Buffer.allocUnsafeSlow(64 * 1024)

/**
 * A file that the kernel makes up, and whose size it does not tell before; one character for each byte. Throws the
 * error of the system.
 */
export function kernelText(path: string): string {
  const fd = openSync(path, 'r')
  try {
    let text = ''
    for (;;) {
      const length = readSync(fd, buffer)
      if (length === 0) return text
      text += buffer.toString('latin1', 0, length)
    }
  } finally {
    closeSync(fd)
  }
}
