import { escapeVisible } from '@millrace/protocol'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { kitWords } from '../words.ts'
import { Constraints } from './constraints.tsx'
import { asSchema, resolved, type Schema } from './schema.ts'
import { shapeOf } from './shape.ts'
import { branchName, typeWords } from './type-words.ts'
import './schema.css'

/** A JSON Schema as a person reads it: members with their types, what is required, and what else holds. */
export function SchemaTree({ schema }: { readonly schema: Schema }): JSX.Element {
  const root = schema
  const inner = innerOf(root, root)
  if (inner.length === 0)
    return (
      <p class="schema-none">
        <code class="schema-type">{escapeVisible(typeWords(root, root))}</code>{' '}
        <Constraints schema={resolved(root, root)} />
        {typeWords(root, root) === 'any' && kitWords.value.everything}
      </p>
    )
  return <Rows rows={inner} root={root} />
}

/** One line of the tree. */
interface Row {
  readonly name: string
  readonly schema: Schema
  readonly isRequired?: boolean
  /** It is no member but a branch of a choice, the items of a list, or whatever else there may be. */
  readonly isPart?: true
}

/** Lists of lists that a schema may go through before it says what is in them: it may refer to itself. */
const deepest = 8

function innerOf(given: Schema, root: Schema, depth: number = deepest): readonly Row[] {
  if (depth === 0) return []
  const schema = resolved(given, root)
  const shape = shapeOf(schema, root)
  if (shape.kind === 'list') return innerOf(shape.items, root, depth - 1)
  if (shape.kind === 'object') {
    const others = Object.keys(shape.others ?? {}).length === 0 ? undefined : shape.others
    return [...shape.members, ...(others === undefined ? [] : [part(kitWords.value.others, others)])]
  }
  if (shape.kind === 'either') {
    const isPlain = shape.branches.every((branch) => innerOf(branch, root, depth - 1).length === 0)
    return isPlain ? [] : shape.branches.map((branch) => part(branchName(branch, root), branch))
  }
  return ['allOf', 'prefixItems'].flatMap((keyword) => parts(schema[keyword], keyword))
}

const part = (name: string, schema: Schema): Row => ({ name, schema, isPart: true })

function parts(value: unknown, keyword: string): Row[] {
  return Array.isArray(value)
    ? value.map((each, at) => ({ name: `${keyword}[${at}]`, schema: asSchema(each), isPart: true as const }))
    : []
}

function Rows({ rows, root }: { readonly rows: readonly Row[]; readonly root: Schema }): JSX.Element {
  return (
    <ul class="schema-rows">
      {rows.map((row, at) => (
        <li key={`${row.name}-${at}`}>
          <RowView row={row} root={root} />
        </li>
      ))}
    </ul>
  )
}

function RowView({ row, root }: { readonly row: Row; readonly root: Schema }): JSX.Element {
  const isOpen = useSignal(false)
  const schema = resolved(row.schema, root)
  const inner = innerOf(row.schema, root)
  const head = (
    <>
      <span class={row.isPart ? 'schema-part' : 'schema-name'}>{escapeVisible(row.name)}</span>{' '}
      <code class="schema-type">{escapeVisible(typeWords(row.schema, root))}</code>{' '}
      {row.isRequired === true && <span class="schema-required">{kitWords.value.required}</span>}{' '}
      <Constraints schema={schema} />
    </>
  )
  const said = typeof schema['description'] === 'string' && (
    <p class="schema-said">{escapeVisible(schema['description'], { lines: true })}</p>
  )
  if (inner.length === 0)
    return (
      <>
        <div class="schema-head">{head}</div>
        {said}
      </>
    )
  return (
    <>
      <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary class="schema-head">{head}</summary>
        {isOpen.value && said}
        {isOpen.value && <Rows rows={inner} root={root} />}
      </details>
      {!isOpen.value && said}
    </>
  )
}
