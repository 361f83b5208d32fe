import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { ServerEntry } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { addressOf } from '../app/route.ts'
import { deed } from '../kit/deed.ts'
import { Problem } from '../kit/problem.tsx'
import { serversWords } from './words.ts'

/** One server: how it stands, how it is reached, what it offers, and a way to start it again. */
export function ServerView({
  server,
  onRestarted,
}: {
  readonly server: ServerEntry
  readonly onRestarted: () => void
}): JSX.Element {
  const words = serversWords.value
  const { name, state, isConnected } = server
  return (
    <article class="servers-server" aria-label={escapeVisible(name)} data-connected={isConnected}>
      <header>
        <h2>{escapeVisible(name)}</h2>
        <span class="servers-state">
          <span aria-hidden="true">{isConnected ? '●' : '○'}</span> {escapeVisible(state)}
          <span class="visually-hidden">, {isConnected ? words.connected : words.notConnected}</span>
        </span>
        {server.canRestart && <Restart name={name} onRestarted={onRestarted} />}
      </header>
      <ServerFacts server={server} />
      <ServerTools tools={server.tools} />
    </article>
  )
}

function ServerFacts({ server }: { readonly server: ServerEntry }): JSX.Element {
  const words = serversWords.value
  const { launch, source, era, version, lastError, hint, problems = [] } = server
  const facts: readonly (readonly [name: string, text: string | undefined, kind?: string])[] = [
    [words.lastError, lastError, 'servers-error'],
    ...problems.map((problem) => [words.problems, problem, 'servers-error'] as const),
    [words.hint, hint, 'servers-hint'],
    [words.launch, launch, 'servers-code'],
    [words.source, source],
    [words.era, era],
    [words.version, version],
  ]
  return (
    <dl>
      {facts.map(
        ([name, text, kind], at) =>
          text !== undefined && (
            <div key={at} class={kind}>
              <dt>{name}</dt>
              <dd>{escapeVisible(text, { lines: true })}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function ServerTools({ tools }: { readonly tools: ServerEntry['tools'] }): JSX.Element {
  const words = serversWords.value
  if (tools.length === 0) return <p class="kit-quiet">{words.noTools}</p>
  return (
    <details>
      <summary>{tools.length === 1 ? words.oneTool : words.tools(count(tools.length))}</summary>
      <ul>
        {tools.map(({ name, description, problem }) => (
          <li key={name}>
            <a href={addressOf({ page: 'tools', tool: name })}>
              <code>{escapeVisible(name)}</code>
            </a>{' '}
            <span class="kit-quiet">{escapeVisible(description)}</span>
            {problem !== undefined && (
              <p class="servers-problem">{escapeVisible(problem, { lines: true })}</p>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Restart({
  name,
  onRestarted,
}: {
  readonly name: string
  readonly onRestarted: () => void
}): JSX.Element {
  const words = serversWords.value
  const said = useSignal('')
  const starting = useMemo(
    () => deed(async () => void (await post(`/api/servers/${addressPart(name)}/restart`))),
    [name],
  )
  const isBusy = starting.isUnderWay.value
  const restart = async (): Promise<void> => {
    said.value = ''
    if (await starting.start()) said.value = words.restarted(escapeVisible(name))
    onRestarted()
  }
  return (
    <>
      <button type="button" class="kit-button" disabled={isBusy} onClick={() => void restart()}>
        {isBusy ? words.restarting : words.restart}
        <span class="visually-hidden"> {escapeVisible(name)}</span>
      </button>
      <span class="visually-hidden" role="status">
        {said.value}
      </span>
      <Problem problem={starting.problem.value} />
    </>
  )
}
