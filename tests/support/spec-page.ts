import { requirements } from '../spec/requirements.ts'

const chapters = [
  { prefix: 'contract:', title: 'Contract' },
  { prefix: 'security:', title: 'Security' },
  { prefix: 'fault:', title: 'Faults that are excluded' },
]

const introduction = `# What Millrace promises

Each rule has an id, and each id is cited by at least one test.
The rules are kept in \`tests/spec\`; this page is written from them by \`npx vitest run tests/spec.test.ts -u\`.
`

/** The page `docs/en/project/spec.md`, from the rules as data. */
export function specPage(): string {
  return [introduction, ...chapters.map(chapter)].join('\n')
}

function chapter({ prefix, title }: (typeof chapters)[number]): string {
  const rows = Object.entries(requirements)
    .filter(([id]) => id.startsWith(prefix))
    .map(([id, rule]) => `| ${id} | ${rule} |`)
  return [`## ${title}`, '', '| id | rule |', '|---|---|', ...rows, ''].join('\n')
}
