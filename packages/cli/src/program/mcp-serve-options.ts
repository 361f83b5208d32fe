import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { ServeRequest } from '../serve/serve.ts'
import { UsageError } from '../usage-error.ts'
import type { CommonOptions } from './command-options.ts'

/** What `millrace mcp serve` takes. */
export interface McpServeOptions extends CommonOptions, AnswerFlags {
  readonly gateway?: boolean
  readonly withTools?: boolean
  /** True without a port. */
  readonly http?: string | true
  /** True without a client. */
  readonly printConfig?: string | true
  readonly code?: boolean
  readonly codeOnly?: boolean
  readonly runtime?: RuntimeName
  readonly search?: boolean
  readonly tools?: string
  readonly structured: boolean
  readonly session: boolean
  readonly runSandboxed?: boolean
  readonly permissionMode?: string
  readonly sandbox?: string
}

/** The options that make the same request again. */
export function serveWords(request: ServeRequest): string[] {
  const { gateway, mode, runtime, isSearched, only, structured, isKept, answers, flags, runsSandboxed } =
    request
  const { approveAll = false, approveReads = false, denyAll = false } = answers
  const given: readonly (readonly [isGiven: boolean, ...words: string[]])[] = [
    [gateway !== 'no', '--gateway'],
    [gateway === 'with tools', '--with-tools'],
    [mode === 'both', '--code'],
    [mode === 'code', '--code-only'],
    [runtime !== undefined, '--runtime', runtime ?? ''],
    [isSearched, '--search'],
    [only !== undefined, '--tools', only?.join(',') ?? ''],
    [!structured, '--no-structured'],
    [!isKept, '--no-session'],
    [runsSandboxed, '--run-sandboxed'],
    [approveAll, '--approve-all'],
    [approveReads, '--approve-reads'],
    [denyAll, '--deny-all'],
    [flags.permissionMode !== undefined, '--permission-mode', flags.permissionMode ?? ''],
    [flags.sandbox !== undefined, '--sandbox', flags.sandbox ?? ''],
  ]
  return given.flatMap(([isGiven, ...words]) => (isGiven ? words : []))
}

/**
 * What is to be served.
 * @param folder - absolute.
 * @throws UsageError where options contradict each other.
 */
export function serveRequest(options: McpServeOptions, folder: string): ServeRequest {
  requireSense(options)
  const { runtime, search = false, structured, session, tools, runSandboxed = false } = options
  const { permissionMode, sandbox, approveAll = false, approveReads = false, denyAll = false } = options
  return {
    folder,
    gateway: gatewayOf(options),
    mode: modeOf(options),
    isSearched: search,
    only: tools === undefined ? undefined : namesIn(tools),
    structured,
    isKept: session,
    answers: { approveAll, approveReads, denyAll },
    flags: { permissionMode, sandbox },
    runsSandboxed: runSandboxed,
    runtime,
  }
}

function requireSense({ code, codeOnly, withTools, gateway, runtime }: McpServeOptions): void {
  if (code === true && codeOnly === true)
    throw new UsageError('--code and --code-only contradict each other', ['give one of them'])
  if (withTools === true && gateway !== true)
    throw new UsageError('--with-tools is for --gateway; without it the tools are served anyway')
  if (runtime !== undefined && code !== true && codeOnly !== true)
    throw new UsageError('--runtime is for programs, and none are served', ['add --code'])
}

function gatewayOf({ gateway, withTools }: McpServeOptions): ServeRequest['gateway'] {
  if (gateway !== true) return 'no'
  return withTools === true ? 'with tools' : 'alone'
}

function modeOf({ code, codeOnly }: McpServeOptions): ServeRequest['mode'] {
  if (codeOnly === true) return 'code'
  return code === true ? 'both' : 'native'
}

function namesIn(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  if (names.includes(''))
    throw new UsageError(`--tools "${list}" names no tool where it is empty`, [
      'for example: --tools read,grep',
    ])
  return names
}
