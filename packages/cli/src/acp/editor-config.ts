import type { Launch } from '../own-launch.ts'

/** What to paste into the settings of an editor. */
interface EditorSnippet {
  readonly editor: string
  /** Where it goes. */
  readonly place: string
  readonly text: string
}

/** What to paste for each editor that speaks the protocol. */
export function editorSnippets({ command, args }: Launch): readonly EditorSnippet[] {
  const server = { command, args, env: {} }
  // Lua and Lisp take the strings of JSON.
  const words = args.map((word) => JSON.stringify(word))
  const [lua, lisp] = [words.join(', '), words.join(' ')]
  const line = [command, ...args].map(shellWord).join(' ')
  return [
    {
      editor: 'Zed',
      place: 'settings.json (zed: open settings)',
      text: json({ agent_servers: { Millrace: { type: 'custom', ...server } } }),
    },
    {
      editor: 'JetBrains IDEs',
      place: '~/.jetbrains/acp.json (AI chat, Add custom agent)',
      text: json({ agent_servers: { Millrace: server } }),
    },
    {
      editor: 'Neovim with CodeCompanion',
      place: 'require("codecompanion").setup',
      text: [
        'adapters = { acp = { millrace = function()',
        '  local helpers = require("codecompanion.adapters.acp.helpers")',
        '  return {',
        '    name = "millrace", formatted_name = "Millrace", type = "acp", roles = { llm = "assistant", user = "user" },',
        `    commands = { default = { ${JSON.stringify(command)}, ${lua} } },`,
        '    defaults = { mcpServers = {}, timeout = 20000 },',
        '    parameters = { protocolVersion = 1, clientCapabilities = { fs = { readTextFile = true, writeTextFile = true } } },',
        '    handlers = {',
        '      setup = function() return true end,',
        '      form_messages = function(self, messages, capabilities)',
        '        return helpers.form_messages(self, messages, capabilities)',
        '      end,',
        '    },',
        '  }',
        'end } }',
      ].join('\n'),
    },
    {
      editor: 'Neovim with avante',
      place: 'require("avante").setup',
      text: `provider = "millrace",\nacp_providers = { millrace = { command = ${JSON.stringify(command)}, args = { ${lua} } } }`,
    },
    {
      editor: 'Emacs with agent-shell',
      place: 'init.el',
      text: `(setq agent-shell-agent-configs\n  (list (agent-shell-make-agent-config :identifier 'millrace :buffer-name "Millrace"\n    :client-maker (lambda (buffer) (acp-make-client :context-buffer buffer :command ${JSON.stringify(command)} :command-params '(${lisp}))))))`,
    },
    {
      editor: 'acpx',
      place: 'a shell',
      text: `acpx --agent ${shellWord(line)} exec "what is this project?"`,
    },
  ]
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2)
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
