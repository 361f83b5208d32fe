// What the model of the pictures answers. Its words are fixed; what it calls is real.

/** @typedef {{ text?: string, calls?: readonly (readonly [name: string, args: object])[] }} Answer */

const mended = {
  path: 'src/timetable.js',
  edits: [
    {
      oldText: '  const at = minutesOf(departure) + minutes\n',
      newText:
        '  // The night ferry arrives on the next day.\n  const at = (minutesOf(departure) + minutes) % (24 * 60)\n',
    },
  ],
}

const patient = {
  path: 'src/harbour.js',
  edits: [
    { oldText: 'tries < 3', newText: 'tries < 5' },
    { oldText: '    await pause(100)\n', newText: '    await pause(100 * 2 ** tries)\n' },
    { oldText: '  return undefined\n', newText: '  throw new Error(`the harbour is busy: ${question}`)\n' },
  ],
}

const cheaper = {
  path: 'src/fares.js',
  edits: [
    {
      oldText: '  // TODO: returns are cheaper than two singles\n',
      newText: '',
    },
    {
      oldText: 'export function fare(passengers) {\n',
      newText: 'export function fare(passengers, isReturn = false) {\n',
    },
    {
      oldText: '  return passengers.reduce((sum, kind) => sum + single[kind], 0)\n',
      newText:
        '  const there = passengers.reduce((sum, kind) => sum + single[kind], 0)\n  return isReturn ? Math.round(there * 1.8) : there\n',
    },
  ],
}

const counted = `const { paths } = await tools.glob({ pattern: 'src/**/*.js' })
const left = {}
for (const path of paths) left[path] = (await tools.grep({ pattern: 'TODO', path })).total
console.log(left)
await tools.bash({ command: 'git push origin main' }).catch((error) => console.log(error.message))
return Object.values(left).reduce((sum, one) => sum + one)`

/** What a person asks for, and what the model answers to it, step by step. */
export const scripts = {
  night: {
    prompt: 'The night ferry arrives at 24:35, says the board. Find out why, and mend it.',
    answers: [
      { text: 'I will run the tests first.', calls: [['bash', { command: 'npm test' }]] },
      {
        text: 'One test fails: nothing takes the hours back to zero at midnight. I will read the function, and look who calls it.',
        calls: [
          ['read', { path: 'src/timetable.js', offset: 9, limit: 10 }],
          ['grep', { pattern: 'arrival\\(', path: '.' }],
        ],
      },
      { text: 'The sum has to stay within a day.', calls: [['edit', mended]] },
      { calls: [['bash', { command: 'npm test' }]] },
      { text: 'Mended: `arrival` in `src/timetable.js` counts within one day now. Both tests pass.' },
    ],
  },
  faresInJapanese: {
    prompt: '往復の運賃を、片道二回分より一割安くしてください。',
    answers: [
      { text: 'まず運賃の計算を読みます。', calls: [['read', { path: 'src/fares.js' }]] },
      {
        text: '往復の割引はまだありません。`fare` に引数を一つ加え、往復なら合計を 1.8 倍にします。',
        calls: [['edit', cheaper]],
      },
    ],
  },
  harbour: {
    prompt: 'The harbour office is busy in the morning. Wait longer each time, and say so in the end.',
    answers: [
      { text: 'I will look how it is asked now.', calls: [['read', { path: 'src/harbour.js' }]] },
      {
        text: 'Three tries with the same short pause. I will double the pause, and throw where it stays busy.',
        calls: [['edit', patient]],
      },
      { text: 'It asks five times now, after 0.1 to 1.6 seconds, and throws where the office stays busy.' },
    ],
  },
  publish: {
    prompt: 'Publish 1.2.0 if the tests pass.',
    answers: [
      { calls: [['bash', { command: 'npm test' }]] },
      { text: 'I try the release itself.', calls: [['bash', { command: 'git push origin v1.2.0' }]] },
      { text: 'I may not push: releases are made by CI alone. One test fails besides.' },
    ],
  },
  todos: {
    prompt: 'What is left to do in src? Push it when you know.',
    answers: [
      {
        text: 'One program can count that.',
        calls: [['run_code', { code: counted, description: 'count what is left to do' }]],
      },
      {
        text: 'Four things are left, most of them in `src/fares.js`. Nothing was pushed: CI alone may do that.',
      },
    ],
  },
  crossings: {
    prompt: 'How many crossings are there in summer?',
    answers: [
      { calls: [['read', { path: 'src/timetable.js' }]] },
      { text: 'Three: two from Aldene and one from Holm.' },
    ],
  },
}

/** Follows the script whose prompt was the last; how far it is, the request itself says. */
export function answer({ json }) {
  const { messages } = json
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const asked = JSON.stringify(messages[at].content)
  const script = Object.values(scripts).find(({ prompt }) => asked.includes(prompt))
  if (script === undefined) throw new Error(`no script for ${asked}`)
  const step = messages.slice(at).filter(({ role }) => role === 'assistant').length
  const { text, calls = [] } = script.answers[step] ?? { text: 'There is nothing else to do.' }
  return {
    ...(text !== undefined && { text }),
    calls: calls.map(([name, args], index) => ({
      id: `call_${step + 1}_${index + 1}`,
      name,
      arguments: JSON.stringify(args),
    })),
    usage: { input: 1900 + 420 * step, output: 60 + 15 * step, cachedInput: 1600 },
  }
}
