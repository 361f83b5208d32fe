import type { Context } from '@deepseek-ai/cordis'
import { isHarnessError } from '@millrace/protocol'
import type { SessionAgent } from '../contract/agent.ts'
import type { AgentModel, ModelAnswer } from '../contract/model.ts'
import type { AgentStep, ComingStep } from '../contract/step.ts'
import { wordsOf } from '../prompt/words-of.ts'
import type { WindowRules } from './contract.ts'
import { notice } from './notice.ts'
import { pruningOf } from './pruning.ts'
import { bytesOfToken, weightOf, weightOfEntry } from './size.ts'
import { summaryOf } from './summary.ts'
import { pastOf, transcriptOf } from './transcript.ts'

const by = 'context-window'

/** UTF-16 units of a transcript where no window is known. */
const usualRoom = 200_000

/** Results that are too small to count stay even when a provider refused the request. */
const smallestBytes = 200

/** What is known of an agent's requests. */
interface Known {
  /** Tokens of the last request as the provider counted them, and what it weighed. */
  measured?: { readonly tokens: number; readonly weight: number }
  /** The step that is under way. */
  coming?: ComingStep
  /** The turn in which a summary failed; it is not tried again before the next one. */
  failedTurn?: number
}

/** Keeps the requests of agents within what their models take. */
export class WindowKeeper {
  readonly #ctx: Context
  readonly #rules: WindowRules
  readonly #known = new WeakMap<SessionAgent, Known>()

  constructor(ctx: Context, rules: WindowRules) {
    this.#ctx = ctx
    this.#rules = rules
  }

  /** Makes the past shorter before a step where it has come near the window. */
  async before(step: ComingStep): Promise<void> {
    const known = this.#of(step.agent)
    known.coming = step
    const window = this.#windowOf(step.agent)
    if (window === undefined) return
    const { share, lowShare, keepRecentResults, minBytes, summarise } = this.#rules
    const tokens = estimate(step, known)
    if (tokens <= window * share) return
    const enough = (tokens - window * lowShare) * bytesOfToken
    const saved = this.#prune(step, { keepRecent: keepRecentResults, minBytes, unread: false }, enough)
    if (tokens - saved / bytesOfToken <= window * share || summarise === undefined) return
    await this.#summarise(step, known)
  }

  /** Makes a request, and once more with a shorter past where the provider finds it too long. */
  async during(step: AgentStep, next: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
    const known = this.#of(step.agent)
    let weight = weightOf(step.conversation)
    let answer: ModelAnswer
    try {
      answer = await next()
    } catch (error) {
      if (!isTooLong(error) || step.signal.aborted) throw error
      const saved = await this.#shrink(step, known)
      if (saved <= 0) {
        notice(
          this.#ctx,
          step,
          'the conversation is too long for the model, and nothing more of it can be left out',
        )
        throw error
      }
      weight = weightOf(step.conversation)
      answer = await next()
    }
    const tokens = answer.usage?.input ?? 0
    // Some providers count nothing.
    if (tokens > 0) known.measured = { tokens, weight }
    return answer
  }

  /** After a refusal: half of the past, first by results, then by a summary. Returns the weight that is saved. */
  async #shrink(step: AgentStep, known: Known): Promise<number> {
    const { coming } = known
    if (coming === undefined || coming.turn !== step.turn || coming.step !== step.step) return 0
    const enough = weightOf(step.conversation) / 2
    const rules = { keepRecent: 0, minBytes: Math.min(smallestBytes, this.#rules.minBytes), unread: true }
    const saved = this.#prune(coming, rules, enough)
    if (saved >= enough || this.#rules.summarise === undefined) return saved
    return saved + (await this.#summarise(coming, known))
  }

  #prune(
    step: ComingStep,
    rules: { keepRecent: number; minBytes: number; unread: boolean },
    enough: number,
  ): number {
    const isRepeatable = (tool: string): boolean => this.#ctx.tools.get(tool, step.agent)?.effects === 'none'
    const { results, saved } = pruningOf(step.conversation, { ...rules, isRepeatable }, enough)
    if (results.length > 0) step.prune([...results], by)
    return saved
  }

  /** A summary that fails is told of, and the turn goes on: the provider decides what is too long. */
  async #summarise(step: ComingStep, known: Known): Promise<number> {
    const past = pastOf(step.conversation, step.turn)
    if (past === undefined || known.failedTurn === step.turn) return 0
    const { model: writer, instructions } = this.#rules.summarise ?? {}
    const model = writer ?? step.agent.model
    try {
      if (model === undefined) throw new Error('no model is known for it: give summarise.model')
      const before = step.conversation.summary
      const transcript = transcriptOf(before, past.entries, this.#roomOf(model))
      const { signal } = step
      const summary = await summaryOf(transcript, model, {
        signal,
        ...(instructions !== undefined && { instructions }),
      })
      step.summarise({ keptFrom: past.keptFrom, by, ...summary, model })
      const gone = past.entries.reduce((sum, entry) => sum + weightOfEntry(entry), 0)
      return gone + Buffer.byteLength(before ?? '') - Buffer.byteLength(summary.text)
    } catch (error) {
      if (step.signal.aborted) throw error
      known.failedTurn = step.turn
      notice(this.#ctx, step, `the past could not be summarised: ${wordsOf(error)}`)
      return 0
    }
  }

  #windowOf(agent: SessionAgent): number | undefined {
    return this.#rules.tokens ?? agent.model?.contextWindow
  }

  /** Half of the window, at fewer units a token than usual: a transcript that does not fit would help nobody. */
  #roomOf({ contextWindow }: AgentModel): number {
    const window = contextWindow ?? this.#rules.tokens
    return window === undefined ? usualRoom : Math.floor(window / 2) * 3
  }

  #of(agent: SessionAgent): Known {
    let known = this.#known.get(agent)
    if (known === undefined) {
      known = {}
      this.#known.set(agent, known)
    }
    return known
  }
}

/** Tokens of the coming request: what the provider counted last, and what came since. */
function estimate({ conversation }: AgentStep, { measured }: Known): number {
  const weight = weightOf(conversation)
  if (measured === undefined) return weight / bytesOfToken
  return Math.max(0, measured.tokens + (weight - measured.weight) / bytesOfToken)
}

function isTooLong(error: unknown): boolean {
  return isHarnessError(error) && error.code === 'MODEL_CONTEXT_LENGTH'
}
