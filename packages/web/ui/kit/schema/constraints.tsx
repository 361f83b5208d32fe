import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { kitWords } from '../words.ts'
import type { Schema } from './schema.ts'
import { constraintWords } from './type-words.ts'

/** What else than its type holds for a value. */
export function Constraints({ schema }: { readonly schema: Schema }): JSX.Element {
  return (
    <>
      {constraintWords(schema).map((fact) => (
        <code key={fact} class="schema-fact">
          {escapeVisible(fact)}
        </code>
      ))}
      {schema['additionalProperties'] === false && <span class="schema-fact">{kitWords.value.noOthers}</span>}
    </>
  )
}
