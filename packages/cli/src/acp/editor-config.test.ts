import { expect, test } from 'vitest'
import { editorSnippets } from './editor-config.ts'

test('words with spaces and quotes stay single words in each language', () => {
  const snippets = editorSnippets({ command: '/my node/node', args: ["/it's/millrace.js", 'acp'] })
  const text = (editor: string): string | undefined => snippets.find((each) => each.editor === editor)?.text
  expect(text('Emacs with agent-shell')).toContain(
    `:command "/my node/node" :command-params '("/it's/millrace.js" "acp")`,
  )
  expect(text('Neovim with avante')).toContain(
    `command = "/my node/node", args = { "/it's/millrace.js", "acp" }`,
  )
  expect(text('Neovim with CodeCompanion')).toContain(`{ "/my node/node", "/it's/millrace.js", "acp" }`)
})
