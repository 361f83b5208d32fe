import { duration, type Row, type Tone } from '@millrace/cards'
import type { ToolTraceStage } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { shortId } from '../run/session-choice.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { instantOf } from '../sessions/age.ts'
import { readSession } from '../sessions/read-session.ts'
import { tableRows, type Cell } from '../table.ts'
import { explanationOf, unknownOutcome, type Explanation } from './explanation.ts'
import { explanationReport } from './explanation-report.ts'
import { findCall } from './find-call.ts'
import type { RecordedCall, RecordedQuestion } from './recorded-call.ts'
import { recordedCalls } from './recorded-calls.ts'
import type { RulePlaces } from './rule-now.ts'

/** Which call of which session is to be explained. */
export interface ExplainRequest {
  readonly wanted: string
  readonly session: string
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Says why a recorded call ran or did not, stage by stage. */
export async function explainCall(request: ExplainRequest, io: Io): Promise<void> {
  const { header, events } = await readSession(request.session, request.folder, io)
  const call = findCall(request.wanted, recordedCalls(events), shortId(header.id))
  const explanation = await explanationOf(call, header, io.env)
  if (request.asJson) return writeJson(io.stdout, explanationReport(explanation))
  writeRows(io.stdout, io, request.colour, rowsOf(explanation, columnsOf(io.stdout, io.env)))
}

const tones: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ['done', 'done'],
  ['failed', 'failed'],
  ['denied', 'denied'],
  ['cancelled', 'cancelled'],
  ['allow', 'done'],
  ['ask', 'waiting'],
  ['deny', 'denied'],
  ['threw', 'failed'],
  ['block', 'denied'],
])

function toneOf(word: string): Tone {
  return tones.get(word) ?? 'plain'
}

function rowsOf(explanation: Explanation, width: number): Row[] {
  const { call, session, status, untraced } = explanation
  const { trace, questions, grants, spills } = call
  const by = trace?.by === undefined ? '' : `by ${trace.by}`
  return [
    ...tableRows(
      [
        [
          `call ${call.number}`,
          [call.tool, 'strong'],
          [status, toneOf(status)],
          by,
          [placeOf(call, session), 'quiet'],
        ],
      ],
      width,
    ),
    ...tableRows(factLines(explanation), width),
    ...(untraced === undefined ? [] : tableRows([[['  not told', 'quiet'], untraced]], width)),
    ...(trace === undefined ? [] : stageRows(trace.stages, width)),
    ...ruleRows(explanation, width),
    ...questions.flatMap((question) => tableRows(questionLines(question), width)),
    ...tableRows(
      grants.map((grant): Cell[] => ['  allowed', grant.rule, `by ${grant.by}`, `lasts ${grant.lasts}`]),
      width,
    ),
    ...tableRows(
      spills.map(({ path, bytes }): Cell[] => ['  kept', path, `${bytes} bytes`]),
      width,
    ),
  ]
}

/** `session 7f3a81c2, turn 1, step 2, id call_7` */
function placeOf({ turn, step, agent, parent, callId }: RecordedCall, session: string): string {
  return [
    `session ${shortId(session)}`,
    ...(turn === undefined ? [] : [`turn ${turn}, step ${step ?? 0}`]),
    ...(agent === undefined ? [] : [`sub-agent ${agent}`]),
    ...(parent === undefined ? [] : [`made by the program of call ${parent}`]),
    `id ${callId}`,
  ].join(', ')
}

const longestArguments = 2000

function factLines({ call, argumentsSha256, failure, omission }: Explanation): Cell[][] {
  const { argumentsText, at, result } = call
  const tail = argumentsText.length - longestArguments
  const text =
    tail > 0
      ? `${argumentsText.slice(0, longestArguments).toWellFormed()} … ${tail} more characters`
      : argumentsText
  // What closed a call of unknown outcome came later, and not with its end.
  const isTimed = result !== undefined && result.error?.code !== unknownOutcome
  const code = result?.error === undefined ? '' : ` (${result.error.code})`
  return [
    ['  arguments', text],
    ['  sha256', [argumentsSha256 ?? 'none: the arguments are no JSON', 'quiet']],
    ['  asked for', [instantOf(at) ?? '', 'quiet'], ...(isTimed ? [`took ${duration(result.at - at)}`] : [])],
    ...(failure === undefined ? [] : [[`  failure`, `${firstLine(failure)}${code}`]]),
    ...(omission === undefined ? [] : [['  left out', omission]]),
  ]
}

function firstLine(text: string): string {
  const line = /\S.*/.exec(text)?.[0] ?? ''
  return line.length > 500 ? `${line.slice(0, 500).toWellFormed()} …` : line
}

function stageRows(stages: readonly ToolTraceStage[], width: number): Row[] {
  const lines = stages.map(({ stage, source, decision = '', ms }): Cell[] => [
    `  ${stage}`,
    [decision, toneOf(decision)],
    source,
    [took(ms), 'quiet'],
  ])
  const titles = ['  stage', 'outcome', 'by', 'took'].map((title): Cell => [title, 'quiet'])
  return [[], ...tableRows([titles, ...lines], width)]
}

function took(ms: number): string {
  return ms < 10 ? `${ms.toFixed(2)} ms` : duration(ms)
}

function ruleRows({ rule }: Explanation, width: number): Row[] {
  if (rule === undefined) return []
  return [[], ...tableRows([['rule', [rule.text, 'strong']], ...nowLines(rule.now)], width)]
}

function nowLines(now: RulePlaces): Cell[][] {
  if ('unknown' in now) return [['  now', `where it stands now is not known: ${now.unknown}`]]
  if (now.found.length === 0)
    return [['  now', 'it stands in no settings of the folder any more, or it was given for the session']]
  return now.found.map(({ list, layer, place, reason }): Cell[] => [
    '  now',
    [list, toneOf(list)],
    place ?? layer,
    ...(reason === undefined ? [] : [`reason "${reason}"`]),
  ])
}

function questionLines({ asked, askedAt, answer, answeredAt }: RecordedQuestion): Cell[][] {
  const lines: Cell[][] = [
    ['question', textOf(asked.reason) ?? 'no reason was given'],
    ['  hash', [asked.argumentsHash, 'quiet']],
  ]
  if (answer === undefined) return [...lines, ['  answer', 'none: the log ends before it']]
  const waited = duration((answeredAt ?? askedAt) - askedAt)
  const message = textOf(answer.message)
  const words = message === undefined ? [] : [`"${message}"`]
  return [...lines, ['  answer', `${answer.outcome} by ${answer.by}, after ${waited}`, ...words]]
}

/** Of what a log may leave out, readers check nothing before. */
function textOf(said: unknown): string | undefined {
  return typeof said === 'string' ? said : undefined
}
