import { show } from '@millrace/cards'
import type { MessageReceipt } from '@millrace/web/wire'
import { about } from '../../app/about.ts'
import type { WhatCanBeDone } from './what-can-be-done.ts'
import { words } from './words.ts'

/** Why nothing can be sent; empty where something can. */
export function hindranceWords(can: WhatCanBeDone['words']): string {
  const { offOpening, offGone, offElsewhere, offFolder, offModel } = words.value
  switch (can) {
    case 'opening':
      return offOpening
    case 'gone':
      return offGone
    case 'elsewhere':
      return offElsewhere
    case 'other folder':
      return offFolder
    case 'no model':
      return offModel(show(about.value?.modelProblem?.message ?? ''))
    case 'start':
    case 'steer':
      return ''
  }
}

/** What became of the last words. */
export function statusWords(isSending: boolean, receipt: MessageReceipt['kind'] | undefined): string {
  const { sending, started, steered, queued } = words.value
  if (isSending) return sending
  return receipt === undefined ? '' : { started, steered, queued }[receipt]
}
