import type { ApprovalFrontEnd } from '@millrace/policies/approval'
import type { OpenWorkspace } from '../with-workspace.ts'
import { editedFile } from './tour-programs.ts'

/** What answers the question of the tour where nobody sits at a terminal. It is printed before it is used. */
export const tourRule = {
  rule: `Edit(${editedFile})`,
  reason: 'the tour leaves the project as it is; say what you would change',
} as const

/** Says no to what the rule is about, and gives up at everything else, as nothing else is asked in the tour. */
export const byTourRule: ApprovalFrontEnd = {
  name: `the rule of the tour, deny ${tourRule.rule}`,
  ask: (question) =>
    Promise.resolve(
      question.kind === 'call' && question.toolName === 'edit'
        ? { kind: 'deny', message: tourRule.reason }
        : { kind: 'deny', message: 'the tour answers nothing else' },
    ),
}

/** Never answers, as somebody who is away. @param heard - told once the question waits. */
export function byNobody(heard: () => void): ApprovalFrontEnd {
  return {
    name: 'somebody who is away',
    ask: (_question, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true })
        heard()
      }),
  }
}

/** The workspace with somebody who answers in the place of a terminal. */
export function answeredBy(open: OpenWorkspace, frontEnd: ApprovalFrontEnd): OpenWorkspace {
  return async (...given) => {
    const workspace = await open(...given)
    workspace.ctx.get('approval')?.addFrontEnd(frontEnd)
    return workspace
  }
}
