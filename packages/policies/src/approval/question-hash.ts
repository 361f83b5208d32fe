import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallId } from '@millrace/protocol'
import { canonicalJson, type JsonValue } from '@millrace/schema'
import type { ToolDefinition, ToolExecution } from '@millrace/tools'

/**
 * SHA-256 in hex of what a question about a call shows: the call, its frozen arguments, and the tool as it is defined
 * now.
 */
export function callHash(execution: Readonly<ToolExecution>, definition: ToolDefinition | undefined): string {
  const { name, callId, arguments: args } = execution
  const tool = definition === undefined ? null : definitionHash(definition)
  // The pipeline made a snapshot of the arguments, which is lossless JSON.
  return sha256(canonicalJson({ tool: name, definition: tool, callId, arguments: args as JsonValue }))
}

function definitionHash({ name, description, parameters }: ToolDefinition): string {
  return sha256(canonicalJson({ name, description, parameters: parameters as JsonValue }))
}

/** The same of a question about a host. */
export function hostHash(host: string, port: number): string {
  return sha256(canonicalJson({ host, port }))
}

/** The same of a question about a step of an agent. */
export function stepHash(callId: CallId, reason: string | undefined): string {
  return sha256(canonicalJson({ callId, reason: reason ?? null }))
}

/** Whether two texts are equal, found out in a time that says nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function sha256(text: string): string {
  return digest(text).toString('hex')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
