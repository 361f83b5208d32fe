import { signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'

/** What a key does. A `false` leaves it to what was registered before. One that is held down comes again (`repeat`). */
export type KeyAction = (event: KeyboardEvent) => void | false

/** Keys by name: what `KeyboardEvent.key` says (`j`, `O`, `Enter`, `?`), or two of those in a row (`g s`). */
export type KeyMap = Readonly<Record<string, KeyAction>>

/** How the help tells of keys. */
export interface KeyOptions {
  /** What they are about, as a heading. */
  readonly label: string
  /** What each of them does; those without words are not told of. */
  readonly words?: Readonly<Record<string, string>>
  /** They do nothing while this is false; they do without it. */
  readonly isActive?: boolean
  /** They are of the whole page: those of its parts come first. */
  readonly ofPage?: boolean
}

/** Keys that are registered, as the help shows them. */
export interface KeyGroup {
  readonly label: string
  readonly keys: readonly { readonly key: string; readonly does: string }[]
}

interface Registered {
  readonly keys: () => KeyMap
  readonly options: () => KeyOptions
}

const registered = signal<readonly Registered[]>([])

/** All groups that are registered now, those of the whole page first. */
export function keyGroups(): readonly KeyGroup[] {
  const groups = new Map<string, { key: string; does: string }[]>()
  for (const { keys, options } of registered.value) {
    const { label, words = {}, isActive = true } = options()
    if (!isActive) continue
    const told = Object.keys(keys()).flatMap((key) => {
      const does = words[key]
      return does === undefined ? [] : [{ key, does }]
    })
    groups.set(label, [...(groups.get(label) ?? []), ...told])
  }
  return [...groups].flatMap(([label, keys]) => (keys.length === 0 ? [] : [{ label, keys }]))
}

/** Whether the help is open. */
const help = signal(false)
export const helpOpen: ReadonlySignal<boolean> = help

/** Opens or closes the help. */
export function showHelp(open: boolean): void {
  help.value = open
}

/**
 * Registers keys for as long as the component is there. They do nothing while somebody types, with Ctrl, Alt or Meta, while
 * a character is being composed, or while a dialog is open; of those that are registered twice the latest counts.
 */
export function useKeys(keys: KeyMap, options: KeyOptions): void {
  const latest = useRef({ keys, options })
  latest.current = { keys, options }
  useEffect(() => {
    const own: Registered = { keys: () => latest.current.keys, options: () => latest.current.options }
    const others = registered.peek()
    registered.value = latest.current.options.ofPage === true ? [own, ...others] : [...others, own]
    return () => {
      registered.value = registered.peek().filter((each) => each !== own)
    }
  }, [])
}

/** For how many milliseconds the first of two keys waits for the second. */
const patience = 1_200

let first: { readonly key: string; readonly at: number } | undefined

window.addEventListener('keydown', (event) => {
  if (isForOthers(event)) return
  const begun = first !== undefined && event.timeStamp - first.at < patience ? first.key : undefined
  first = undefined
  if (begun !== undefined) {
    // The second key of no pair is a mistake, and must not answer or open what it means alone.
    if (pressed(`${begun} ${event.key}`, event)) event.preventDefault()
    return
  }
  if (beginsPair(event.key)) {
    first = { key: event.key, at: event.timeStamp }
    return
  }
  if (pressed(event.key, event)) event.preventDefault()
})

function pressed(key: string, event: KeyboardEvent): boolean {
  for (const { keys, options } of registered.peek().toReversed()) {
    const { isActive = true } = options()
    const map = keys()
    const action = isActive && Object.hasOwn(map, key) ? map[key] : undefined
    if (action !== undefined && action(event) !== false) return true
  }
  return false
}

function beginsPair(key: string): boolean {
  return registered
    .peek()
    .some(({ keys }) => Object.keys(keys()).some((each) => each.startsWith(`${key} `) && each !== key))
}

/** What is pressed by a control itself, such as Enter on a button. */
const controls = 'a[href], button, summary, select, [role="tab"], [role="slider"]'
const fields =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, select'

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event)) return true
  if (event.ctrlKey || event.altKey || event.metaKey) return true
  const { target } = event
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest(fields) !== null) return true
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && target.closest(controls) !== null) return true
  }
  return document.querySelector('dialog:modal') !== null
}
