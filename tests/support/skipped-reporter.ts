import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { display, root } from './workspace.ts'

const installer = '.ci/system-packages'

/** What neither `npm ci` nor the system brings: the tests that need it, its folder, and the script that installs it. */
const peers = [
  { tests: 'tests/peers', folder: 'tests/peers', what: 'the servers and clients of tests/peers' },
  { tests: 'tests/site', folder: 'site', what: 'what the site is built with' },
]
const peerInstaller = '.ci/peers'

/** Ends the report with what was skipped, what this machine lacks for it, and how it gets that. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => {
      const tests = [...module.children.allTests('skipped')]
      return tests.length === 0 ? [] : [{ file: display(module.moduleId), count: tests.length }]
    })
    if (skipped.length === 0) return
    const total = skipped.reduce((sum, { count }) => sum + count, 0)
    const lacking = neededPrograms().filter((program) => !isInstalled(program))
    console.log(
      `Skipped ${total} tests, which need something, another system, or a long run (npm run test:long):`,
    )
    for (const { file, count } of skipped) console.log(`  ${count} in ${file}`)
    if (lacking.length > 0) console.log(`Missing here: ${lacking.join(', ')}. ${installer} installs them.`)
    for (const { tests, folder, what } of peers) {
      if (!skipped.some(({ file }) => file.startsWith(tests))) continue
      if (existsSync(join(root, folder, 'node_modules'))) continue
      console.log(`Not installed: ${what}. ${peerInstaller} installs it.`)
    }
  }
}

/** The programs that the installing script knows of. */
function neededPrograms(): string[] {
  const script = readFileSync(join(root, installer), 'utf8')
  return Array.from(script.matchAll(/^ {2}\[(\S+)\]=/gm), ([, program = '']) => program)
}

function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, program)))
}
