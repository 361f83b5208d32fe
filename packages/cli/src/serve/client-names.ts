/** The clients whose configuration can be printed. */
export const clientNames = [
  'claude-code',
  'claude-desktop',
  'codex',
  'cursor',
  'gemini',
  'opencode',
  'vscode',
  'windsurf',
  'zed',
] as const

export type ClientName = (typeof clientNames)[number]
