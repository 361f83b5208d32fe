import type { Editor, PermissionQuestion, WholeDiff } from '@millrace/acp'
import type { JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ApprovalFrontEnd, ApprovalQuestion, ApprovalReply } from '@millrace/policies/approval'
import { askedCard } from '../ask/asked-card.ts'
import { foreignArguments } from '../ask/foreign-arguments.ts'
import { foreseen } from '../ask/foreseen.ts'
import { riskNotes } from '../ask/risk-notes.ts'
import type { Workspace } from '../workspace.ts'
import { LastingRefusals } from './lasting-refusals.ts'
import { lastingRefusal, permissionChoices, type OfferedChoice } from './permission-choices.ts'

/** As logs call whoever sits at the terminal, or before the editor, so that cards say "you". */
const person = 'user'

/** Whoever sits before the editor: sees what is asked about, and chooses one of the answers that are offered. */
export function editorApprovals(
  workspace: Workspace,
  editor: Pick<Editor, 'askPermission'>,
): ApprovalFrontEnd {
  const refusals = new LastingRefusals(workspace)
  return {
    name: person,
    async ask(question, signal): Promise<ApprovalReply | undefined> {
      if (refusals.covers(question)) return { kind: 'deny', message: lastingRefusal }
      const choices = permissionChoices(question, workspace.ruleFiles ?? [])
      const asked = await shownQuestion(question, choices, workspace, signal)
      if (signal.aborted) return undefined
      const id = await editor.askPermission(asked, signal)
      const chosen = choices.find((choice) => choice.id === id)
      // Whatever is no answer that was offered is no.
      if (chosen === undefined) return { kind: 'deny', message: 'the question was closed without an answer' }
      if (chosen.refuses !== undefined) refusals.add(question, chosen.refuses)
      return chosen.reply
    },
  }
}

async function shownQuestion(
  question: ApprovalQuestion,
  choices: readonly OfferedChoice[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PermissionQuestion> {
  const pending = askedCard(question, workspace)
  const { card, notes } = await foreseen(pending, question, workspace, signal)
  const { reason } = question
  const foreign = foreignArguments(pending, question, workspace)?.call
  const details = foreign?.card === 'generic' ? printJson(foreign.rawInput as JsonValue) : undefined
  return {
    card,
    isCall: question.kind === 'call',
    ...(reason !== undefined && { reason }),
    notes: [...notes, ...riskNotes(pending, question, workspace)],
    ...(details !== undefined && { details }),
    diffs: await wholeDiffs(question, workspace, signal),
    choices: choices.map(({ id, kind, name }) => ({ id, kind, name })),
  }
}

/** The files that a call of a built-in tool would change, whole; none where that is not known. */
async function wholeDiffs(
  question: ApprovalQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly WholeDiff[]> {
  if (question.kind !== 'call') return []
  const { name, arguments: args, agent = workspace.agent } = question.execution
  const change = await workspace.changes?.(name, args, signal, agent)
  if (change === undefined) return []
  const plain = (text: string): string => workspace.ctx.get('redaction')?.text(text) ?? text
  const { path, before, after } = change
  return [{ path, oldText: before === undefined ? null : plain(before), newText: plain(after) }]
}
