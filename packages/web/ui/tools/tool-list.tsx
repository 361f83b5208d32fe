import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { ToolEntry } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { addressOf } from '../app/route.ts'
import { toolsWords } from './words.ts'

/** All tools by where they come from, with a filter. */
export function ToolList({
  tools,
  chosen,
}: {
  readonly tools: readonly ToolEntry[]
  readonly chosen: string | undefined
}): JSX.Element {
  const filter = useSignal('')
  const words = toolsWords.value
  const found = tools.filter((tool) => matches(tool, filter.value))
  const sources = [...new Set(found.map(({ source }) => source))]
  return (
    <nav class="tools-list" aria-label={words.title}>
      <input
        type="search"
        class="tools-filter"
        aria-label={words.filter}
        placeholder={words.filter}
        value={filter.value}
        onInput={(event) => (filter.value = event.currentTarget.value)}
      />
      <p class="kit-quiet" role="status">
        {words.count(count(found.length), count(tools.length))}
      </p>
      {found.length === 0 && <p>{tools.length === 0 ? words.empty : words.none}</p>}
      {sources.map((source) => (
        <section key={source}>
          <h2>{escapeVisible(source)}</h2>
          <ul>
            {found
              .filter((tool) => tool.source === source)
              .map((tool) => (
                <li key={tool.name}>
                  <a
                    href={addressOf({ page: 'tools', tool: tool.name })}
                    aria-current={tool.name === chosen ? 'page' : undefined}
                  >
                    <span class="tools-name">{escapeVisible(tool.name)}</span>
                    <span class="kit-quiet">{escapeVisible(tool.kind)}</span>
                    <Permission of={tool.permission} />
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function matches({ name, description, kind, source }: ToolEntry, filter: string): boolean {
  const text = `${name} ${description} ${kind} ${source}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What happens to the calls of a tool, in a word. */
export function Permission({ of }: { readonly of: ToolEntry['permission'] }): JSX.Element {
  return <span class={`tools-permission ${of}`}>{toolsWords.value[of]}</span>
}
