import { headOf } from '@millrace/schema'
import type { Word } from '../lexer/syntax.ts'
import { pathOf, resolvePath, type Places } from '../places.ts'
import type { NamedPath } from '../reading.ts'
import { hostOf } from './hosts.ts'

/** A command inside a command: the words of a program, or the text of a script. */
export type Inner =
  | { readonly kind: 'program'; readonly words: readonly Word[]; readonly places: Places }
  | { readonly kind: 'script'; readonly text: string; readonly at: number; readonly places: Places }

const input = /^(?:-|\/+dev\/+(?:stdin|fd\/.*)|\/+proc\/.*)$/
const mostReason = 200

/** Names that mean what the program was given anyway, or nothing. */
const standard = /^\/dev\/(?:null|stdin|stdout|stderr|zero|fd\/[0-9]{1,2})$/

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
  touches(word: Word, access: NamedPath['access']): void {
    if (word.unknown !== undefined) this.doubts(`what "${word.text}" stands for is not known`)
    else this.touchesPath(pathOf(word), access, word.pattern !== undefined)
  }

  /** If the last word is a folder, it gets something of the name that the other one has. */
  fills(folder: Word, word: Word): void {
    if (folder.unknown !== undefined || word.unknown !== undefined) return
    const name = pathOf(word).replace(/\/+$/, '').split('/').at(-1) ?? ''
    if (name === '' || /^\.{1,2}$/.test(name))
      this.doubts(`which names "${word.text}" puts into the folder is not known`)
    else this.names(`${pathOf(folder)}/${name}`, 'write', word.pattern !== undefined)
  }

  touchesPath(path: string, access: NamedPath['access'], pattern = false): void {
    if (path === '' || standard.test(path)) return
    if (pattern && access === 'write') this.doubts(`which files "${path}" stands for is not known`)
    this.names(path, access, pattern)
  }

  private names(path: string, access: NamedPath['access'], pattern: boolean): void {
    for (const place of this.placesOf(path)) {
      const worked = resolvePath(place, path)
      if (worked.climbs && access === 'write')
        this.doubts(`"${path}" leads elsewhere where a folder of it is a link`)
      const before = this.paths.at(-1)
      if (before?.path === worked.path && before.access === access) continue
      this.paths.push({ path: worked.path, access, ...(pattern && { pattern }) })
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
