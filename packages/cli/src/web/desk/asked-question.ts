import { systemClock } from '@millrace/host'
import { escapeVisible, type JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ApprovalQuestion } from '@millrace/policies/approval'
import type { AskedQuestion, RuleOffer } from '@millrace/web/wire'
import { askedCard } from '../../ask/asked-card.ts'
import { foreignArguments } from '../../ask/foreign-arguments.ts'
import { foreseen } from '../../ask/foreseen.ts'
import { offerOf } from '../../ask/offer.ts'
import { riskNotes } from '../../ask/risk-notes.ts'
import type { Workspace } from '../../workspace.ts'
import { sessionOf } from '../sessions/session-of.ts'
import type { SessionFacts } from './session-facts.ts'

/** A question as a page is shown it, without secrets. */
export async function askedQuestion(
  question: ApprovalQuestion,
  workspace: Workspace,
  facts: SessionFacts,
  signal: AbortSignal,
): Promise<AskedQuestion> {
  const { requestId, hash, nonce, kind, reason } = question
  const askedAt = systemClock.now()
  const pending = askedCard(question, workspace)
  const { card, notes } = await foreseen(pending, question, workspace, signal)
  const foreign = foreignArguments(pending, question, workspace)?.call
  const details = foreign?.card === 'generic' ? printJson(foreign.rawInput as JsonValue) : undefined
  const rule = ruleOf(question, workspace)
  const offer = wireOffer(question, workspace)
  const shown = {
    card,
    notes: [...notes, ...riskNotes(pending, question, workspace)].map((note) => note.replace(/^note: /, '')),
    ...(details !== undefined && { details }),
    ...(reason !== undefined && { reason }),
    ...(rule !== undefined && { rule }),
  }
  return {
    requestId,
    hash,
    nonce,
    kind,
    ...originOf(question, facts),
    cwd: workspace.root,
    ...redacted(shown, workspace),
    ...(offer !== undefined && { offer }),
    askedAt,
  }
}

/** What would be changed is read from files, and may have what the arguments have not. */
function redacted<T extends object>(shown: T, { ctx }: Workspace): T {
  // Cards are plain data.
  return (ctx.get('redaction')?.json(shown as unknown as JsonValue) as T | undefined) ?? shown
}

function originOf(
  question: ApprovalQuestion,
  facts: SessionFacts,
): Pick<AskedQuestion, 'session' | 'callId' | 'onBehalfOf'> {
  const logged = facts.sessionOf(question.requestId)
  if (question.kind !== 'call') return logged === undefined ? {} : { session: logged }
  const { callId, execution } = question
  const session = logged ?? sessionOf(execution.agent)
  const agentId = (execution.agent as { readonly id?: string } | undefined)?.id
  const onBehalfOf = facts.onBehalfOf(callId, agentId)
  return {
    ...(session !== undefined && { session }),
    callId,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
  }
}

/** The rule because of which somebody is asked; none where the mode asks, or another policy does. */
function ruleOf(question: ApprovalQuestion, { ctx }: Workspace): AskedQuestion['rule'] {
  if (question.kind !== 'call') return undefined
  const { name, arguments: args, agent } = question.execution
  // The pipeline made a snapshot of them, which is lossless JSON.
  const { decisive } = ctx.get('permissions')?.judge(name, args as JsonValue, agent) ?? {}
  if (decisive?.verdict !== 'ask' || decisive.rule === undefined) return undefined
  const { rule, place } = decisive.rule
  return { rule, source: place ?? decisive.layer ?? '' }
}

function wireOffer(question: ApprovalQuestion, { ruleFiles = [] }: Workspace): RuleOffer | undefined {
  const offer = offerOf(question, ruleFiles)
  if (offer === undefined) return undefined
  const files = offer.files.map(({ path, label }) => ({ path, label: escapeVisible(label) }))
  return { suggested: offer.suggested, files, isEditable: offer.isEditable }
}
