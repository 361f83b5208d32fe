// The project that the pictures show: a timetable of ferries, with a mistake, open ends and rules of its own.

/** Its files by their paths. */
export const files = {
  'package.json': `{
  "name": "ferry",
  "version": "1.1.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test --test-reporter=spec" }
}
`,
  '.npmrc': 'update-notifier=false\n',
  'millrace.jsonc': `{
  "permissions": {
    "allow": [
      "Bash(npm test)",
      "Bash(git push --dry-run)",
      "Edit(test/**)",
    ],
    "ask": ["Bash(git commit *)"],
    "deny": [
      { "rule": "Bash(git push *)", "reason": "release only from CI" },
      "Read(.env)",
    ],
  },
}
`,
  'src/timetable.js': `const pad = (number) => String(number).padStart(2, '0')

/** Minutes since midnight of a time such as "23:40". */
export function minutesOf(time) {
  const [hours, minutes] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * When a ferry arrives, such as "00:35".
 * @param {string} departure - such as "23:40".
 * @param {number} minutes - how long it is under way.
 */
export function arrival(departure, minutes) {
  const at = minutesOf(departure) + minutes
  return \`\${pad(Math.floor(at / 60))}:\${pad(at % 60)}\`
}

// TODO: the timetable of winter
export const crossings = [
  { from: 'Aldene', to: 'Holm', departure: '07:15', minutes: 55 },
  { from: 'Holm', to: 'Aldene', departure: '18:30', minutes: 55 },
  { from: 'Aldene', to: 'Holm', departure: '23:40', minutes: 55 },
]
`,
  'src/board.js': `import { arrival, crossings } from './timetable.js'

/** The board at the pier: a line for each crossing. */
export function board() {
  // TODO: delays
  return crossings.map(({ from, to, departure, minutes }) => {
    return \`\${departure} \${from} – \${to} \${arrival(departure, minutes)}\`
  })
}
`,
  'src/fares.js': `const single = { adult: 1250, child: 600, bicycle: 300 }

/** What passengers pay together, in cents. */
export function fare(passengers) {
  // TODO: returns are cheaper than two singles
  // TODO: groups of ten and more
  return passengers.reduce((sum, kind) => sum + single[kind], 0)
}
`,
  'src/harbour.js': `import { setTimeout as pause } from 'node:timers/promises'

/** Asks the office of the harbour again while it is busy. */
export async function asked(question, ask) {
  for (let tries = 0; tries < 3; tries++) {
    const answer = await ask(question)
    if (answer.status !== 503) return answer
    await pause(100)
  }
  return undefined
}
`,
  'test/timetable.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival } from '../src/timetable.js'

test('arrives on the same day', () => {
  assert.equal(arrival('07:15', 55), '08:10')
})

test('arrives after midnight', () => {
  assert.equal(arrival('23:40', 55), '00:35')
})
`,
}
