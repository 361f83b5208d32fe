import type { ServerEntry } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { onChanged } from '../desk/desk.ts'
import { Problem } from '../kit/problem.tsx'
import { useResource } from '../kit/resource.ts'
import { kitWords } from '../kit/words.ts'
import { ServerView } from './server-view.tsx'
import { serversWords } from './words.ts'
import './servers.css'

/** The servers of the Model Context Protocol that the folder declares. */
export function ServersPage(): JSX.Element {
  const words = serversWords.value
  const { value, problem, reload } = useResource<readonly ServerEntry[]>('/api/servers')
  useEffect(() => onChanged('servers', reload), [])
  const servers = value.value
  return (
    <div class="servers">
      <h1>{words.title}</h1>
      <Problem problem={problem.value} onRetry={reload} />
      {servers === undefined && problem.value === undefined && (
        <p class="kit-quiet">{kitWords.value.loading}</p>
      )}
      {servers?.length === 0 && <p>{words.none}</p>}
      {servers?.map((server) => (
        <ServerView key={server.name} server={server} onRestarted={reload} />
      ))}
    </div>
  )
}
