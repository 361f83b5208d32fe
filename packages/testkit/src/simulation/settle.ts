import type { World } from './world.ts'

const mostRescues = 200

/**
 * Lets time pass until something is done. Where nothing is left to happen and some wait for a cancellation, they are rescued;
 * where nobody does, it hangs, which is a problem.
 * @returns whether it is done.
 */
export async function settle(
  world: World,
  what: string,
  done: Promise<unknown>,
  rescue: () => void = () => undefined,
): Promise<boolean> {
  const { time, problems } = world
  for (let rescues = 0; rescues < mostRescues; rescues++) {
    const end = await time.runUntil(done)
    if (end === 'done') return true
    if (end === 'endless' || world.patient === 0) {
      problems.push(
        `${what}: ${end === 'stuck' ? 'hangs, and nothing is left to happen' : 'does not come to an end'}`,
      )
      return false
    }
    rescue()
  }
  problems.push(`${what}: those who wait for a cancellation are never cancelled`)
  return false
}

/** Lets everything happen that is still due. */
export async function drain({ time }: World): Promise<void> {
  await time.runUntil(new Promise(() => undefined))
}
