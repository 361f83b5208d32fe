import { headOf } from '@millrace/schema'
import type { Word } from '../lexer/syntax.ts'
import { Unsure } from '../lexer/unsure.ts'
import { mostThrough, pathOf, resolvePath, type Places } from '../places.ts'
import type { NamedPath } from '../reading.ts'
import { hostOf } from './hosts.ts'

/** A command inside a command: the words of a program, or the text of a script. */
export type Inner =
  | { readonly kind: 'program'; readonly words: readonly Word[]; readonly places: Places }
  | { readonly kind: 'script'; readonly text: string; readonly at: number; readonly places: Places }

/** What else is known of a path. */
export type Marks = Pick<NamedPath, 'pattern' | 'within' | 'sweeps'>

const input = /^(?:-|\/+dev\/+(?:stdin|fd\/.*)|\/+proc\/.*)$/
const mostReason = 200

/** What Linux takes. */
const longestPath = 4096

/** Names that mean what the program was given anyway, or nothing. */
const standard = /^\/dev\/(?:null|stdin|stdout|stderr|zero|fd\/[0-9]{1,2})$/

/** Whether a wildcard stands before the last name, so that folders are meant by it. */
function hasWildFolder(path: string): boolean {
  const slash = path.indexOf('/', path.search(/[*?[]/))
  return slash >= 0 && slash < path.length - 1
}

/** What is found out about one program of a command. */
export class Finding {
  readonly program: Word
  readonly places: Places
  readonly paths: NamedPath[] = []
  readonly hosts: string[] = []
  readonly inner: Inner[] = []
  doubt: string | undefined
  /** It runs what it reads from its input. */
  unseen = false

  constructor(program: Word, places: Places) {
    this.program = program
    this.places = places
  }

  /** The first reason counts; it is the one nearest to the beginning. */
  doubts(reason: string): void {
    this.doubt ??= reason.length > mostReason ? `${headOf(reason, mostReason)}…` : reason
  }

  /** It runs what it reads from its input, as far as the words tell. */
  runsInput(): void {
    this.unseen = true
    this.doubts('it runs what it reads from its input')
  }

  /** A file that it runs: none of its own where that is the input. */
  runsFile(word: Word): void {
    if (input.test(word.text)) this.runsInput()
    else this.touches(word, 'read')
  }

  /** A path that the program reads or writes. */
  touches(word: Word, access: NamedPath['access'], marks: Marks = {}): void {
    if (word.unknown !== undefined) this.doubts(`what "${word.text}" stands for is not known`)
    else
      this.touchesPath(pathOf(word), access, {
        ...marks,
        ...(word.pattern !== undefined && { pattern: true }),
      })
  }

  touchesPath(path: string, access: NamedPath['access'], marks: Marks = {}): void {
    if (path === '' || standard.test(path)) return
    if (marks.pattern && access === 'write') this.doubts(`which files "${path}" stands for is not known`)
    if (marks.pattern && !marks.within && hasWildFolder(path))
      this.doubts(`"${path}" leads elsewhere where a folder that it stands for is a link`)
    this.names(path, access, marks)
  }

  /** The same, where what the path leads to is told by other words, too. */
  names(path: string, access: NamedPath['access'], marks: Marks = {}): void {
    if (path.length > longestPath) {
      throw new Unsure(`a path of more than ${longestPath} characters`, this.program.at)
    }
    for (const place of this.placesOf(path)) {
      const { path: worked, through } = resolvePath(place, path)
      if (through.length > 0 && (access === 'write' || through.length >= mostThrough))
        this.doubts(`"${path}" leads elsewhere where a folder of it is a link`)
      const before = this.paths.at(-1)
      const isSaid = before?.path === worked && before.access === access && through.length === 0
      if (isSaid && marks.within === before.within && marks.sweeps === before.sweeps) continue
      this.paths.push({ path: worked, access, ...marks, ...(through.length > 0 && { through }) })
    }
  }

  private placesOf(path: string): readonly string[] {
    if (/^[/~]/.test(path)) return ['']
    if (this.places === undefined) this.doubts('the folder in which it runs is not known')
    return this.places ?? ['']
  }

  /** An address, or a name of a machine. */
  reaches(word: Word): void {
    const host = word.unknown === undefined && word.pattern === undefined ? hostOf(word.text) : undefined
    if (host === undefined) this.doubts(`which machine "${word.text}" means is not certain`)
    else this.hosts.push(host)
  }

  /** Words that it runs as a program. */
  runs(words: readonly Word[]): void {
    if (words.length > 0) this.inner.push({ kind: 'program', words, places: this.places })
  }

  /** The same in a folder that is not known. */
  runsElsewhere(words: readonly Word[]): void {
    if (words.length > 0) this.inner.push({ kind: 'program', words, places: undefined })
  }

  /** A text that it hands to a shell. */
  runsScript(word: Word): void {
    if (word.unknown === undefined && word.pattern === undefined) {
      this.inner.push({ kind: 'script', text: word.text, at: word.at, places: this.places })
    } else this.doubts(`it runs "${word.text}", which is not known`)
  }
}
