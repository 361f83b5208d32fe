import { escapeVisible } from '@millrace/protocol'
import type { ToolEntry } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { addressOf } from '../app/route.ts'
import { onChanged } from '../desk/desk.ts'
import { Problem } from '../kit/problem.tsx'
import { useResource } from '../kit/resource.ts'
import { kitWords } from '../kit/words.ts'
import { ToolList } from './tool-list.tsx'
import { ToolView } from './tool-view.tsx'
import { toolsWords } from './words.ts'
import './tools.css'

/** The tools of the folder, and one of them to look at and to call. */
export function ToolsPage({ tool }: { readonly tool?: string | undefined }): JSX.Element {
  const words = toolsWords.value
  const { value, problem, reload } = useResource<readonly ToolEntry[]>('/api/tools')
  useEffect(() => onChanged('tools', reload), [])
  const tools = value.value
  if (tools === undefined)
    return (
      <div class="tools">
        {problem.value === undefined ? <p class="kit-quiet">{kitWords.value.loading}</p> : null}
        <Problem problem={problem.value} onRetry={reload} />
      </div>
    )
  const chosen = tools.find(({ name }) => name === tool)
  return (
    <div class="tools" data-chosen={tool !== undefined}>
      <h1 class="visually-hidden">{words.title}</h1>
      <ToolList tools={tools} chosen={tool} />
      <div class="tools-main">
        {tool !== undefined && (
          <a class="tools-back" href={addressOf({ page: 'tools' })}>
            ← {words.all}
          </a>
        )}
        <Problem problem={problem.value} onRetry={reload} />
        {tool === undefined && <p class="kit-quiet">{words.choose}</p>}
        {tool !== undefined && chosen === undefined && <p>{words.gone(escapeVisible(tool))}</p>}
        {chosen !== undefined && <ToolView key={chosen.name} tool={chosen} />}
      </div>
    </div>
  )
}
