import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { optionsOf, type OptionKind } from './options.ts'
import { applyRole } from './roles.ts'
import { fillFolder, intoOptions } from './into-folder.ts'
import type { ProgramSchema, Role } from './schema.ts'

/** Whether a word may turn out to be an option, or several words. */
export function mayBeOption({ pattern, splits, unknown, text }: Word): boolean {
  return pattern === 0 || splits === true || (unknown !== undefined && text.startsWith('$'))
}

/** Reads the arguments of a program by its schema. */
export function readArguments(finding: Finding, schema: ProgramSchema, words: readonly Word[]): void {
  if (schema.obeysInput) finding.runsInput()
  if (schema.doubt !== undefined) finding.doubts(schema.doubt)
  if (!schema.anyArguments) new Arguments(finding, schema, words).read()
  schema.read?.(finding, words)
}

class Arguments {
  private readonly finding: Finding
  private readonly schema: ProgramSchema
  private readonly words: readonly Word[]
  private readonly operands: Word[] = []
  /** The values of options that name a folder to fill. */
  private readonly folders: Word[] = []
  private readonly seen = new Set<string>()
  private at = 0
  private refused = false

  constructor(finding: Finding, schema: ProgramSchema, words: readonly Word[]) {
    this.finding = finding
    this.schema = schema
    this.words = words
  }

  read(): void {
    let optionsEnded = false
    const { commandAfter } = this.schema
    while (this.at < this.words.length) {
      const word = this.next()
      if (word === undefined) break
      if (!optionsEnded && this.isRisky(word)) this.finding.doubts(`"${word.text}" may become an option`)
      if (!optionsEnded && word.text === '--') optionsEnded = true
      else if (!optionsEnded && word.text.startsWith('-') && word.text !== '-') this.readOption(word)
      else if (commandAfter === this.operands.length) return this.readCommand(word)
      else this.operands.push(word)
      if (commandAfter !== undefined && this.operands.length > 0) optionsEnded = true
    }
    this.readOperands()
  }

  private isRisky(word: Word): boolean {
    const isName =
      this.schema.safeOptions === true && word.unknown === undefined && !word.text.startsWith('-')
    return !isName && mayBeOption(word)
  }

  private next(): Word | undefined {
    const word = this.words[this.at]
    this.at += 1
    return word
  }

  private readCommand(first: Word): void {
    this.readOperands()
    const words = [first, ...this.words.slice(this.at)]
    this.at = this.words.length
    this.finding.runs(words)
    // What seems to be the program may be the value of an option that is not known.
    if (this.refused) this.finding.runs(words.slice(1))
  }

  private readOption(word: Word): void {
    const { text } = word
    if (this.schema.counts && /^-\d+$/.test(text)) return
    const options = optionsOf(this.schema)
    if (text.startsWith('--') || this.schema.singleDash) {
      const equals = text.indexOf('=')
      const name = equals < 0 ? text : text.slice(0, equals)
      const option = options.get(name)
      if (option) return this.readLong(word, name, option, equals)
      if (text.startsWith('--')) return this.refuse(name)
    }
    this.readCluster(word)
  }

  private readLong(word: Word, name: string, option: OptionKind, equals: number): void {
    this.seen.add(name)
    if (equals < 0) {
      if (option.kind !== 'joined' && option.kind !== 'flag') this.readValue(name, option)
    } else if (option.kind === 'value') this.applyJoined(word, name, option, equals + 1)
    else if (option.kind !== 'joined') this.refuse(name)
    if (word.unknown !== undefined && equals < 0) this.refuse(name)
  }

  /** `-abc`: each letter is an option, until one takes the rest as its value. */
  private readCluster(word: Word): void {
    const { text } = word
    if (word.unknown !== undefined || word.pattern !== undefined) return this.refuse(text)
    for (let index = 1; index < text.length; index += 1) {
      const name = `-${text.charAt(index)}`
      const option = optionsOf(this.schema).get(name)
      if (!option) return this.refuse(name)
      this.seen.add(name)
      if (option.kind === 'joined') return
      if (option.kind === 'flag') continue
      if (option.kind === 'value' && index + 1 < text.length) {
        return this.applyJoined(word, name, option, index + 1)
      }
      if (index + 1 < text.length) return this.refuse(name)
      return this.readValue(name, option)
    }
  }

  private applyJoined(
    word: Word,
    name: string,
    { role }: OptionKind & { kind: 'value' },
    start: number,
  ): void {
    const { home: _, ...rest } = word
    if (word.pattern !== undefined && word.pattern < start) this.refuse(word.text)
    const value = { ...rest, text: word.text.slice(start) }
    applyRole(this.finding, role, value)
    if (intoOptions.has(name)) this.folders.push(value)
  }

  private readValue(name: string, option: OptionKind): void {
    if (option.kind === 'runs') return this.readInnerCommand()
    for (let left = option.kind === 'pair' ? 2 : 1; left > 0; left -= 1) {
      const value = this.next()
      if (value === undefined) return this.finding.doubts(`"${name}" without its value`)
      if (/^-\D/.test(value.text)) this.finding.doubts(`"${value.text}" may be an option of its own`)
      if (mayBeOption(value) && (value.splits || value.pattern !== undefined)) {
        this.finding.doubts(`"${value.text}" may become several words`)
      }
      if (option.kind === 'value') applyRole(this.finding, option.role, value)
      if (intoOptions.has(name)) this.folders.push(value)
      if (value.pattern !== undefined) applyRole(this.finding, this.schema.rest ?? 'text', value)
    }
  }

  private readInnerCommand(): void {
    const rest = this.words.slice(this.at)
    const end = rest.findIndex(({ text }) => text === ';')
    this.at = end < 0 ? this.words.length : this.at + end + 1
    this.finding.runs(end < 0 ? rest : rest.slice(0, end))
  }

  private readOperands(): void {
    const { first = [], rest, last, insteadOfFirst } = this.schema
    const roles = this.hasSeen(insteadOfFirst) ? first.slice(1) : first
    this.operands.forEach((word, index) => {
      const isLast =
        last !== undefined && index > 0 && index === this.operands.length - 1 && this.folders.length === 0
      const role = isLast ? last : (roles[index] ?? rest)
      if (role === undefined) this.finding.doubts(`it is not known to take "${word.text}"`)
      else applyRole(this.finding, role, word)
      // A pattern may become several words, of which the later ones are other operands.
      if (word.pattern !== undefined && role !== undefined) {
        this.applyShifted(word, [...roles.slice(index + 1), rest, isLast ? last : undefined])
      }
    })
    if (this.schema.intoLast) fillFolder(this.finding, this.operands, this.folders, this.seen)
  }

  private hasSeen(names: string | undefined): boolean {
    return names?.split(' ').some((name) => this.seen.has(name)) ?? false
  }

  private applyShifted(word: Word, roles: readonly (Role | undefined)[]): void {
    for (const role of new Set(roles)) {
      if (role !== undefined && role !== 'text') applyRole(this.finding, role, word)
    }
  }

  private refuse(name: string): void {
    this.refused = true
    this.finding.doubts(`what "${name}" makes it do is not known`)
  }
}
