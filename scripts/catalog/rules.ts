import { requirements } from '../../tests/spec/requirements.ts'
import type { Written } from './section.ts'
import { table } from './table.ts'

const chapters = [
  { prefix: 'contract:', title: 'Contract' },
  { prefix: 'security:', title: 'Security' },
  { prefix: 'fault:', title: 'Faults that are excluded' },
]

/** Every rule with its id, from the rules as data in `tests/spec`. */
export function rules(): Written {
  const text = chapters.map(chapter).join('\n\n')
  return { sections: [{ page: 'project/spec.md', name: 'rules', text }], flaws: strangers() }
}

function chapter({ prefix, title }: (typeof chapters)[number]): string {
  const rows = Object.entries(requirements).filter(([id]) => id.startsWith(prefix))
  return `## ${title}\n\n${table(['id', 'rule'], rows)}`
}

function strangers(): Written['flaws'] {
  const prefixes = chapters.map(({ prefix }) => prefix)
  return Object.keys(requirements)
    .filter((id) => !prefixes.some((prefix) => id.startsWith(prefix)))
    .map((id) => ({ where: 'tests/spec', what: `has the rule "${id}", which no chapter of spec.md holds` }))
}
