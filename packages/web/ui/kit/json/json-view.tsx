import { escapeVisible } from '@millrace/protocol'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { CopyButton } from '../copy-button.tsx'
import { Cut } from '../cut.tsx'
import { store, stored } from '../stored.ts'
import { kitWords } from '../words.ts'
import type { Exact } from './exact.ts'
import { JsonTree } from './json-tree.tsx'
import { parseExact } from './parse-exact.ts'
import { printExact } from './print-exact.ts'

/** A JSON text, as a tree and as text; one that is no JSON as the text that it is. */
export function JsonView({ text }: { readonly text: string }): JSX.Element {
  const view = useSignal(stored('json-view') === 'text' ? 'text' : 'tree')
  const value = useMemo(() => readable(text), [text])
  const words = kitWords.value
  const choose = (wanted: 'tree' | 'text'): void => {
    view.value = wanted
    store('json-view', wanted)
  }
  return (
    <div class="kit-json">
      <div class="kit-tools">
        {value !== undefined && (
          <>
            <button
              type="button"
              class="kit-button"
              aria-pressed={view.value === 'tree'}
              onClick={() => choose('tree')}
            >
              {words.asTree}
            </button>
            <button
              type="button"
              class="kit-button"
              aria-pressed={view.value === 'text'}
              onClick={() => choose('text')}
            >
              {words.asJson}
            </button>
          </>
        )}
        <CopyButton text={() => text} />
      </div>
      {value !== undefined && view.value === 'tree' ? (
        <JsonTree value={value} />
      ) : (
        <Cut text={escapeVisible(value === undefined ? text : printExact(value), { lines: true })} />
      )}
    </div>
  )
}

function readable(text: string): Exact | undefined {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
