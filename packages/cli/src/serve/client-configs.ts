import type { Launch } from '../own-launch.ts'
import type { ClientName } from './client-names.ts'

/** A client, and what its configuration looks like. */
export interface ClientConfig {
  /** Where it goes. */
  readonly file: string
  print(launch: Launch): string
}

const serverName = 'millrace'

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** The form that most clients share. */
const usual = ({ command, args }: Launch): string => json({ mcpServers: { [serverName]: { command, args } } })

/** TOML takes the strings of JSON. A person may need longer for an answer than Codex waits by itself. */
const codex = ({ command, args }: Launch): string =>
  [
    `[mcp_servers.${serverName}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
    'startup_timeout_sec = 30',
    'tool_timeout_sec = 600',
    '',
  ].join('\n')

/** The clients whose configuration is known, by their names on the command line. */
export const clientConfigs: Readonly<Record<ClientName, ClientConfig>> = {
  'claude-code': { file: '.mcp.json', print: usual },
  'claude-desktop': { file: 'claude_desktop_config.json', print: usual },
  codex: { file: '~/.codex/config.toml', print: codex },
  cursor: { file: '.cursor/mcp.json', print: usual },
  gemini: { file: '.gemini/settings.json', print: usual },
  opencode: {
    file: 'opencode.json',
    print: ({ command, args }) =>
      json({ mcp: { [serverName]: { type: 'local', command: [command, ...args], enabled: true } } }),
  },
  vscode: {
    file: '.vscode/mcp.json',
    print: ({ command, args }) => json({ servers: { [serverName]: { type: 'stdio', command, args } } }),
  },
  windsurf: { file: '~/.codeium/windsurf/mcp_config.json', print: usual },
  zed: {
    file: '~/.config/zed/settings.json',
    print: ({ command, args }) => json({ context_servers: { [serverName]: { command, args, env: {} } } }),
  },
}
