import type { Explanation } from './explanation.ts'

/** An explanation for machines. */
export function explanationReport(explanation: Explanation): object {
  const { session, call, status, untraced, argumentsSha256 = null, rule, omission, failure } = explanation
  const { number, callId, tool, argumentsText, at, seq, turn, step, agent, parent, trace, result } = call
  return {
    session,
    number,
    callId,
    tool,
    ...(turn !== undefined && { turn, step }),
    ...(agent !== undefined && { agent }),
    ...(parent !== undefined && { parent }),
    seq,
    at,
    arguments: call.args ?? null,
    argumentsText,
    argumentsSha256,
    status,
    by: trace?.by ?? null,
    rule: rule === undefined ? null : { rule: rule.text, ...rule.now },
    stages: trace?.stages ?? null,
    ...(untraced !== undefined && { untraced }),
    questions: call.questions.map(({ asked, askedAt, answer, answeredAt }) => ({
      reason: asked.reason ?? null,
      argumentsHash: asked.argumentsHash,
      askedAt,
      answeredAt: answeredAt ?? null,
      outcome: answer?.outcome ?? null,
      by: answer?.by ?? null,
      message: answer?.message ?? null,
    })),
    grants: call.grants,
    result:
      result === undefined
        ? null
        : { at: result.at, isError: result.isError, error: result.error ?? null, failure: failure ?? null },
    omission: omission ?? null,
    spills: call.spills,
  }
}
