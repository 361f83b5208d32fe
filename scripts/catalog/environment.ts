import {
  chosenVariables,
  ownVariables,
  systemVariables,
  type EnvironmentVariable,
} from '../../packages/cli/src/config/environment-variables.ts'
import { environmentReads, type EnvironmentRead } from './environment-reads.ts'
import { placeOf, sourceLink, sourcesOf } from './program.ts'
import type { Flaw, Written } from './section.ts'
import { code, prose, table } from './table.ts'

const file = 'packages/cli/src/config/environment-variables.ts'

/** Every environment variable, from the table beside the settings and from where the sources read them. */
export function environment(root: string): Written {
  const reads = environmentReads(sourcesOf(root)).filter(
    ({ node }) => placeOf(root, node).split(':')[0] !== file,
  )
  const groups = [
    { title: 'Settings, models and keys', variables: chosenVariables },
    { title: 'The system and the terminal', variables: systemVariables },
    { title: 'For the program itself', variables: ownVariables },
  ]
  const text = groups.map(
    ({ title, variables }) => `### ${title}\n\n${variableTable(root, variables, reads)}`,
  )
  const known = groups.flatMap(({ variables }) => variables).map(({ name }) => name)
  return {
    sections: [{ page: 'reference/settings.md', name: 'environment', text: text.join('\n\n') }],
    flaws: [...untold(root, known, reads), ...unread(known, reads)],
  }
}

function variableTable(
  root: string,
  variables: readonly EnvironmentVariable[],
  reads: readonly EnvironmentRead[],
): string {
  const rows = variables.map(({ name, meaning }) => {
    const read = reads.find((each) => each.name === name)
    return [code(name), prose(meaning), read === undefined ? '' : sourceLink(root, read.node)]
  })
  return table(['variable', 'meaning', 'first read in'], rows)
}

function untold(root: string, known: readonly string[], reads: readonly EnvironmentRead[]): Flaw[] {
  return reads
    .filter(({ name }) => !known.includes(name))
    .map(({ name, node }) => ({
      where: placeOf(root, node),
      what: `reads the variable ${name}, which ${file} does not tell of: add it there`,
    }))
}

function unread(known: readonly string[], reads: readonly EnvironmentRead[]): Flaw[] {
  return known
    .filter((name) => !reads.some((read) => read.name === name))
    .map((name) => ({ where: file, what: `tells of the variable ${name}, which nothing reads: remove it` }))
}
