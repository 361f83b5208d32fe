import type { Word } from './lexer/syntax.ts'
import { isOwnName } from './programs/roles.ts'

const flags = new Set(
  (
    'CI NODE_ENV FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE DEBUG COLUMNS LINES VITEST_MAX_THREADS VITEST_MAX_WORKERS ' +
    'TERM RUST_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE MILLRACE_LONG'
  ).split(' '),
)
const locales = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8'])

/** Whether a variable can be set so without any program doing anything else than before. */
export function isHarmlessAssignment(word: Word): boolean {
  const equals = word.text.indexOf('=')
  const name = word.text.slice(0, equals).replace(/\+$/, '')
  const value = word.text.slice(equals + 1)
  if (word.unknown !== undefined) return isOwnName(name)
  if (flags.has(name)) return /^[\w.:*,-]*$/.test(value)
  if (name === 'LANG' || name === 'LC_ALL' || name === 'LC_CTYPE') return locales.has(value)
  if (name === 'TZ') return /^[A-Za-z0-9_+,-][A-Za-z0-9_+,/-]*$/.test(value) && !value.includes('..')
  return isOwnName(name)
}
