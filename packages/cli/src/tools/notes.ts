import { searchVariables } from '../search-variables.ts'

const aboutJobs =
  'Jobs live no longer than the host that started them, so a single call from the command line finds none: this tool ' +
  'is for hosts that live on.'

/** What a person who types calls has to know of a built-in tool, and a model has not. */
export const notes: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    'From the command line, a job ends with the command that started it: background is for hosts that live on.',
  ],
  ['job_list', aboutJobs],
  ['job_output', aboutJobs],
  ['job_stop', aboutJobs],
  ['ask_user', 'It asks at the terminal: without one, the call fails.'],
])

/** How a tool is switched on that is not there; `undefined` where that is not what it needs. */
export function switchedOnBy(name: string): string | undefined {
  if (name !== 'web_search') return undefined
  const { searxng, brave } = searchVariables
  return `it is there once ${searxng} (the address of an instance) or ${brave} is set`
}
