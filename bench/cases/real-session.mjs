import { prefixMatcher } from '../candidates/prefix-matcher.mjs'
import { layer } from '../candidates/rule-files.mjs'
import { judgeSession, place, sessionCalls } from '../candidates/session.mjs'
import { atMost } from '../harness/goal.mjs'

export const title = 'A real coding session: what asks, what is denied'

/** @typedef {import('@millrace/policies/permissions').Verdict} Verdict */

const percent = (/** @type {number | undefined} */ share) =>
  share === undefined ? '–' : `${(share * 100).toFixed(1)} %`

export async function run() {
  const calls = sessionCalls()
  if (calls === undefined) {
    const notes = [`not measured: there is no ${place}; MILLRACE_REAL_SESSION names another file`]
    return { tables: [{ columns: ['judged by', 'commands ask'], rows: [], notes }], goals: goals() }
  }
  const { starterRules } = await import('@millrace/policies/permissions')
  const starter = [layer(starterRules)]
  const plain = await judged(calls, { layers: starter, sandboxed: false })
  const sandboxed = await judged(calls, { layers: starter, sandboxed: true })
  const bare = await judged(calls, { layers: [], sandboxed: true })
  const matchers = {
    'prefix matcher': prefixMatcher(starterRules),
    'prefix matcher, in pieces': prefixMatcher(starterRules, { cut: /&&|\|\||[;|\n]/ }),
  }
  const commands = calls.flatMap(({ command }) => command ?? [])
  const matched = Object.entries(matchers).map(([name, { judge }]) => ({
    name,
    verdicts: commands.map(judge),
  }))
  const caption =
    `${commands.length} shell commands and ${calls.length - commands.length} file calls, in the mode accept-edits. ` +
    'A prefix matcher has the same rules, and compares them with the beginning of a command, or of each of the pieces ' +
    'between `&&`, `||`, `;`, `|` and line ends'
  const columns = ['judged by', 'commands ask', 'denied', 'allowed', 'file calls ask', 'denied', 'allowed']
  const rows = [
    ['starter rules, no sandbox', ...shares(plain.commands), ...shares(plain.files)],
    ['starter rules, sandbox full', ...shares(sandboxed.commands), ...shares(sandboxed.files)],
    ['no rules, sandbox full', ...shares(bare.commands), ...shares(bare.files)],
    ...matched.map(({ name, verdicts }) => [name, ...shares(verdicts), '–', '–', '–']),
  ]
  const wrong = await wronglyAllowed(commands, plain.verdicts, matched, matchers['prefix matcher'].names)
  return {
    tables: [{ caption, columns, rows }, wrong],
    goals: goals(share(plain.commands, 'ask'), share(sandboxed.commands, 'ask')),
  }
}

/** @param {number} [plain] @param {number} [sandboxed] */
function goals(plain, sandboxed) {
  return [
    atMost('commands that ask, starter rules, no sandbox', plain, 0.4, { show: percent }),
    atMost('commands that ask, starter rules, sandbox full', sandboxed, 0.04, { show: percent }),
  ]
}

/** @param {import('../candidates/session.mjs').SessionCall[]} calls @param {{ layers: any[], sandboxed: boolean }} options */
async function judged(calls, options) {
  const all = await judgeSession(calls, options)
  const verdicts = all.flatMap(({ call, verdict }) => (call.tool === 'bash' ? [verdict] : []))
  const files = all.flatMap(({ call, verdict }) => (call.tool === 'bash' ? [] : [verdict.verdict]))
  return { verdicts, commands: verdicts.map(({ verdict }) => verdict), files }
}

/** @param {string[]} verdicts @param {string} verdict */
const share = (verdicts, verdict) => verdicts.filter((each) => each === verdict).length / verdicts.length

/** @param {string[]} verdicts */
const shares = (verdicts) => ['ask', 'deny', 'allow'].map((verdict) => percent(share(verdicts, verdict)))

/**
 * The commands that prefix matchers allow and the rules do not, by what is wrong with that.
 * @param {string[]} commands
 * @param {Verdict[]} verdicts - of the rules.
 * @param {{ name: string, verdicts: string[] }[]} matched - of the matchers.
 * @param {(argv: readonly string[]) => boolean} isNamed
 */
async function wronglyAllowed(commands, verdicts, matched, isNamed) {
  const { readCommand } = await import('@millrace/policies/permissions')
  const denied = 'a rule denies something in it'
  const unnamed = 'it runs a program that no rule names'
  const touching = 'what it runs or touches has to be asked about'
  const kinds = commands.map((command, at) => {
    const { verdict } = verdicts[at]
    if (verdict === 'allow') return undefined
    if (verdict === 'deny') return denied
    const reading = readCommand(command, '.')
    return reading.kind === 'parts' && reading.parts.some(({ argv }) => !isNamed(argv)) ? unnamed : touching
  })
  const rows = [denied, unnamed, touching].map((kind) => {
    const wrong = matched.map((matcher) =>
      verdicts.filter((_, at) => kinds[at] === kind && matcher.verdicts[at] === 'allow'),
    )
    return [kind, ...wrong.map(({ length }) => String(length)), example(wrong.flat())]
  })
  const spared = matched.map(({ name, verdicts: theirs }) => {
    const count = theirs.filter(
      (theirVerdict, at) => theirVerdict === 'ask' && kinds[at] === undefined,
    ).length
    return `${name}: ${count} commands that it asks about are allowed by the rules`
  })
  return {
    caption: 'Commands that a prefix matcher allows and the rules do not, outside a sandbox',
    columns: ['because', ...matched.map(({ name }) => name), 'such as'],
    rows,
    notes: spared,
  }
}

/** The shortest reason that was given. @param {Verdict[]} verdicts */
function example(verdicts) {
  const [shortest = '–'] = verdicts
    .map(({ decisive }) => decisive.reason)
    .toSorted((a, b) => a.length - b.length)
  return shortest.slice(0, 90).replaceAll('|', '\\|')
}
