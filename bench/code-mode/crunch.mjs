// A large result of a tool, and what a program usually does with one: filter, group, sort, and keep little.

const owners = ['ana', 'ben', 'chi', 'dov', 'eva', 'fay', 'gus']
const states = ['open', 'closed', 'merged']

/** About 1.64 MB as JSON. */
const issues = Array.from({ length: 8900 }, (_, at) => ({
  id: at * 7919,
  title: `Issue ${at}: something does not work as it is described`,
  state: states[at % 3],
  owner: owners[(at * 31) % 7],
  labels: ['bug', `area-${at % 17}`],
  comments: (at * 13) % 101,
  updated: `2026-0${1 + (at % 9)}-1${at % 10}T08:00:00Z`,
}))

export const rows = () => issues
export const rowBytes = Buffer.byteLength(JSON.stringify(issues))

const work = `const open = found.filter((issue) => issue.state === 'open' && issue.comments > 10)
  const groups = new Map()
  for (const issue of open) {
    const group = groups.get(issue.owner) ?? { owner: issue.owner, count: 0, comments: 0, titles: [] }
    group.count += 1
    group.comments += issue.comments
    group.titles.push(issue.title)
    groups.set(issue.owner, group)
  }
  const sorted = [...open].sort((a, b) => b.comments - a.comments || a.id - b.id)
  const all = [...groups.values()].sort((a, b) => b.comments - a.comments)
  const result = { top: sorted.slice(0, 5), all: all.map(({ titles, ...rest }) => ({ ...rest, longest: titles.sort((a, b) => b.length - a.length)[0] })) }`

export const crunch = `await tools.mark(1)
  const found = await tools.rows({ limit: 8900 })
  ${work}
  await tools.mark(2)
  return result`

/** What it must give. */
export function crunched() {
  // oxlint-disable-next-line typescript/no-implied-eval -- the same text that the runtimes run
  return new Function('found', `${work}\nreturn result`)(issues)
}
