import { openSession } from '../session/store/session-store.ts'
import { beginSession } from './begin.ts'
import { showHelp, useKeys } from './keys.ts'
import { detailsOpen, showDetails } from './panels.ts'
import { go } from './route.ts'
import { appWords } from './words.ts'

/** The keys that work wherever the page is. */
export function usePageKeys(): void {
  const words = appWords.value
  useKeys(
    {
      '?': () => showHelp(true),
      'g n': beginSession,
      'g s': () => go({ page: 'home' }),
      'g t': () => go({ page: 'tools' }),
      'g c': () => go({ page: 'code' }),
      'g m': () => go({ page: 'servers' }),
      'g r': () => go({ page: 'rules' }),
      d: () => (openSession.peek() === undefined ? false : showDetails(!detailsOpen.peek())),
    },
    {
      label: words.everywhere,
      words: {
        '?': words.keyHelp,
        'g n': words.keyNew,
        'g s': words.keySessions,
        'g t': words.keyTools,
        'g c': words.keyCode,
        'g m': words.keyServers,
        'g r': words.keyRules,
        ...(openSession.value !== undefined && { d: words.keyDetails }),
      },
      ofPage: true,
    },
  )
}
