import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { store, stored } from '../kit/stored.ts'

/** The languages of the page. */
export type Language = 'en' | 'ja'

/** The language of the page: the one that was chosen here, else that of the browser where the page speaks it. */
export const language = signal<Language>(chosen() ?? (navigator.language.startsWith('ja') ? 'ja' : 'en'))

function chosen(): Language | undefined {
  const found = stored('language')
  return found === 'en' || found === 'ja' ? found : undefined
}

/** Speaks another language from now on, and when the page is opened again. */
export function speak(wanted: Language): void {
  language.value = wanted
  store('language', wanted)
  document.documentElement.lang = wanted
}

type Words = Readonly<Record<string, string | ((...facts: never[]) => string)>>

/** The same words in any language. */
type Spoken<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] }

/**
 * The words of one part of the page, in both languages; a word that one of them lacks is a mistake of the program.
 * @returns the words in the language of the page: read `.value` where they are shown.
 */
export function wordsOf<T extends Words>(all: {
  readonly en: T
  readonly ja: Spoken<NoInfer<T>>
}): ReadonlySignal<Spoken<T>> {
  return computed((): Spoken<T> => (language.value === 'ja' ? all.ja : all.en) as Spoken<T>)
}
