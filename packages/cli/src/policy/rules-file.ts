import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Node } from 'jsonc-parser'
import type { SandboxMode } from '@millrace/host'
import type { PermissionMode, RuleList, WrittenRule } from '@millrace/policies/permissions'
import type { SettingsProblem } from '../config/file-settings.ts'
import { members, problemsOf } from '../config/nodes.ts'
import { fileSettings } from '../config/read-settings.ts'
import { permissionsOf } from '../config/read-rules.ts'
import { settingsText } from '../config/settings-text.ts'
import { UsageError } from '../usage-error.ts'

/** More than this is no file of rules that somebody wrote. */
const mostBytes = 1024 * 1024

/** What a file of rules says. */
export interface RulesFile {
  /** As the command line names it. */
  readonly label: string
  readonly rules: Readonly<Record<RuleList, readonly WrittenRule[]>>
  readonly mode?: PermissionMode
  readonly sandbox?: SandboxMode
  readonly problems: readonly SettingsProblem[]
}

/**
 * Reads rules: a settings file, or an object with the lists `allow`, `ask` and `deny` alone.
 * @param cwd - what the name is relative to.
 * @throws UsageError where there is none; SettingsError, with line and column, where it is none.
 */
export async function readRules(label: string, cwd: string): Promise<RulesFile> {
  const text = settingsText(await bytesOf(resolve(cwd, label), label), label)
  if (text.root !== undefined && isBare(text.root)) {
    const { report, all } = problemsOf(text)
    const { rules, mode } = permissionsOf(text.root, text, report)
    return { label, rules, ...(mode !== undefined && { mode: mode.value }), problems: all() }
  }
  const { rules, mode, sandbox, problems } = fileSettings(text)
  return {
    label,
    rules,
    ...(mode !== undefined && { mode: mode.value }),
    ...(sandbox !== undefined && { sandbox: sandbox.value }),
    problems,
  }
}

function isBare(root: Node): boolean {
  const names = members(root).map(({ name }) => name.toLowerCase())
  return !names.includes('permissions') && ['allow', 'ask', 'deny'].some((list) => names.includes(list))
}

async function bytesOf(path: string, label: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size > mostBytes) throw new UsageError(`${label} is larger than 1 MiB, so it is no file of rules`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof UsageError || code === undefined) throw error
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new UsageError(`${label} ${problem}`, [
      'expected a settings file, or one with { "allow": […], "ask": […], "deny": […] }',
    ])
  }
}
