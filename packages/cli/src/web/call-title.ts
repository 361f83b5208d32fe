import { presentEvent, type Presenters } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'

/** What is called, with what. */
export interface TitledCall {
  readonly tool: string
  readonly argumentsText: string
}

/** What a card says that a call is about, without the name of its tool; and whether that is a command. */
export function callTitle(
  { tool, argumentsText }: TitledCall,
  presenters: Presenters,
): { readonly text: string; readonly isCommand: boolean } {
  const data = { turn: 1, step: 1, callId: 'call', name: tool, arguments: argumentsText }
  const event: SessionEvent<'tool/call'> = { seq: 0, time: 0, type: 'tool/call', data }
  const { call } = presentEvent(event, presenters, () => undefined)
  const title = call?.title ?? ''
  const isNamed = title.toLowerCase().startsWith(`${tool.toLowerCase()} `)
  return { text: isNamed ? title.slice(tool.length + 1) : title, isCommand: call?.card === 'terminal' }
}
