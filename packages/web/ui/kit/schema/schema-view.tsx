import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Tabs } from '../tabs.tsx'
import { kitWords } from '../words.ts'
import { JsonView } from '../json/json-view.tsx'
import type { Schema } from './schema.ts'
import { SchemaTree } from './schema-tree.tsx'

/** A schema as a readable tree, or as the JSON that it is. */
export function SchemaView({
  schema,
  label,
}: {
  readonly schema: Schema
  readonly label: string
}): JSX.Element {
  const chosen = useSignal<'tree' | 'json'>('tree')
  const { asTree, asJson } = kitWords.value
  return (
    <Tabs
      label={label}
      tabs={[
        { id: 'tree', title: asTree },
        { id: 'json', title: asJson },
      ]}
      chosen={chosen.value}
      onChoose={(id) => (chosen.value = id)}
    >
      {chosen.value === 'tree' ? (
        <SchemaTree schema={schema} />
      ) : (
        <JsonView text={JSON.stringify(schema, null, 2)} />
      )}
    </Tabs>
  )
}
