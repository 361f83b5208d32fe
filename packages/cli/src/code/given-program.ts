import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'

/** A program that the command line gives. */
export interface GivenProgram {
  readonly code: string
  /** What it is called: the name of its file, as it was typed, or where else it comes from. */
  readonly title: string
  /** What stands for it in a list of sessions. */
  readonly prompt: string
}

/** More than this is no program but a mistake, such as a device in its place. What a program may have is less. */
const mostBytes = 4 * 1024 * 1024

const exampleHints = [
  `for example: millrace code 'return (await tools.glob({ pattern: "**/*.ts" })).paths.length'`,
  'or a file: millrace code count.ts; or the standard input: millrace code -',
]

/**
 * The program: the text of a file where the word names one, the standard input where it is `-`, and else the word itself.
 * @throws UsageError where there is none, or what is read is no text.
 */
export async function givenProgram(words: readonly string[], io: Io): Promise<GivenProgram> {
  const [word, more] = words
  if (more !== undefined)
    throw new UsageError(`"${more}" is one word too many: a program is one word`, [
      "quote it: millrace code '…'",
    ])
  const program =
    word === '-' || (word === undefined && io.stdin.isTTY !== true)
      ? await fromInput(io)
      : await fromWord(word ?? '', io)
  return requireProgram(program)
}

/** @throws UsageError where there is nothing to run. */
function requireProgram(program: GivenProgram): GivenProgram {
  if (program.code.trim() === '') throw new UsageError('there is no program', exampleHints)
  return program
}

/**
 * The program that a text is.
 * @param title - what it is called: `a program of the command line`.
 * @param from - where it comes from, for what is wrong with it.
 * @throws UsageError where it is none.
 */
export function programOf(code: string, title: string, from: string): GivenProgram {
  if (Buffer.byteLength(code) > mostBytes) throw tooLarge(from)
  return requireProgram({ code, title, prompt: `Run the program: ${firstLine(code)}` })
}

async function fromInput(io: Io): Promise<GivenProgram> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes) throw tooLarge('the standard input')
  }
  const code = textOf(Buffer.concat(chunks), 'the standard input')
  return {
    code,
    title: 'a program from the standard input',
    prompt: 'Run the program from the standard input.',
  }
}

async function fromWord(word: string, io: Io): Promise<GivenProgram> {
  if (looksLikeFile(word)) {
    const code = await fromFile(word, io)
    return { code, title: word, prompt: `Run the program ${word}.` }
  }
  return programOf(word, 'a program of the command line', 'the word')
}

/** No program is as short as a name, and has no blank, quote or bracket. */
function looksLikeFile(word: string): boolean {
  return word.length <= 1_000 && /^[^\s'"`(){};=<>|*?]+$/.test(word) && /[./\\]/.test(word)
}

async function fromFile(named: string, io: Io): Promise<string> {
  const path = isAbsolute(named) ? named : resolve(io.cwd, named)
  try {
    const facts = await stat(path)
    // Opening a pipe that nobody writes to would hang beyond the reach of an interrupt.
    if (!facts.isFile())
      throw new UsageError(`${named} is no regular file`, ['a pipe is read with: millrace code -'])
    if (facts.size > mostBytes) throw tooLarge(named)
    return textOf(await readFile(path, { signal: io.signal }), named)
  } catch (error) {
    if (error instanceof UsageError) throw error
    io.signal.throwIfAborted()
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new UsageError(`the program ${named} cannot be read (${code})`, [
      'a file is named as seen from the current folder; a program that is no file has a blank in it',
    ])
  }
}

/** Some editors begin a file with a byte order mark, which belongs to no program. */
function textOf(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UsageError(`${from} is no UTF-8 text, so it is no program`)
  }
}

function tooLarge(from: string): UsageError {
  return new UsageError(`${from} holds more than ${mostBytes} bytes, which is no program`)
}

function firstLine(code: string): string {
  return /\S.*/.exec(code)?.[0].slice(0, 200) ?? ''
}
