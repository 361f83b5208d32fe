import { messageOf } from '@millrace/protocol'
import { signal } from '@preact/signals'
import type { ComponentType, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Problem } from '../kit/problem.tsx'
import { appWords } from './words.ts'

/** A part of the page whose code is fetched when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  const trouble = signal<string | undefined>(undefined)
  const fetchPart = async (): Promise<void> => {
    trouble.value = undefined
    try {
      loaded.value = await load()
    } catch (error) {
      trouble.value = messageOf(error)
    }
  }
  return function Part(props: Props): JSX.Element | null {
    useEffect(() => {
      if (loaded.peek() === undefined) void fetchPart()
    }, [])
    const Loaded = loaded.value
    if (Loaded !== undefined) return <Loaded {...props} />
    if (trouble.value === undefined) return null
    const message = `${appWords.value.pageFailed}: ${trouble.value}`
    return (
      <div class="app-page">
        {/* A browser does not ask again for a module that it failed to fetch. */}
        <Problem problem={{ code: 'PART_NOT_LOADED', message }} onRetry={() => location.reload()} />
      </div>
    )
  }
}
