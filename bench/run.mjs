import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environment, peers } from './harness/environment.mjs'
import { Pool } from './harness/pool.mjs'
import { compilePackages, installPeers } from './harness/prepare.mjs'
import { section, summary } from './harness/report.mjs'

const usage = `usage: npm run bench -- [options]

  --quick         fewer and shorter rounds: rough figures in a fraction of the time
  --only <case>   one case, may be repeated; results are printed, not written
  --gate          exit 1 when a goal is missed
  --no-build      measure the compiled packages as they are
  --help

cases: `

const caseNames = [
  'pipeline',
  'large',
  'snapshot',
  'registry',
  'validation',
  'scheduler',
  'session-log',
  'agent',
  'types',
  'start',
  'prompt',
  'commands',
  'policies',
  'real-session',
  'sandbox',
  'search',
  'sdk',
  'code-mode',
  'catalogue',
  'mcp',
  'web',
  'web-page',
]
const settings = {
  full: { rounds: 11, roundMs: 40, warmMs: 700 },
  quick: { rounds: 5, roundMs: 15, warmMs: 400 },
}

const log = (/** @type {string} */ line) => process.stderr.write(`${line}\n`)

function options() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      gate: { type: 'boolean', default: false },
      build: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  })
  const unknown = values.only.filter((name) => !caseNames.includes(name))
  if (unknown.length > 0) throw new Error(`no case ${unknown.join(', ')}; cases: ${caseNames.join(', ')}`)
  return values
}

async function main() {
  const { quick, only, gate, build, help } = options()
  if (help) return console.log(usage + caseNames.join(', '))
  installPeers(log)
  if (build) compilePackages(log)
  const chosen = only.length > 0 ? caseNames.filter((name) => only.includes(name)) : caseNames
  const pool = new Pool({ ...(quick ? settings.quick : settings.full), log })
  const head = ['# Benchmarks', environment().join('\n')]
  const sections = []
  const goals = []
  for (const name of chosen) {
    log(`measuring ${name} …`)
    const subject = await import(`./cases/${name}.mjs`)
    const findings = await subject.run(pool)
    const text = section(subject, findings)
    console.log(`${text}\n`)
    sections.push(text)
    goals.push(...findings.goals)
  }
  const verdict = `${summary(goals)}${quick ? ' (quick run: rough figures)' : ''}`
  console.log(verdict)
  if (only.length === 0) {
    const footer = `Peers: ${peers().join(', ')}.`
    const text = [...head, verdict, ...sections, footer].join('\n\n')
    writeFileSync(new URL('RESULTS.md', import.meta.url), `${text}\n`)
  }
  if (gate && goals.some((goal) => goal.verdict === 'missed')) process.exitCode = 1
}

await main()
