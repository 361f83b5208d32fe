import { headOf } from '@millrace/schema'
import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { isUrl } from './hosts.ts'
import type { Role } from './schema.ts'

/** Notes what an argument is. */
export function applyRole(finding: Finding, role: Role, word: Word): void {
  switch (role) {
    case 'text':
      return
    case 'read':
    case 'write':
      return finding.touches(word, role)
    case 'url':
    case 'host':
      return finding.reaches(word)
    case 'name':
      return isOwnVariable(word)
        ? undefined
        : finding.doubts(`what setting "${word.text}" changes is not known`)
    case 'code':
      return finding.doubts(`it runs "${excerpt(word.text)}"`)
    case 'script':
      return finding.runsScript(word)
    case 'any':
      return applyAny(finding, word)
  }
}

/** Whether no program looks at a variable of that name, so that setting it changes nothing but later expansions. */
export function isOwnVariable(word: Word): boolean {
  return word.unknown === undefined && isOwnName(word.text)
}

export function isOwnName(name: string): boolean {
  return (/^[a-z]+[0-9]*$/.test(name) && name !== 'histchars') || name === 'REPLY'
}

/** The argument of a program that is not known: whatever looks like a path may be written. */
function applyAny(finding: Finding, word: Word): void {
  if (word.unknown !== undefined) return finding.doubts(`what "${word.text}" stands for is not known`)
  const value = /^-{0,2}[\w.-]+=(?=[/~.])/.exec(word.text)
  const text = value ? word.text.slice(value[0].length) : word.text
  if (isUrl(text)) return finding.reaches({ ...word, text })
  // A name before a `:` may be a machine, as `scp` takes it, and what follows a path of that.
  if (value || word.home || word.pattern !== undefined || looksLikePath(text))
    finding.touches({ ...word, text }, 'write')
}

function looksLikePath(text: string): boolean {
  if (text.startsWith('-')) return text.includes('/')
  return text.includes('/') || /^[.~]/.test(text) || /^[^\s:]+\.[A-Za-z0-9]{1,8}$/.test(text)
}

function excerpt(text: string): string {
  return text.length > 60 ? `${headOf(text, 60)}…` : text
}
