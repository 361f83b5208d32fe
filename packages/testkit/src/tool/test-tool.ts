import { text, type CallId, type JsonValue } from '@millrace/protocol'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'

/** What a test says of a tool; everything has a default. */
export interface TestToolSpec extends Partial<Omit<ToolDefinition, 'execute'>> {
  /** What its body returns; its arguments unless given. */
  readonly returns?: JsonValue
  /** Its body, in place of `returns`. */
  readonly execute?: (args: unknown, exec: ToolRunContext) => unknown
}

/** One run of a test tool's body. */
export interface TestToolRun {
  readonly callId: CallId
  readonly args: unknown
  readonly signal: AbortSignal
}

/** A tool that keeps what it was called with. */
export interface TestTool extends ToolDefinition {
  /** The runs of its body so far, in order. */
  readonly runs: readonly TestToolRun[]
}

/**
 * A tool for a test: `echo`, which takes any object and returns it, unless the specification says otherwise. Its value may be any
 * JSON, which is shown as such.
 */
export function testTool(spec: TestToolSpec = {}): TestTool {
  const { returns, execute, ...members } = spec
  const runs: TestToolRun[] = []
  const body = execute ?? ((args: unknown) => returns ?? args)
  return {
    name: 'echo',
    description: 'A tool for a test.',
    parameters: { type: 'object' },
    output: { schema: {}, render: (_args, value) => [text(JSON.stringify(value))] },
    ...members,
    runs,
    execute: async (args, exec) => {
      runs.push({ callId: exec.callId, args, signal: exec.signal })
      return body(args, exec)
    },
  }
}
