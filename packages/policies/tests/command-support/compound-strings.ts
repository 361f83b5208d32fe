import { readFileSync } from 'node:fs'

/** Strings that beat checkers which only look at how a command begins; `␤`, `␉` and `␍` stand for what they show. */
export const compoundStrings: readonly string[] = readFileSync(
  new URL('compound-strings.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('## '))
  .map((line) => line.replaceAll('␤', '\n').replaceAll('␉', '\t').replaceAll('␍', '\r'))
