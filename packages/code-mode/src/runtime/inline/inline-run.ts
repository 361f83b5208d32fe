import { messageOf } from '@millrace/protocol'
import type { Machine, MachineHost, Step } from '#guest/machine.js'
import type { MachineImage, MachineOutcome, MachineRequest, MachineRun } from '../../contract/runtime.ts'
import { Conversation } from '../conversation.ts'
import { cancelledMessage, failed } from '../outcome.ts'

type Waiting = (image: MachineImage | undefined) => void

/** A run on this thread: it computes in steps, and is somewhere else only while it waits. */
export class InlineRun implements MachineRun, MachineHost {
  readonly outcome: Promise<MachineOutcome>
  private readonly request: MachineRequest
  private readonly conversation: Conversation
  private machine: Machine | undefined
  private blocked: Extract<Step, { kind: 'blocked' }> | undefined
  private timer: NodeJS.Timeout | undefined
  private captures: Waiting[] = []
  private isOver = false
  /** Why it cannot go on once its machine computes no more. */
  private broken: string | undefined
  private settle: (outcome: MachineOutcome) => void = () => {}
  private readonly cancel = (): void => {
    // A machine that computes is asked by its interrupts; one that waits is asked here.
    if (this.blocked !== undefined || this.machine === undefined) {
      this.end(this.machine?.cancel() ?? failed('cancelled', cancelledMessage))
    }
  }

  constructor(request: MachineRequest) {
    this.request = request
    this.conversation = new Conversation(
      request,
      (replies) => this.step((machine) => machine.deliver(replies)),
      (message) => this.giveUp(message),
    )
    this.outcome = new Promise((resolve) => {
      this.settle = resolve
    })
    if (request.signal.aborted) this.end(failed('cancelled', cancelledMessage))
    else request.signal.addEventListener('abort', this.cancel, { once: true })
  }

  /** Begins, with a machine of its own. */
  begin(machine: Machine): void {
    if (this.isOver) {
      machine.dispose()
      return
    }
    this.machine = machine
    const { program, bindings, limits, image } = this.request
    this.step(() => machine.start(this, { program, bindings, limits, again: image !== undefined }))
  }

  /** Ends it where its machine cannot be used, or never could. */
  giveUp(reason: string): void {
    this.end(failed('runtime_died', reason))
  }

  stop(): void {
    this.end(this.machine?.cancel() ?? failed('cancelled', cancelledMessage))
  }

  stopped(): boolean {
    return this.request.signal.aborted || this.broken !== undefined
  }

  says(entry: string): void {
    try {
      this.request.onConsole?.(entry)
    } catch (error) {
      // It would be thrown into the program, with all that it says of the host.
      this.broken ??= `what hears the console failed: ${messageOf(error)}`
    }
  }

  capture(): Promise<MachineImage | undefined> {
    if (this.isOver) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.captures.push(resolve)
      this.serveCaptures()
    })
  }

  private step(compute: (machine: Machine) => Step): void {
    if (this.isOver || this.machine === undefined) return
    clearTimeout(this.timer)
    this.blocked = undefined
    try {
      this.arrived(compute(this.machine))
    } catch (error) {
      this.giveUp(`the machine failed: ${messageOf(error)}`)
    }
  }

  private arrived(step: Step): void {
    if (this.broken !== undefined) return this.giveUp(this.broken)
    if (step.kind === 'ended') return this.end(step.outcome)
    this.blocked = step
    if (step.timer >= 0) this.timer = setTimeout(() => this.step((machine) => machine.wake()), step.timer)
    this.conversation.made(step.calls)
    this.serveCaptures()
  }

  private serveCaptures(): void {
    if (this.captures.length === 0 || this.machine === undefined || this.blocked === undefined) return
    if (this.blocked.pending === 0) return
    const image = this.machine.image()
    for (const give of this.captures.splice(0)) give(image)
  }

  private end(outcome: MachineOutcome): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.timer)
    this.conversation.end()
    this.request.signal.removeEventListener('abort', this.cancel)
    this.machine?.dispose()
    this.machine = undefined
    for (const give of this.captures.splice(0)) give(undefined)
    this.settle(outcome)
  }
}
