import { cutMiddle } from '@millrace/cards'
import { printJson } from '@millrace/schema'
import type { ApprovalFrontEnd, ApprovalQuestion, ApprovalReply } from '@millrace/policies/approval'
import type { Io, Keyboard } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import { askedCard, shownArguments } from './asked-card.ts'
import { foreignArguments } from './foreign-arguments.ts'
import { foreseen } from './foreseen.ts'
import { offerOf } from './offer.ts'
import type { Framed } from './question-frame.ts'
import { riskNotes } from './risk-notes.ts'
import { tryRules, type AskedExecution, type RuleTrial } from './rule-trial.ts'
import { TerminalQuestion } from './terminal-question.ts'

/** What the front end at the terminal needs. */
export interface TerminalApprovalsOptions {
  /** Questions stand on its standard error output. */
  readonly io: Io
  readonly openKeyboard: () => Keyboard
  readonly colour: ColourChoice
  readonly workspace: Workspace
  /** By this name whoever sits before a page answers, where there can be one. */
  readonly page?: string
  /** Gives the question the terminal alone; `undefined` where the signal aborts before. */
  readonly alone: <T>(signal: AbortSignal, use: () => Promise<T>) => Promise<T | undefined>
}

/** By this name the terminal answers. */
export const terminalName = 'terminal'

/** Whoever sits at the terminal: sees what is asked about on the standard error output, and answers by a key. */
export function terminalApprovals(options: TerminalApprovalsOptions): ApprovalFrontEnd {
  const asked: AskedExecution[] = []
  return {
    name: terminalName,
    async ask(question, signal) {
      const reply = await options.alone(signal, () => ask(question, signal, options, asked))
      if (question.kind === 'call') asked.push(question.execution)
      return reply
    },
  }
}

async function ask(
  question: ApprovalQuestion,
  signal: AbortSignal,
  { io, openKeyboard, colour, workspace, page }: TerminalApprovalsOptions,
  asked: readonly AskedExecution[],
): Promise<ApprovalReply | undefined> {
  const keyboard = openKeyboard()
  // The arguments were typed on it to their end.
  if (keyboard.readableEnded === true) return undefined
  const framed = await framedQuestion(question, workspace, signal)
  const attempt = (rules: readonly string[]): RuleTrial => {
    const { ctx } = workspace
    const permissions = ctx.get('permissions')
    if (question.kind !== 'call' || permissions === undefined) return { alsoAllows: [] }
    return tryRules(permissions, rules, question.execution, asked, ctx.get('redaction'))
  }
  const tell = (call: AskedExecution): string =>
    cutMiddle(`${call.name} ${printJson(shownArguments(call, workspace))}`, toldWidth, '...')
  const offer = offerOf(question, workspace.ruleFiles ?? [])
  return new TerminalQuestion({ io, keyboard, colour, signal, framed, offer, attempt, tell, page }).ask()
}

const titles = {
  call: 'may this call run?',
  host: 'may commands reach this host?',
  step: 'may the agent go on?',
} as const

const toldWidth = 70

async function framedQuestion(
  question: ApprovalQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Framed> {
  const pending = askedCard(question, workspace)
  const { card, notes } = await foreseen(pending, question, workspace, signal)
  const { reason } = question
  return {
    title: titles[question.kind],
    card,
    reason,
    details: foreignArguments(pending, question, workspace),
    notes: [...notes, ...riskNotes(pending, question, workspace)],
  }
}
