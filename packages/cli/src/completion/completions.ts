import { escapeVisible } from '@millrace/protocol'
import tab from '@bomb.sh/tab/commander'
import { programOf } from '../program/all-commands.ts'
import type { Surroundings } from '../program/command-options.ts'
import { knownWords, type KnownWords } from './known-words.ts'
import { printed } from './printed.ts'

/** What the shells understand: no space behind the word, and no names of files among the candidates. */
const noSpace = 2
const noFiles = 4

/** Words that no shell does anything with. */
const harmless = /^[\w.,:@%+=/-]+$/

/**
 * How the last of some words may go on, as the scripts of the shells expect it: a line for each candidate, with a
 * description behind a tab, and a line that says how to use them.
 * @param words - of the command line behind the command's own name; the last one is empty where a new one begins.
 */
export async function completions(words: readonly string[], around: Surroundings): Promise<string> {
  const current = words.at(-1) ?? ''
  const known = await knownWords(words, around)
  const lines = isValue(current) ? known.values(current) : candidates(words, known, around)
  const safe = lines.filter(([word]) => harmless.test(word))
  const directive =
    safe.length === 0 ? 0 : safe.every(([word]) => word.endsWith('=')) ? noFiles | noSpace : noFiles
  const shown = safe.map(([word, about]) => `${word}\t${escapeVisible(about)}\n`)
  return `${shown.join('')}:${directive}\n`
}

/** Whether a word is the value of an argument, which only its tool knows. */
function isValue(word: string): boolean {
  return word.includes('=') && !word.startsWith('-')
}

type Candidate = readonly [word: string, about: string]

function candidates(words: readonly string[], known: KnownWords, around: Surroundings): Candidate[] {
  const program = programOf(around)
  const root = tab(program, { completionCommandName: 'completion' })
  const offer = (command: string, name: string, offered: readonly Candidate[]): void => {
    const { arguments: taken, options } = root.commands.get(command) ?? {}
    const found = taken?.get(name) ?? options?.get(name)
    if (found !== undefined)
      found.handler = (complete) => {
        // A tab in a description would stand for its end.
        for (const [word, about] of offered) complete(word, about.replaceAll(/\s+/g, ' '))
      }
  }
  offer('call', 'tool', known.tools)
  offer('tools', 'tool', known.tools)
  offer('help', 'name', [...known.commands, ...known.tools])
  offer('call', 'arguments', known.keys)
  for (const command of ['replay', 'sessions show', 'sessions export', 'sessions remove'])
    offer(command, 'id', known.sessions)
  for (const command of ['list', 'remove', 'log', 'login', 'logout'])
    offer(`mcp ${command}`, 'name', known.servers)
  offer('mcp trust', 'names', known.servers)
  for (const command of ['explain', 'policy replay']) offer(command, 'session', known.sessions)
  for (const command of ['run', 'code']) offer(command, 'resume', known.sessions)
  offer('web', 'open', known.sessions)
  const text = printed(() => root.parse([...words]))
  return text.split('\n').flatMap((line): Candidate[] => {
    const [word = '', about = ''] = line.split('\t')
    return word === '' || word.startsWith(':') ? [] : [[word, about]]
  })
}
