import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { FoundInSessions } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { addressOf, routedSession } from '../app/route.ts'
import { Problem } from '../kit/problem.tsx'
import { found, words as wanted } from './found.ts'
import { marked } from './marked.ts'
import { sessionsWords } from './words.ts'

/** Where the words that are searched for occur. */
export function FoundList(): JSX.Element {
  const words = sessionsWords.value
  const search = found.value
  return (
    <div class="sessions-scroll">
      <p class="sessions-status" role="status">
        {search.state === 'asked' && words.searching}
        {search.state === 'found' && told(search.found)}
      </p>
      {search.state === 'failed' && <Problem problem={search.problem} />}
      {search.state === 'found' && <Hits hits={search.found.hits} />}
    </div>
  )
}

function told({ hits, more }: FoundInSessions): string {
  const words = sessionsWords.value
  if (hits.length === 0) return words.nothingFound
  const all = words.found(`${count(hits.length)}${more ? '+' : ''}`)
  return more ? `${all}. ${words.more}` : all
}

function Hits({ hits }: { readonly hits: FoundInSessions['hits'] }): JSX.Element {
  const words = sessionsWords.value
  return (
    <ul class="sessions-hits" aria-label={words.search}>
      {hits.map(({ id, seq, title, excerpt }) => (
        <li key={`${id} ${seq}`}>
          <a
            class="sessions-hit"
            href={addressOf({ page: 'session', id })}
            aria-current={routedSession.value === id ? 'page' : undefined}
          >
            <span class="sessions-name">{title === '' ? words.untitled : escapeVisible(title)}</span>
            <span class="sessions-excerpt">
              <Marked text={escapeVisible(excerpt)} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Marked({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {marked(text, wanted.value).map(({ text: part, isFound }, index) =>
        isFound ? <mark key={index}>{part}</mark> : part,
      )}
    </>
  )
}
