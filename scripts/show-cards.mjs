// Prints each kind of card as the terminal does, from the events of one session; with --write it puts them into
// their pages, with --markdown it prints them as Markdown: node scripts/show-cards.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const start = '<!-- cards:start -->\n'
const end = '<!-- cards:end -->'

/** What each card is an example of, in Japanese. */
const inJapanese = {
  'A command that ended well': '正常に終わったコマンド',
  'One that failed': '失敗したコマンド',
  'One that the time limit ended, and that printed more than is kept':
    '時間の上限で終わり、保持される量より多く出力したコマンド',
  'One that runs, with what it printed so far': '実行中のコマンドと、ここまでの出力',
  'A change that waits for an answer': '答えを待っている変更',
  'One that was made': '行われた変更',
  'A search in files': 'ファイルの中の検索',
  'A search for files': 'ファイルの検索',
  'A file that was read': '読み取ったファイル',
  'A page from the web': 'Web のページ',
  'A search in the web': 'Web の検索',
  'A tool that has no view of its own': '独自の表示を持たないツール',
  'A call that a rule denied': 'ルールが拒否した呼び出し',
  'A call that was cancelled': '中断された呼び出し',
}

/** The pages that show cards, each with what stands above a card; one without words is left out. */
const pages = {
  'README.md': (title) => (/^A (?:search in files|change|call that a rule)/.test(title) ? title : undefined),
  'docs/en/packages/cards.md': (title) => title,
  'docs/ja/packages/cards.md': (title) => {
    if (title in inJapanese) return inJapanese[title]
    throw new Error(`"${title}" has no Japanese: add it to scripts/show-cards.mjs`)
  },
}

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

/** The section of a page: each card as plain text, below what it is an example of. */
function section(page) {
  return drawn(renderPlain)
    .map(({ title, text }) => ({ words: pages[page](title), text }))
    .filter(({ words }) => words !== undefined)
    .map(({ words, text }) => `${words}:\n\n\`\`\`text\n${text}\n\`\`\`\n`)
    .join('\n')
}

function write(page) {
  const file = join(root, page)
  const [before, rest] = readFileSync(file, 'utf8').split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${page} has no place for cards: ${start}${end}`)
  writeFileSync(file, `${before}${start}\n${section(page)}\n${end}${after}`)
}

const [, , how, page] = process.argv
if (how === '--write') {
  for (const each of Object.keys(pages)) write(each)
} else if (how === '--section') {
  process.stdout.write(section(page))
} else {
  const isMarkdown = how === '--markdown'
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR
  const render = isMarkdown ? renderMarkdown : isColoured ? renderAnsi : renderPlain
  const options = isMarkdown ? {} : { highlight: highlighter() }
  for (const { title, text } of drawn(render, options)) process.stdout.write(`${title}:\n\n${text}\n\n`)
}
