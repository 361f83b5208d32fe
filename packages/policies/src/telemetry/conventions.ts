/**
 * The names of the OpenTelemetry conventions for generative AI, as of `semantic-conventions-genai` 0.1.0. They are still
 * in development and move, so that they stand here and not in a package that moves along.
 */
export const genAi = {
  operation: 'gen_ai.operation.name',
  executeTool: 'execute_tool',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolDescription: 'gen_ai.tool.description',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
  errorType: 'error.type',
  duration: 'gen_ai.execute_tool.duration',
} as const

/** What stands where a name would be one of endlessly many. */
export const otherValue = '_OTHER'

/** What the conventions have no word for. */
export const own = {
  principal: 'millrace.agent.principal',
  status: 'millrace.tool.status',
  decidedBy: 'millrace.tool.decided_by',
  rule: 'millrace.tool.rule',
  rootCallId: 'millrace.tool.call.root_id',
  stageEvent: 'millrace.tool.stage',
  stage: 'millrace.tool.stage.name',
  stageSource: 'millrace.tool.stage.source',
  stageDecision: 'millrace.tool.stage.decision',
  stageDuration: 'millrace.tool.stage.duration',
} as const

/** Seconds; the bounds that the conventions advise for the durations of operations. */
export const durationBounds = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
