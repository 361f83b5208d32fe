// Prints each kind of card as the terminal does, from the events of one session; with --write it puts them into
// README.md, with --markdown it prints them as Markdown: node scripts/show-cards.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = join(root, 'README.md')
const start = '<!-- cards:start -->\n'
const end = '<!-- cards:end -->'

/** The sources as one module, so that nothing has to be built first. */
async function sources() {
  const entry = 'cards-to-show'
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: 'node',
    resolve: { conditionNames: ['@millrace/source', 'import', 'node'] },
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? join(root, entry) : undefined),
        load: (id) =>
          id === join(root, entry)
            ? [
                `export { shownCards } from './packages/cards/tests/shown-session.ts'`,
                `export { renderAnsi, renderMarkdown, renderPlain } from './packages/cards/src/index.ts'`,
                `export { highlighter } from './packages/cards/src/highlight.ts'`,
              ].join('\n')
            : undefined,
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

const { shownCards, renderAnsi, renderMarkdown, renderPlain, highlighter } = await sources()
const surroundings = { width: 90, home: '/home/ada', expandHint: '--expand' }

/** All cards, one after the other, as one of the renderers draws them. */
function drawn(render, options = {}) {
  const { cards } = shownCards()
  return cards.map(({ title, card, now }) => ({
    title,
    text: render(card, { ...surroundings, ...options, now }),
  }))
}

/** The section of the README: each card as plain text, below what it is an example of. */
function section() {
  return drawn(renderPlain)
    .map(({ title, text }) => `${title}:\n\n\`\`\`\n${text}\n\`\`\`\n`)
    .join('\n')
}

const [, , how] = process.argv
if (how === '--write') {
  const text = readFileSync(readme, 'utf8')
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md has no place for cards: ${start}${end}`)
  writeFileSync(readme, `${before}${start}\n${section()}\n${end}${after}`)
} else if (how === '--section') {
  process.stdout.write(section())
} else {
  const isMarkdown = how === '--markdown'
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR
  const render = isMarkdown ? renderMarkdown : isColoured ? renderAnsi : renderPlain
  const options = isMarkdown ? {} : { highlight: highlighter() }
  for (const { title, text } of drawn(render, options)) process.stdout.write(`${title}:\n\n${text}\n\n`)
}
