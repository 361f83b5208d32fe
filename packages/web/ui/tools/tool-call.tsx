import type { ToolEntry } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX, TargetedKeyboardEvent } from 'preact'
import { isComposing } from '../kit/is-composing.ts'
import { Problem } from '../kit/problem.tsx'
import { exactOf } from '../kit/schema/schema.ts'
import { useRun } from '../kit/use-run.ts'
import { filledForm, type ArgumentsDraft } from './arguments-draft.ts'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { CallResult } from './call-result.tsx'
import { toolsWords } from './words.ts'

/** What was written for each tool, as long as the page is there. */
const drafts = new Map<string, ArgumentsDraft>()

/** A call that a person makes: its arguments, and what came of it. */
export function ToolCall({ tool }: { readonly tool: ToolEntry }): JSX.Element {
  const words = toolsWords.value
  const draft = useSignal(drafts.get(tool.name) ?? filledForm(exactOf(tool.example)))
  const run = useRun(`tool ${tool.name}`)
  const change = (next: ArgumentsDraft): void => {
    draft.value = next
    drafts.set(tool.name, next)
  }
  const isReady = draft.value.fault === undefined && !run.starting.isUnderWay.value
  const call = (): void => {
    if (isReady) void run.starting.start('/api/calls', { tool: tool.name, arguments: draft.value.text })
  }
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    call()
  }
  return (
    <section class="tools-call" aria-label={words.call} onKeyDown={onKeyDown}>
      <h3>{words.call}</h3>
      <ArgumentsEditor schema={tool.parameters} draft={draft.value} onChange={change} />
      <div class="kit-tools">
        <button type="button" class="kit-button main" disabled={!isReady} onClick={call}>
          {run.starting.isUnderWay.value ? words.sending : words.run}
        </button>
        <button type="button" class="kit-button" onClick={() => change(filledForm(exactOf(tool.example)))}>
          {words.example}
        </button>
        <span class="kit-quiet">{words.runKeys}</span>
      </div>
      <Problem problem={run.starting.problem.value} />
      {run.session.value !== undefined && (
        <CallResult key={run.session.value.id} session={run.session.value} isFresh={run.isFresh.value} />
      )}
    </section>
  )
}
