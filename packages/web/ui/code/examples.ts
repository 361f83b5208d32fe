import type { codeWords } from './words.ts'

/** A program to begin with. */
interface Example {
  readonly title: keyof typeof codeWords.value
  readonly code: string
}

/** Programs that show what programs are for; they call tools that every folder has. */
export const examples = [
  {
    title: 'count',
    code: `const { files, total } = await tools.grep({ pattern: 'TODO', literal: true })
for (const { path, count } of files.slice(0, 10)) console.log(count, path)
return { total, files: files.length }
`,
  },
  {
    title: 'sizes',
    code: `const { paths } = await tools.glob({ pattern: '**/*.md', maxResults: 20 })
const files = await Promise.all(paths.map((path) => tools.read({ path })))
return files
  .filter((file) => file.kind === 'text')
  .map(({ path, totalLines, size }) => ({ path, totalLines, size }))
  .sort((one, other) => other.size - one.size)
`,
  },
  {
    title: 'caught',
    code: `try {
  return await tools.read({ path: 'no/such/file.txt' })
} catch (error) {
  if (!(error instanceof ToolCallError)) throw error
  console.log(error.toolName, error.code)
  return 'it is not there'
}
`,
  },
  {
    title: 'search',
    code: `const { tools: found } = await tools.$search('find text in files')
for (const { name, line } of found) console.log(name, '-', line)
return found.length === 0 ? null : await tools.$describe(found[0].name)
`,
  },
] as const satisfies readonly Example[]
