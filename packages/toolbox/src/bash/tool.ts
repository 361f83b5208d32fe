import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { AbortError } from '../failures/abort-error.ts'
import { outputLimits } from '../shell/limits.ts'
import { refuseHalfCharacters } from '../text/refuse-half-characters.ts'
import { bounded } from '../workspace/bounded-argument.ts'
import { bashLimits } from './limits.ts'
import { bashMeta, presentBashCall, presentBashResult } from './present.ts'
import { renderBash } from './render.ts'
import { runBackground, runForeground, type Shell } from './run.ts'
import { bashSchema } from './value.ts'

const { timeoutMs: usual, mostTimeoutMs: most, commandBytes: mostBytes } = bashLimits

const ends = outputLimits.head / 1024

const description = (keepsJobs: boolean): string =>
  'Runs a command with "bash -c" and returns its output (standard output and error together); only the last line, in ' +
  'brackets, is not of the command and has the exit code. Each call starts anew in the workspace folder: cd and ' +
  'variables do not last; pass cwd instead. There is no terminal and no input, so pass flags that avoid questions. ' +
  `Of long output you get the first and last ${ends} KB${keepsJobs ? '; job_output reads the rest' : ''}. ` +
  (keepsJobs
    ? 'What a command leaves running becomes a job; start servers and watchers with background. '
    : 'What a command leaves running ends with the call. ') +
  'In a sandbox, settings and hooks of the folder are read-only, and empty folders there keep the places of missing ones. ' +
  'To find or read files use glob, grep and read.'

/** The `bash` tool. */
export function bashTool(shell: Shell): ToolDefinition {
  return defineTool({
    name: 'bash',
    description: description(shell.keepsJobs),
    additionalProperties: false,
    parameters: {
      command: { type: 'string', required: true, description: `At most ${mostBytes} bytes.` },
      description: {
        type: 'string',
        description: 'What it does, in 5 to 10 words, for the person who watches.',
      },
      cwd: { type: 'string', description: 'Folder to start in. Default: the workspace.' },
      timeoutMs: {
        type: 'integer',
        description: `After this all its processes are ended. Default ${usual}, none in the background; at most ${most}.`,
      },
      background: {
        type: 'boolean',
        description: shell.keepsJobs
          ? 'Return at once with a job id, for job_output, job_list and job_stop.'
          : 'Only look whether it starts: it ends with the call.',
      },
    },
    output: {
      schema: bashSchema,
      render: ({ timeoutMs }, value) => renderBash(value, timeoutMs),
      presentationMeta: (_, value) => bashMeta(value),
    },
    timeoutMs: most + bashLimits.endMs,
    effects: 'other',
    isConcurrencySafe: () => false,
    touches: ({ command, cwd = '.' }) => ({
      paths: [{ path: cwd, access: 'read' }],
      argv: [['bash', '-c', command]],
    }),
    presentCall: presentBashCall,
    presentResult: presentBashResult,
    execute: async (args, exec) => {
      const { cwd = '.', background = false } = args
      const command = runnable(args.command)
      const timeoutMs = args.timeoutMs ?? (background ? undefined : usual)
      if (timeoutMs !== undefined) bounded('timeoutMs', timeoutMs, 1, most)
      const folder = await shell.operations.folder(cwd, exec.signal)
      if (exec.signal.aborted) throw new AbortError()
      const request = { command, folder, cwd, timeoutMs }
      return background ? runBackground(shell, request, exec.signal) : runForeground(shell, request, exec)
    },
  })
}

/** Refuses what would run as something else than what is shown, or not at all. */
function runnable(command: string): string {
  const refuse = (problem: string): never => {
    throw new ToolArgsError([`"command" ${problem}`])
  }
  // The length alone shows of a huge one that it is too long, without a look at its characters.
  if (command.length > mostBytes || Buffer.byteLength(command) > mostBytes) {
    refuse(`must have at most ${mostBytes} bytes in UTF-8; write a longer one to a file and run that`)
  }
  if (command.trim() === '') refuse('must not be empty')
  if (command.includes('\0')) refuse('must not hold a NUL character; write it as \\0 for printf')
  refuseHalfCharacters('command', command)
  return command
}
