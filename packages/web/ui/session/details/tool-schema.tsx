import type { ToolEntry } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { Problem } from '../../kit/problem.tsx'
import { useResource } from '../../kit/resource.ts'
import { SchemaView } from '../../kit/schema/schema-view.tsx'
import { kitWords } from '../../kit/words.ts'
import { detailsWords } from './words.ts'

/** What a tool takes, as it is known now. */
export function ToolSchema({ tool }: { readonly tool: string }): JSX.Element {
  const { value, problem, reload } = useResource<readonly ToolEntry[]>('/api/tools')
  const words = detailsWords.value
  if (problem.value !== undefined) return <Problem problem={problem.value} onRetry={reload} />
  if (value.value === undefined) return <p class="kit-quiet">{kitWords.value.loading}</p>
  const entry = value.value.find(({ name }) => name === tool)
  if (entry === undefined) return <p class="kit-quiet">{words.schemaUnknown}</p>
  return (
    <>
      <p class="kit-quiet">{words.schemaNow}</p>
      <SchemaView schema={entry.parameters} label={words.schema} />
    </>
  )
}
