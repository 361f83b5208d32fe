import type { JsonValue } from '@millrace/protocol'
import { HarnessError, ToolArgsError, validateArgs, type ParameterSchemaSpec } from '@millrace/schema'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'
import { runCodeWording } from '../sdk/run-code-wording.ts'
import type { ProgramResult } from '../bridge/program-run.ts'
import { programMeta, programPresenter } from './present.ts'
import { renderResult } from './render-result.ts'

const parameters = {
  code: { type: 'string', required: true },
  description: { type: 'string', required: true },
} as const satisfies ParameterSchemaSpec

/** What runs behind `run_code`. */
export interface RunCodeParts {
  /** Of the runtime that is mounted now. */
  readonly language: () => string | undefined
  /** UTF-8 bytes of what a model reads of one result. */
  readonly shownBytes: number
  readonly run: (program: string, exec: ToolRunContext) => Promise<ProgramResult>
}

/** The definition of `run_code`. Its wording follows the language of the runtime that is mounted when it is read. */
export function runCodeDefinition({ language, shownBytes, run }: RunCodeParts): ToolDefinition {
  return {
    name: 'run_code',
    get description() {
      return runCodeWording(language()).description
    },
    get parameters() {
      return runCodeWording(language()).parameters
    },
    output: {
      schema: {
        type: 'object',
        properties: { logs: { type: 'array', items: { type: 'string' } }, result: {} },
        required: ['logs'],
        additionalProperties: false,
      },
      render: (_args, value) => renderResult(value, shownBytes),
      presentationMeta: (_args, value) => programMeta((value as unknown as ProgramResult).result),
    },
    async execute(args, exec) {
      const { code } = checkedArguments(args)
      return run(code, exec)
    },
    presentCall: (args) =>
      typeof args === 'object' && args !== null ? programPresenter.presentCall(args) : undefined,
    presentResult: (args, result) => programPresenter.presentResult(args, result),
  }
}

/** @throws ToolArgsError, HarnessError (`INVALID_ARGS`). */
function checkedArguments(args: unknown): { readonly code: string; readonly description: string } {
  const problems = validateArgs(parameters, args as JsonValue)
  if (problems.length > 0) throw new ToolArgsError(problems)
  const { code, description } = args as { code: string; description: string }
  if (description.trim() === '') {
    const mend = 'say in a few words what the program does, for the person who watches'
    throw new HarnessError('INVALID_ARGS', `invalid description: it is blank; ${mend}`)
  }
  return { code, description }
}
