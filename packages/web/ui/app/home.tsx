import { escapeVisible } from '@millrace/protocol'
import type { About } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { Problem } from '../kit/problem.tsx'
import { SessionLink } from '../sessions/session-link.tsx'
import { sessionList } from '../sessions/sessions.ts'
import { about, aboutProblem, loadAbout } from './about.ts'
import { addressOf } from './route.ts'
import { StartBox } from './start-box.tsx'
import { appWords } from './words.ts'

/** Where the workbench begins: something new, or one of the latest sessions. */
export function Home(): JSX.Element {
  const words = appWords.value
  const now = about.value
  return (
    <div class="app-page app-home">
      <h1>
        {words.homeTitle}
        {now !== undefined && <span class="app-home-folder">{escapeVisible(now.folderName)}</span>}
      </h1>
      <p class="app-lead">{words.homeText}</p>
      {now === undefined && <Problem problem={aboutProblem.value} onRetry={() => void loadAbout()} />}
      {now?.demo !== undefined && <Demo demo={now.demo} />}
      {now !== undefined &&
        (now.modelProblem === undefined ? <StartBox /> : <NoModel problem={now.modelProblem} />)}
      <Latest />
    </div>
  )
}

function NoModel({ problem }: { readonly problem: NonNullable<About['modelProblem']> }): JSX.Element {
  const words = appWords.value
  return (
    <section class="app-no-model-box" aria-label={words.noModelTitle}>
      <h2>{words.noModelTitle}</h2>
      <p>{escapeVisible(problem.message, { lines: true })}</p>
      {problem.hints.length > 0 && (
        <ul>
          {problem.hints.map((hint) => (
            <li key={hint}>{escapeVisible(hint, { lines: true })}</li>
          ))}
        </ul>
      )}
      <h3>{words.without}</h3>
      <ul class="app-without">
        <li>
          <a href={addressOf({ page: 'tools' })}>{words.tryTools}</a>
        </li>
        <li>
          <a href={addressOf({ page: 'code' })}>{words.tryCode}</a>
        </li>
        <li>
          <a href={addressOf({ page: 'rules' })}>{words.tryRules}</a>
        </li>
      </ul>
    </section>
  )
}

function Demo({ demo }: { readonly demo: NonNullable<About['demo']> }): JSX.Element {
  const words = appWords.value
  return (
    <section class="app-demo" aria-label={words.demo}>
      <h2>{words.demo}</h2>
      <p>{words.demoText}</p>
      <p class="app-demo-prompt">{escapeVisible(demo.prompt, { lines: true })}</p>
      {demo.session !== undefined && (
        <p>
          <a href={addressOf({ page: 'session', id: demo.session })}>{words.demoSee}</a>
        </p>
      )}
    </section>
  )
}

const mostLatest = 6

function Latest(): JSX.Element | null {
  const words = appWords.value
  const sessions = sessionList.value?.sessions ?? []
  if (sessions.length === 0) return null
  const latest = sessions.toSorted((one, other) => other.lastAt - one.lastAt).slice(0, mostLatest)
  return (
    <section class="app-latest" aria-label={words.latest}>
      <h2>{words.latest}</h2>
      <ul>
        {latest.map((entry) => (
          <li key={entry.id}>
            <SessionLink entry={entry} withFolder />
          </li>
        ))}
      </ul>
    </section>
  )
}
