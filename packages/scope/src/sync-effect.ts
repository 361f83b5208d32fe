import { Context, CordisError, type EffectMeta, type Fiber } from '@deepseek-ai/cordis'

// FiberState.UNLOADING: the enum is erased from the published package.
const unloading = 5

/**
 * An effect of a fiber whose setup and undo are synchronous: `fiber.effect` without the two stack traces that
 * it takes for each effect in case an asynchronous one fails. The fiber owns the disposer in the same way, so
 * that a composite effect may yield it, and it is shown among the fiber's effects.
 * @param run - does it, and returns its undo; when it throws, nothing is left behind.
 * @returns the disposer; calling it again does nothing.
 */
export function syncEffect(fiber: Fiber, label: string, run: () => () => void): () => void {
  fiber.assertActive()
  if ((fiber.state as number) === unloading) throw new CordisError('INACTIVE_EFFECT')
  let undo: (() => void) | undefined
  let live = true
  const dispose = (): void => {
    if (!live) return
    live = false
    remove()
    undo?.()
  }
  const meta: EffectMeta = { label, children: [] }
  // Owned before it runs: what it causes may unload the fiber, and then it is undone as soon as it is set up.
  const remove = fiber._disposables.push(Object.assign(dispose, { [Context.effect]: meta }))
  try {
    undo = run()
  } catch (error) {
    live = false
    remove()
    throw error
  }
  if (!live) undo()
  return dispose
}
