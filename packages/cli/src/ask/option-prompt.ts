import { escapeVisible } from '@millrace/protocol'
import type { Answer, PutQuestion } from '@millrace/toolbox'
import { deafAtFirst } from './deaf-at-first.ts'
import type { PressedKey, PromptInput } from './prompt-input.ts'
import type { outputStream } from './output-stream.ts'

/** What the prompts of one call share. */
export interface PromptScreen {
  readonly input: PromptInput
  readonly output: ReturnType<typeof outputStream>
  readonly signal: AbortSignal
}

/** The value of the option that asks for words. */
const inWords = -1

/**
 * A question with options to choose from, by number or with the arrows. Whoever starts to type answers in own words.
 * Prompts do not hear the keyboard themselves, as letters would move the choice.
 */
export class OptionPrompt {
  private readonly question: PutQuestion
  private readonly screen: PromptScreen
  private isDeaf = (): boolean => true
  /** What the prompt's own cursor stands on. */
  private cursor = 0
  private isInWords = false
  private phase: 'choosing' | 'typed ahead' | 'typing' | 'over' = 'choosing'
  private readonly ahead: PressedKey[] = []

  constructor(question: PutQuestion, screen: PromptScreen) {
    this.question = question
    this.screen = screen
  }

  /** Asks; `undefined` once the person closes the question. */
  async ask(): Promise<Answer | undefined> {
    const { isCancel } = await import('@clack/prompts')
    const picked = await this.picked()
    if (isCancel(picked)) return undefined
    const values = [picked].flat()
    const chosen = this.question.options
      .filter((_, index) => values.includes(index))
      .map(({ label }) => label)
    if (!values.includes(inWords)) return { chosen }
    const words = await this.words()
    return typeof words === 'symbol' ? undefined : { chosen, text: words ?? '' }
  }

  /** Takes a key of the person. */
  hear(pressed: PressedKey): void {
    if (this.phase === 'typing') return this.screen.input.press(pressed)
    if (this.phase === 'typed ahead') return void this.ahead.push(pressed)
    if (this.phase === 'over' || this.isDeaf()) return
    this.choose(pressed)
  }

  private get count(): number {
    return this.question.options.length + 1
  }

  private get isMultiple(): boolean {
    return this.question.multiple === true
  }

  private async picked(): Promise<number | number[] | symbol> {
    const { multiselect, select } = await import('@clack/prompts')
    const { header, question, options, byDefault = [] } = this.question
    const topic = header === undefined ? '' : `${shown(header)}: `
    const message = `${topic}${shown(question)}`
    // A hint is shown beside the option under the cursor alone, which is otherwise known by its colour only.
    const here = this.isMultiple ? 'here' : ''
    const offered = [
      ...options.map(({ label, description = here }, value) => {
        return { value, label: `${value + 1}  ${shown(label)}`, hint: shown(description) }
      }),
      { value: inWords, label: `${this.count}  something else, in your own words`, hint: here },
    ]
    const atFirst = options.flatMap(({ label }, value) => (byDefault.includes(label) ? [value] : []))
    const [first = 0] = this.isMultiple ? [] : atFirst
    this.cursor = first
    const picked = this.isMultiple
      ? multiselect({ ...this.screen, message, options: offered, initialValues: atFirst, required: false })
      : select({ ...this.screen, message, options: offered, initialValue: first })
    this.isDeaf = deafAtFirst()
    return picked
  }

  private async words(): Promise<string | undefined | symbol> {
    const { text } = await import('@clack/prompts')
    const words = text({ ...this.screen, message: 'In your own words' })
    this.phase = 'typing'
    for (const pressed of this.ahead.splice(0)) this.screen.input.press(pressed)
    return words
  }

  private choose(pressed: PressedKey): void {
    const act = this.acts.get(meaningOf(pressed))
    if (act !== undefined) return act()
    const { text = '', key, isAlone } = pressed
    if (key.ctrl === true || key.meta === true || !/^[^\p{C}\p{Z}]/u.test(text)) return
    const number = isAlone && /^[1-9]$/.test(text) ? Number(text) : Infinity
    if (number > this.count) return this.answerInWords(pressed)
    this.moveTo(number - 1)
    if (this.isMultiple) this.toggle()
    else this.submit()
  }

  private readonly acts: ReadonlyMap<string, () => void> = new Map([
    ['escape', () => this.close()],
    ['ctrl+c', () => this.close()],
    ['ctrl+d', () => this.close()],
    ['up', () => this.move(-1)],
    ['left', () => this.move(-1)],
    ['down', () => this.move(1)],
    ['right', () => this.move(1)],
    ['return', () => this.submit()],
    ['enter', () => this.submit()],
    ['space', () => this.isMultiple && this.toggle()],
  ])

  private answerInWords(first: PressedKey): void {
    this.moveTo(this.count - 1)
    if (this.isMultiple && !this.isInWords) this.toggle()
    this.submit()
    this.ahead.push(first)
  }

  private move(by: number): void {
    this.cursor = (this.cursor + by + this.count) % this.count
    this.screen.input.pressNamed(by < 0 ? 'up' : 'down')
  }

  private moveTo(place: number): void {
    while (this.cursor < place) this.move(1)
    while (this.cursor > place) this.move(-1)
  }

  private toggle(): void {
    if (this.cursor === this.count - 1) this.isInWords = !this.isInWords
    this.screen.input.pressNamed('space')
  }

  private submit(): void {
    const asksForWords = this.isMultiple ? this.isInWords : this.cursor === this.count - 1
    this.phase = asksForWords ? 'typed ahead' : 'over'
    this.screen.input.pressNamed('return')
  }

  private close(): void {
    this.phase = 'over'
    this.screen.input.pressNamed('escape')
  }
}

function meaningOf({ key: { name = '', ctrl = false } }: PressedKey): string {
  return ctrl ? `ctrl+${name}` : name
}

/** A text of a model on one row, or as many as the terminal breaks it into. */
export function shown(words: string): string {
  return escapeVisible(words.replaceAll(/\s+/g, ' ').trim())
}
