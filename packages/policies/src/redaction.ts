export type { Redaction, RedactionConfig } from './redaction/contract.ts'
export { redaction } from './redaction/plugin.ts'
export { redactedOutput, type StartProgram } from './redaction/redacted-output.ts'
