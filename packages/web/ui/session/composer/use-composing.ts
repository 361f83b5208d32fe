import type { Card } from '@millrace/cards'
import type { MessageReceipt } from '@millrace/web/wire'
import { signal, useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { addressPart } from '../../api/address-part.ts'
import { post } from '../../api/api.ts'
import { about } from '../../app/about.ts'
import { toEndOf } from '../conversation/to-end.ts'
import type { OpenSession } from '../store/open-session.ts'
import { deed, type Deed } from '../../kit/deed.ts'
import { draftOf, type Draft } from './draft.ts'
import { usePressedTwice, type PressedTwice } from './use-pressed-twice.ts'
import { whatCanBeDone, type WhatCanBeDone } from './what-can-be-done.ts'

/** Writing to the agent of a session. */
export interface Composing {
  readonly can: WhatCanBeDone
  /** Whether nothing can be sent now. */
  readonly isOff: boolean
  readonly canSubmit: boolean
  /** Whether the last turn was cut off with its process, and nothing of it can go on. */
  readonly isCutOff: boolean
  readonly draft: Draft
  readonly send: Deed<[text: string]>
  readonly interrupt: Deed<[]>
  readonly goOn: Deed<[]>
  /** What became of the words that were sent last, until others are typed, or the turn that they began is seen. */
  readonly receipt: MessageReceipt['kind'] | undefined
  /** Interrupts by the second press. */
  readonly twice: PressedTwice
  readonly type: (text: string) => void
  /** Sends the draft, where there is one and it can be sent. */
  readonly submit: () => void
}

function isOpenProgram({ tool, status }: Card): boolean {
  return tool === 'run_code' && (status === 'running' || status === 'waiting')
}

/** Keeps the draft of a session, and sends it. */
export function useComposing(session: OpenSession): Composing {
  const { draft, send, interrupt, goOn, receipt, isSeen } = useMemo(() => deedsOf(session), [session])
  useSignalEffect(() => {
    if (receipt.value === 'started' && isSeen()) receipt.value = undefined
  })
  const can = whatCanBeDone({
    phase: session.phase.value,
    activity: session.activity.value,
    about: about.value,
    isProgramOpen: session.moment.value === undefined && session.view.value.cards.some(isOpenProgram),
  })
  const isOff = can.words !== 'start' && can.words !== 'steer'
  const isRunning = session.moment.value === undefined && session.view.value.running !== undefined
  const isCutOff =
    can.words === 'start' && session.activity.value?.at === 'nowhere' && isRunning && !can.canGoOn
  const canSubmit = !isOff && !send.isUnderWay.value && draft.text.value.trim() !== ''
  const twice = usePressedTwice(() => void interrupt.start())
  return {
    can,
    isOff,
    canSubmit,
    isCutOff,
    draft,
    send,
    interrupt,
    goOn,
    twice,
    receipt: receipt.value,
    type: (text) => {
      receipt.value = undefined
      send.forgetProblem()
      draft.change(text)
    },
    submit: () => {
      if (canSubmit) void send.start(draft.text.value)
    },
  }
}

function deedsOf(session: OpenSession) {
  const { id, events } = session
  const path = `/api/sessions/${addressPart(id)}`
  const draft = draftOf(id)
  const receipt = signal<MessageReceipt['kind'] | undefined>(undefined)
  let sentAfter = 0
  const send = deed(async (text: string) => {
    sentAfter = events.length
    receipt.value = (await post<MessageReceipt>(`${path}/messages`, { text })).kind
    draft.change('')
    toEndOf(id)
  })
  const interrupt = deed(async () => void (await post(`${path}/interrupt`)))
  const goOn = deed(async () => void (await post(`${path}/go-on`)))
  const isSeen = (): boolean => hasBegun(session, sentAfter)
  return { draft, receipt, send, interrupt, goOn, isSeen }
}

/** Whether a turn runs, or began after so many events. */
function hasBegun({ activity, events, version }: OpenSession, after: number): boolean {
  // Events are no signal: this is what tells that there are more.
  void version.value
  if (activity.value?.at === 'here' && activity.value.status === 'running') return true
  for (let at = after; at < events.length; at++) if (events.at(at).type === 'turn/start') return true
  return false
}
