import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { SchemaForm } from '../kit/form/schema-form.tsx'
import type { Schema } from '../kit/schema/schema.ts'
import { filledForm, writtenText, type ArgumentsDraft } from './arguments-draft.ts'
import { toolsWords } from './words.ts'

/** A form made from the schema, and beside it the same as JSON; each follows the other. */
export function ArgumentsEditor({
  schema,
  draft,
  onChange,
}: {
  readonly schema: Schema
  readonly draft: ArgumentsDraft
  readonly onChange: (draft: ArgumentsDraft) => void
}): JSX.Element {
  const words = toolsWords.value
  const { fault } = draft
  return (
    <div class="tools-arguments">
      <div role="group" aria-label={words.form}>
        <h4>{words.form}</h4>
        <SchemaForm schema={schema} value={draft.value} onChange={(value) => onChange(filledForm(value))} />
      </div>
      <div>
        <h4>{words.json}</h4>
        <textarea
          class="tools-json"
          aria-label={words.argumentsJson}
          aria-invalid={fault !== undefined}
          aria-describedby="tools-json-fault"
          spellcheck={false}
          autocomplete="off"
          rows={6}
          value={draft.text}
          onInput={(event) => onChange(writtenText(draft, event.currentTarget.value))}
        />
        <p id="tools-json-fault" class="tools-fault" role="status">
          {fault?.kind === 'json' && words.noJson(escapeVisible(fault.message))}
          {fault?.kind === 'object' && words.noObject}
        </p>
      </div>
    </div>
  )
}
