import type { Context } from '@deepseek-ai/cordis'
import { redactPointers, type JsonValue } from '@millrace/protocol'
import type { RedactionConfig } from './contract.ts'
import { growingRedactor } from './growing-redactor.ts'
import { PipelineRedactor } from './pipeline-redactor.ts'

/**
 * Takes configured secrets out of every outcome before a model, a program, a log or another policy sees it, and
 * provides `ctx.redaction` for whoever shows or stores something else. To be loaded after the other policies: it stands
 * around those that came before.
 *
 * @throws HarnessError `SECRET_TOO_SHORT` for a value that is too short to be told from ordinary text.
 */
export const redaction = {
  name: 'redaction',
  inject: ['tools'],
  apply(ctx: Context, { values }: RedactionConfig): void {
    const redactor = growingRedactor(values)
    const { tools } = ctx
    let stands = false
    const stand = (): void => {
      if (stands) return
      stands = true
      const outermost = { prepend: true }
      const pipeline = new PipelineRedactor(redactor)
      ctx.on('tools/pre-execute', (_exec, next) => pipeline.decision(next), outermost)
      ctx.on('tools/execute', (_exec, next) => pipeline.result(next), outermost)
      ctx.on('tools/post-execute', (_exec, result, next) => pipeline.review(result, next), outermost)
      ctx.on('tools/code-dispatch-log', (_dispatch, next) => pipeline.content(next), outermost)
    }
    ctx.provide('redaction', {
      ...redactor,
      add: (more) => {
        if (redactor.add(more)) stand()
      },
      argumentsOf: ({ name, agent, arguments: args }) =>
        redactor.json(redactPointers((args ?? null) as JsonValue, tools.get(name, agent)?.secrets ?? [])),
    })
    // Nothing stands in the way of calls where nothing is secret.
    if (values.length > 0) stand()
  },
}
