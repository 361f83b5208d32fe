import { effect, signal, type ReadonlySignal } from '@preact/signals'
import { store, stored } from '../kit/stored.ts'

/** What a person wants: as the system has it, or one of both. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const system = signal(dark.matches)
dark.addEventListener('change', () => (system.value = dark.matches))

const choice = signal<ThemeChoice>(chosen())

/** What was chosen in this browser. */
export const themeChoice: ReadonlySignal<ThemeChoice> = choice

/** Looks like that from now on, and when the page is opened again. */
export function chooseTheme(wanted: ThemeChoice): void {
  choice.value = wanted
  store('theme', wanted)
}

function chosen(): ThemeChoice {
  const found = stored('theme')
  return found === 'light' || found === 'dark' ? found : 'system'
}

effect(() => {
  const isDark = choice.value === 'dark' || (choice.value === 'system' && system.value)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
})
