import { core, type Engine } from './highlight/engine.js'
import type { Highlight } from './highlight/highlight.ts'
import { languages } from './highlight/languages.ts'
import { LineEmitter } from './highlight/line-emitter.ts'
import type { Piece } from './layout/pieces.ts'

export type { Highlight } from './highlight/highlight.ts'
export type { Piece } from './layout/pieces.ts'

/** Beyond so much of a program nothing is coloured. */
const mostLines = 200
const mostUnits = 20_000
/**
 * A program is coloured in parts of so many characters, and lines longer than that many not at all: the time that a
 * grammar takes can grow with the cube of a text. The worst of 190 hostile texts took 20 ms for a part.
 */
const partUnits = 2_000
const longestLine = 300

/**
 * A highlighter for cards.
 * @param names - the languages that it shall know, of those that are built in; all of them by default.
 * @returns a function that answers `undefined` for a language that it does not know, and for a program of more than
 * 200 lines or 20,000 characters.
 * @throws RangeError where a language is not built in.
 */
export function highlighter(names: readonly string[] = Object.keys(languages)): Highlight {
  const engine = core.newInstance()
  engine.configure({ __emitter: LineEmitter })
  for (const name of names) {
    const grammar = Object.hasOwn(languages, name) ? languages[name] : undefined
    if (grammar === undefined) {
      const known = Object.keys(languages).join(', ')
      throw new RangeError(`no grammar is built in for "${name}"; choose among ${known}`)
    }
    engine.registerLanguage(name, grammar)
  }
  return (code, language) => {
    const lines = code.split('\n')
    if (code.length > mostUnits || lines.length > mostLines) return undefined
    if (engine.getLanguage(language) === undefined) return undefined
    return parts(lines).flatMap((part) => coloured(engine, part, language))
  }
}

/** Lines that are coloured together; a line that is too long is a part of its own. */
function parts(lines: readonly string[]): string[][] {
  const found: string[][] = []
  let units = Infinity
  for (const line of lines) {
    units += line.length + 1
    if (units > partUnits || line.length > longestLine) {
      found.push([line])
      units = line.length > longestLine ? Infinity : line.length + 1
    } else found.at(-1)!.push(line)
  }
  return found
}

function coloured(engine: Engine, lines: readonly string[], language: string): readonly (readonly Piece[])[] {
  const plain = (): Piece[][] => lines.map((text) => [{ text, tone: 'plain' }])
  if (lines[0]!.length > longestLine) return plain()
  const result = engine.highlight(lines.join('\n'), { language, ignoreIllegals: true })
  const { _emitter: emitter, errorRaised } = result
  return errorRaised === undefined && emitter instanceof LineEmitter ? emitter.lines : plain()
}
