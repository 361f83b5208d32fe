import { escapeVisible } from '@millrace/protocol'
import type { ToolEntry } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { SchemaView } from '../kit/schema/schema-view.tsx'
import { Section } from '../kit/section.tsx'
import { ToolCall } from './tool-call.tsx'
import { Permission } from './tool-list.tsx'
import { toolsWords } from './words.ts'

/** One tool: what it is for, what happens to its calls, what it takes and gives, and a call to make. */
export function ToolView({ tool }: { readonly tool: ToolEntry }): JSX.Element {
  const words = toolsWords.value
  return (
    <article class="tools-tool" aria-label={escapeVisible(tool.name)}>
      <header>
        <h2>
          <code>{escapeVisible(tool.name)}</code>
        </h2>
        <span class="kit-quiet">
          {escapeVisible(tool.kind)}, {escapeVisible(tool.source)}
        </span>
      </header>
      <p class="tools-why">
        <span class="visually-hidden">{words.permission}: </span>
        <Permission of={tool.permission} /> {escapeVisible(tool.why)}
      </p>
      <p class="tools-said">{escapeVisible(tool.description, { lines: true })}</p>
      <Section id="tool-takes" title={words.takes} startsOpen={false}>
        <SchemaView schema={tool.parameters} label={words.takes} />
      </Section>
      <Section id="tool-gives" title={words.gives} startsOpen={false}>
        <SchemaView schema={tool.output} label={words.gives} />
      </Section>
      <ToolCall tool={tool} />
    </article>
  )
}
