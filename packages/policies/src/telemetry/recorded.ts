import { escapeVisible, redactPointers, type JsonValue, type SecretRedactor } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ToolDefinition, ToolExecution, ToolExecutionResult } from '@millrace/tools'

/** Where there is a redaction service, spans are told nothing that it takes out. */
export type RedactionService = SecretRedactor & {
  argumentsOf(execution: Readonly<ToolExecution>): JsonValue
}

/** What spans may say: redacted first, cut then. */
export class Recorded {
  private readonly redaction: RedactionService | undefined
  private readonly most: number

  constructor(redaction: RedactionService | undefined, most: number) {
    this.redaction = redaction
    this.most = most
  }

  /** One line that somebody else wrote, such as an error message. */
  line(text: string): string {
    return escapeVisible(this.cut(this.redaction?.text(text) ?? text, 256))
  }

  argumentsOf(execution: Readonly<ToolExecution>, tool: ToolDefinition | undefined): string {
    const shown =
      this.redaction?.argumentsOf(execution) ??
      redactPointers((execution.arguments ?? null) as JsonValue, tool?.secrets ?? [])
    return this.cut(printJson(shown), this.most)
  }

  resultOf(result: Readonly<ToolExecutionResult>): string {
    const told: JsonValue = result.isError ? { error: result.error.message } : result.value
    return this.cut(printJson(this.redaction?.json(told) ?? told), this.most)
  }

  private cut(text: string, most: number): string {
    if (text.length <= most) return text
    // Never half a character.
    const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
    return `${start}… (${text.length - start.length} more)`
  }
}
