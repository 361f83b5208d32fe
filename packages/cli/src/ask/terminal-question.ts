import { cutEnd } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { AnsweredElsewhere, ApprovalReply } from '@millrace/policies/approval'
import type { Io, Keyboard } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import { editRules, type RuleEditing } from './edit-rules.ts'
import { keyPress } from './key-press.ts'
import { longRules, rulesLine, withOtherFile, withOtherRules, type Offer } from './offer.ts'
import { keyRows, questionFrame, type Framed } from './question-frame.ts'
import { keysOf, type Choice } from './question-keys.ts'
import { typedLine } from './typed-line.ts'

/** Of a longer reason a model needs the start. In UTF-16 units. */
const longestReason = 2_000

/** Of a longer paste nobody needs the end. In columns. */
const longestKey = 20

/** What a question at the terminal needs. */
export interface TerminalQuestionOptions extends Pick<RuleEditing, 'attempt' | 'tell'> {
  readonly io: Io
  readonly keyboard: Keyboard
  readonly colour: ColourChoice
  readonly signal: AbortSignal
  readonly framed: Framed
  readonly offer: Offer | undefined
  /** By this name whoever sits before a page answers, where there can be one. */
  readonly page?: string | undefined
}

/** One question to whoever sits at the terminal, from its frame to its answer. */
export class TerminalQuestion {
  private readonly options: TerminalQuestionOptions
  private offer: Offer | undefined
  private isWhole = false
  /** How many rows of what is asked about were never on the screen. */
  private hidden = 0

  constructor(options: TerminalQuestionOptions) {
    this.options = options
    this.offer = options.offer
  }

  /** Asks; `undefined` where the person has gone, or somebody else answered. */
  async ask(): Promise<ApprovalReply | undefined> {
    const { keyboard, signal } = this.options
    this.draw()
    for (;;) {
      const pressed = await keyPress(keyboard, (key) => this.meant(key), signal)
      if (signal.aborted) return this.withdrawn()
      if (pressed === 'ended') return undefined
      const reply = pressed === 'interrupted' ? this.cancelled() : await this.act(pressed)
      if (signal.aborted) return this.withdrawn()
      if (reply !== 'ask again') return reply
    }
  }

  private act(choice: Choice): ApprovalReply | 'ask again' | Promise<ApprovalReply | 'ask again'> {
    switch (choice) {
      case 'once':
      case 'session':
      case 'always':
        return this.allow(choice)
      case 'deny':
        this.say('> deny')
        return { kind: 'deny' }
      case 'deny and say why':
        this.say('> deny and say why')
        return this.denyAndSayWhy()
      case 'edit':
        return this.edit()
      case 'show all':
        return this.showAll()
      case 'next rule':
      case 'last rule':
      case 'next file':
      case 'last file':
        return this.choose(choice)
    }
  }

  /** Nobody says yes to what was not shown. */
  private allow(kind: 'once' | 'session' | 'always'): ApprovalReply | 'ask again' {
    if (this.hidden > 0) {
      this.showAll()
      this.say('  only now it was shown as a whole: answer again')
      return 'ask again'
    }
    const { offer } = this
    if (kind === 'once' || offer === undefined) {
      this.say('> once')
      return { kind: 'once' }
    }
    const { rules, files, file } = offer
    const kept = files[file]
    if (kind === 'session' || kept === undefined) {
      this.say(`> this session: ${rulesLine(rules)}`)
      return { kind: 'session', rules }
    }
    this.say(`> always: ${rulesLine(rules)} -> ${escapeVisible(kept.label)}`)
    return { kind, rules, file: kept.path }
  }

  private async denyAndSayWhy(): Promise<ApprovalReply | 'ask again'> {
    const { keyboard, io, signal } = this.options
    this.say('  Enter denies; Esc goes back to the question')
    const typed = await typedLine(keyboard, io.stderr, '  why? ', signal)
    if (typed === 'interrupted') return this.cancelled()
    if (typed === 'escaped') return this.askAgain()
    const message = escapeVisible(typed.text.trim()).slice(0, longestReason)
    return message === '' ? { kind: 'deny' } : { kind: 'deny', message }
  }

  private async edit(): Promise<ApprovalReply | 'ask again'> {
    if (this.offer === undefined) return 'ask again'
    const edited = await editRules(this.offer, this.options)
    if (edited === 'interrupted') return this.cancelled()
    this.offer = edited
    return this.askAgain()
  }

  private choose(choice: 'next rule' | 'last rule' | 'next file' | 'last file'): 'ask again' {
    const by = choice.startsWith('next') ? 1 : -1
    if (this.offer !== undefined) {
      this.offer = choice.endsWith('rule') ? withOtherRules(this.offer, by) : withOtherFile(this.offer, by)
    }
    return this.askAgain()
  }

  private showAll(): 'ask again' {
    this.isWhole = true
    this.draw()
    return 'ask again'
  }

  private askAgain(): 'ask again' {
    const { io } = this.options
    for (const row of [...longRules(this.offer), ...keyRows(io, this.offer)]) this.say(`  ${row}`)
    return 'ask again'
  }

  private draw(): void {
    const { io, colour, framed } = this.options
    const { text, hidden } = questionFrame(framed, { io, colour, offer: this.offer, isWhole: this.isWhole })
    this.hidden = hidden
    io.stderr.write(text)
  }

  private meant(key: string): Choice | undefined {
    const choice = keysOf(this.offer, this.hidden > 0).get(key.length === 1 ? key.toLowerCase() : key)
    if (choice === undefined && key !== '') {
      this.say(`  "${cutEnd(key, longestKey, '...')}" is no answer`)
      this.askAgain()
    }
    return choice
  }

  private cancelled(): ApprovalReply | 'ask again' {
    // An abort looks the same to whoever reads keys.
    if (!this.options.signal.aborted) this.say('> cancelled')
    return { kind: 'cancel' }
  }

  private withdrawn(): undefined {
    const { signal, page } = this.options
    this.say(`> ${withdrawal(signal.reason, page)}`)
    return undefined
  }

  private say(row: string): void {
    this.options.io.stderr.write(`${row}\n`)
  }
}

/** Why an answer is not wanted any more. */
function withdrawal(reason: unknown, page: string | undefined): string {
  if (!isAnsweredElsewhere(reason)) return 'no answer is wanted any more'
  const { by, reply } = reason
  if (reply.kind === 'timeout') return 'nobody answered in time'
  if (reply.kind === 'gone') return 'cancelled'
  const who = by === page ? 'in the page' : `by ${escapeVisible(by)}`
  return `answered ${who}: ${reply.kind}`
}

function isAnsweredElsewhere(reason: unknown): reason is AnsweredElsewhere {
  return typeof reason === 'object' && reason !== null && 'by' in reason && 'reply' in reason
}
