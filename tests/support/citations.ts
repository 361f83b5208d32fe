import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { display, filesBelow, isTest, root, workspacePackages } from './workspace.ts'

/** The gate quotes made-up citations to test itself. */
const gate = join(root, 'tests', 'spec.test.ts')

/** The files of every suite. */
function testFiles(): string[] {
  const folders = workspacePackages().flatMap(({ folder }) => [join(folder, 'src'), join(folder, 'tests')])
  return [...folders, join(root, 'tests')].flatMap(filesBelow).filter((file) => isTest(file) && file !== gate)
}

/** Which test files cite which rule, by id of the rule. A citation in a comment counts for nothing. */
export function citations(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of testFiles()) {
    for (const id of citedIn(readFileSync(file, 'utf8'))) {
      found.set(id, [...(found.get(id) ?? []), display(file)])
    }
  }
  return found
}

/** The ids that a test source cites through `verifies([...])`. */
export function citedIn(source: string): Set<string> {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  const calls = code.matchAll(/\bverifies\(\s*\[([^\]]*)\]/g)
  return new Set(
    [...calls].flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id)),
  )
}
