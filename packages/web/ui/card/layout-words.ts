import { english, type CardWords } from '@millrace/cards'
import { signal } from '@preact/signals'
import { language } from '../words/words.ts'

const japanese = signal<CardWords | undefined>(undefined)
let isAsked = false

/** What the layout of cards says, in the language of the page; in English for as long as the other is being fetched. */
export function layoutWords(): CardWords {
  if (language.value !== 'ja') return english
  if (!isAsked) {
    isAsked = true
    import('@millrace/cards/japanese').then(
      (words) => {
        japanese.value = words.japanese
      },
      () => {
        isAsked = false
      },
    )
  }
  return japanese.value ?? english
}
