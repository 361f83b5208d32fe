import type { ToolDefinition } from '@millrace/tools'
import { kindOf } from '../tools/kind.ts'
import { placeholder, quoted, requiredOf } from './example.ts'
import { propertiesOf, takesText } from './typed-value.ts'

/** The same words as `key=value`, those without a key mended; what they leave open is the person's to say. */
export function mendedWords(words: readonly string[], tool: ToolDefinition): string[] {
  const declared = propertiesOf(tool.parameters)
  const texts = [...declared].filter(([, schema]) => takesText(schema)).map(([key]) => key)
  const free = new Set([...requiredOf(tool).filter((key) => texts.includes(key)), ...texts])
  for (const word of words) free.delete(word.slice(0, Math.max(0, word.indexOf('='))))
  const [main] = free
  if (main !== undefined && kindOf(tool) === 'execute') return asCommand(words, main)
  const mended: string[] = []
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const plain = word.replace(/^(?:-+|=)/, '')
    const split = plain.indexOf('=')
    const isOption = word.startsWith('-')
    if (split > 0) {
      mended.push(`${plain.slice(0, split)}=${quoted(plain.slice(split + 1))}`)
      continue
    }
    const [next = 'key'] = free
    const key = declared.has(plain) ? plain : next
    free.delete(key)
    const hasValue = isOption && key === plain && isValue(left[0])
    const value = hasValue ? left.shift()! : plain
    const isOpen = !hasValue && (isOption || key === plain)
    mended.push(`${key}=${isOpen ? placeholder : quoted(value)}`)
  }
  return mended
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith('-') && !word.includes('=')
}

/** Words without a key are those of one command, whose options are its own. */
function asCommand(words: readonly string[], key: string): string[] {
  const isPair = (word: string): boolean => /^\w+=/.test(word)
  const command = words.filter((word) => !isPair(word) && word.replace(/^-+/, '') !== key)
  const optionPrefix = `--${key}=`
  const bare = command.map((word) => (word.startsWith(optionPrefix) ? word.slice(optionPrefix.length) : word))
  const pairs = words.filter(isPair).map((word) => {
    const split = word.indexOf('=')
    return `${word.slice(0, split)}=${quoted(word.slice(split + 1))}`
  })
  // A word that the shell took apart keeps its quotes in the command.
  const line =
    bare.length === 1 ? bare[0]! : bare.map((word) => (/\s/.test(word) ? quoted(word) : word)).join(' ')
  return [`${key}=${line === '' ? placeholder : quoted(line)}`, ...pairs]
}
