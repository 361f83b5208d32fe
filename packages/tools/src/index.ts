import './events.ts'

export {
  executionAsked,
  type ToolApprovalAnswer,
  type ToolApprovalRequest,
  type ToolApprovalService,
} from './contract/approval.ts'
export type { PostToolDecision, PreToolDecision, ToolGuard, ToolRestriction } from './contract/decision.ts'
export type { ToolDefinition, ToolEffects, ToolOutputDefinition, ToolTouches } from './contract/definition.ts'
export type {
  Agent,
  AgentEvents,
  ToolDispatchExecution,
  ToolExecution,
  ToolExecutionInput,
  ToolExecutionMode,
  ToolExecutionToken,
  ToolProgress,
  ToolRunContext,
} from './contract/execution.ts'
export type {
  CodeDispatchLog,
  CodeTransport,
  InterruptedCall,
  ToolPresentationMode,
  ToolSelection,
  TransportSection,
} from './contract/mode.ts'
export type {
  ToolExecutionFailure,
  ToolExecutionResult,
  ToolExecutionSuccess,
  ToolFailure,
} from './contract/result.ts'
export type { StagedAdmission, StagedCall } from './call/staged.ts'
export type { StagedOutcome } from './call/staged-outcome.ts'
export { createTools, type CreateToolsOptions } from './create-tools.ts'
export {
  CodeRuntimeMissingError,
  ToolCallInputError,
  ToolDecisionError,
  ToolNotFoundError,
  ToolOutputError,
} from './errors.ts'
export { defineContentToolFixture, type ContentToolFixtureSpec } from './define/content-fixture.ts'
export { defineTool } from './define/define-tool.ts'
export type { OutputSource, ParametersSource, ToolOutputSpec, ToolSpec } from './define/spec.ts'
export {
  canContinueCall,
  offeredSchemas,
  presentationMode,
  provideSelection,
  toolDefinitions,
  transportSections,
} from './presented.ts'
export { provideTransport } from './provide-transport.ts'
export { reservedName as transportName } from './registry/check-definition.ts'
export type { ToolLayerPlace, ToolVisibility } from './registry/explain.ts'
export { providerNames } from './registry/provider-names.ts'
export { schemaView } from './schema-view.ts'
export { ToolRuntime, ToolRuntime as ToolRegistry, type ToolRuntimeConfig } from './service.ts'
export { stageCall } from './stage-call.ts'
export { ToolRuntime as default } from './service.ts'
export type * from './presentation.ts'
export type {
  CallId,
  ContentBlock,
  JsonValue,
  ToolErrorInfo,
  ToolResult,
  ToolSchema,
  UserMessage,
} from '@millrace/protocol'
export type { Scoped, ScopeKey } from '@millrace/scope'
export {
  assertObjectJsonSchema,
  assertSupportedJsonSchema,
  HarnessError,
  isHarnessError,
  JsonSchemaError,
  parameterSchemaSpecToJsonSchema,
  ToolArgsError,
  validateArgs,
  validateJsonSchemaValue,
  valueSchemaSpecToJsonSchema,
  type ArrayValueSchemaSpec,
  type BooleanValueSchemaSpec,
  type InferArgs,
  type InferValue,
  type IntegerValueSchemaSpec,
  type JsonSchemaNode,
  type JsonSchemaScalar,
  type JsonSchemaType,
  type JsonValueSchemaSpec,
  type NullValueSchemaSpec,
  type NumberValueSchemaSpec,
  type ObjectJsonSchema,
  type ObjectValueSchemaSpec,
  type OneOfValueSchemaSpec,
  type ParameterPropertySpec,
  type ParameterSchemaSpec,
  type StringValueSchemaSpec,
  type ValueSchemaSpec,
} from '@millrace/schema'
