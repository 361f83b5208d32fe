import { escapeVisible } from '@millrace/protocol'
import { printJson, type JsonValue } from '@millrace/schema'
import type { ServedQuestion, ServedReply } from './contract.ts'
import type { Elicitation } from './open-question.ts'
import { membersOf } from '../is-record.ts'

/** A question in the form that clients put to people: a message, and a choice. */
export interface ApprovalForm {
  readonly params: Elicitation
  /** What each choice means; whatever is none of them denies. */
  readonly replies: ReadonlyMap<string, ServedReply>
}

/** What the form is made with. */
export interface FormMeans {
  /** The arguments as a person may see them; of a question about a call. */
  readonly shown: JsonValue | undefined
  readonly ruleFile: { readonly label: string; readonly path: string } | undefined
}

const deny = 'deny'
/** In UTF-16 units: what is longer is shown by its two ends, so that nothing hides behind a long middle unsaid. */
const longestText = 4_000
/** A longer rule is no rule that a person reads before saying yes. */
const longestRule = 300
const longestWords = 1_000

/** Makes the form of a question. */
export function approvalForm(question: ServedQuestion, { shown, ruleFile }: FormMeans): ApprovalForm {
  const replies = new Map<string, ServedReply>([['allow once', { kind: 'once' }]])
  const [rules] = question.suggestions
  const named = rules?.map((rule) => escapeVisible(rule))
  // What has to be escaped to be seen is not what would be saved.
  if (rules !== undefined && named?.every((rule, at) => rule === rules[at] && rule.length <= longestRule)) {
    const list = named.join(', ')
    replies.set(`allow until the server ends: ${list}`, { kind: 'session', rules })
    if (ruleFile !== undefined)
      replies.set(`always allow, in ${escapeVisible(ruleFile.label)}: ${list}`, {
        kind: 'always',
        rules,
        file: ruleFile.path,
      })
  }
  const requestedSchema = {
    type: 'object' as const,
    properties: {
      answer: { type: 'string' as const, title: 'Answer', enum: [...replies.keys(), deny] },
      words: { type: 'string' as const, title: 'Words for the model (optional)', maxLength: longestWords },
    },
    required: ['answer'],
  }
  return { params: { mode: 'form', message: messageOf(question, shown), requestedSchema }, replies }
}

/** What an answer means. Only an explicit yes of a person allows anything. */
export function replyTo({ replies }: ApprovalForm, answer: unknown): ServedReply {
  const { action, content } = membersOf(answer)
  if (action !== 'accept') return { kind: 'deny' }
  const { answer: choice, words } = membersOf(content)
  const message = typeof words === 'string' ? words.trim().slice(0, longestWords).toWellFormed() : ''
  const reply = typeof choice === 'string' ? replies.get(choice) : undefined
  return reply ?? { kind: 'deny', ...(message !== '' && { message }) }
}

function messageOf(question: ServedQuestion, shown: JsonValue | undefined): string {
  const { reason } = question
  const because = reason === undefined ? [] : ['', `Why it asks: ${within(bounded(reason))}`]
  return [...subjectOf(question, shown), ...because].join('\n')
}

function subjectOf({ kind, execution, host, port }: ServedQuestion, shown: JsonValue | undefined): string[] {
  if (kind === 'host') return [`May commands reach ${escapeVisible(host ?? '')}:${port ?? ''}?`]
  if (kind === 'step' || execution === undefined) return ['May the agent go on?']
  return [`May this call of ${escapeVisible(execution.name)} run?`, '', ...argumentLines(shown)]
}

/** A row for each argument: a command reads as it runs, and not as a text of JSON. */
function argumentLines(shown: JsonValue | undefined): string[] {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown))
    return [bounded(printJson(shown ?? {}))]
  const entries = Object.entries(shown)
  if (entries.length === 0) return ['without arguments']
  const rows = entries.map(([name, value]) => {
    const text = typeof value === 'string' ? value : printJson(value)
    return `${escapeVisible(name)}: ${within(bounded(text))}`
  })
  return rows.length <= mostRows
    ? rows
    : [...rows.slice(0, mostRows), `(${rows.length - mostRows} more arguments)`]
}

const mostRows = 40

/** Lines of a text that cannot be taken for rows of the form. */
function within(value: string): string {
  return value.replaceAll('\n', '\n    ')
}

/** A text with everything visible; of a long one both ends, and how much stands between them. */
function bounded(value: string): string {
  const shown = escapeVisible(value, { lines: true })
  if (shown.length <= longestText) return shown
  const end = longestText / 2
  const head = shown.slice(0, end).toWellFormed()
  const tail = shown.slice(-end).toWellFormed()
  return `${head}\n… ${shown.length - longestText} characters are left out here …\n${tail}`
}
