import { printJson } from '@millrace/schema'
import type { ApprovalQuestion, SuggestedRules } from '@millrace/policies/approval'
import type { JsonValue } from '@millrace/protocol'
import { hostUrl } from '../host-url.ts'
import type { Workspace } from '../workspace.ts'

/** What a person refused for the rest of a session. */
export class LastingRefusals {
  readonly #workspace: Pick<Workspace, 'ctx'>
  readonly #rules: SuggestedRules[] = []
  readonly #exact = new Set<string>()

  constructor(workspace: Pick<Workspace, 'ctx'>) {
    this.#workspace = workspace
  }

  /** @param rules - what is refused; nothing but this very call where there are none. */
  add(question: ApprovalQuestion, rules: SuggestedRules): void {
    if (rules.length > 0) this.#rules.push(rules)
    else this.#exact.add(sameness(question))
  }

  /** Whether something like this was refused: what the rules would have allowed. */
  covers(question: ApprovalQuestion): boolean {
    if (this.#exact.has(sameness(question))) return true
    if (question.kind === 'step') return false
    const wanted =
      question.kind === 'call'
        ? question.execution
        : { name: 'web_fetch', arguments: { url: hostUrl(question.host, question.port) }, agent: undefined }
    const { permissions } = this.#workspace.ctx
    const args = wanted.arguments as JsonValue
    return this.#rules.some(
      (rules) => permissions.try(rules, wanted.name, args, wanted.agent).verdict === 'allow',
    )
  }
}

function sameness(question: ApprovalQuestion): string {
  switch (question.kind) {
    case 'call': {
      const { name, arguments: args } = question.execution
      return `call ${name} ${printJson(args as JsonValue)}`
    }
    case 'host':
      return `host ${question.host}:${question.port}`
    case 'step':
      return `step ${question.callId}`
  }
}
