import { realpath } from 'node:fs/promises'
import { isHarnessError } from '@millrace/protocol'
import type { RuleList } from '@millrace/policies/permissions'
import { loadSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'

/** Where a rule stands now that decided once. */
export interface RuleNow {
  readonly list: RuleList
  readonly layer: string
  /** `millrace.jsonc:14` */
  readonly place?: string
  readonly reason?: string
}

/** All places of a rule as the settings of a folder are now, or why that is not known. */
export type RulePlaces = { readonly found: readonly RuleNow[] } | { readonly unknown: string }

const lists = ['deny', 'ask', 'allow'] as const

/** Looks for the text of a rule in the settings that count in a folder. */
export async function ruleNow(rule: string, cwd: string, env: Io['env']): Promise<RulePlaces> {
  try {
    const { layers } = await loadSettings(await realpath(cwd), env)
    return {
      found: layers.flatMap((layer) =>
        lists.flatMap((list) =>
          layer[list]
            .filter((written) => written.rule === rule)
            .map(({ place, reason }) => ({
              list,
              layer: layer.name,
              ...(place !== undefined && { place }),
              ...(reason !== undefined && { reason }),
            })),
        ),
      ),
    }
  } catch (error) {
    if (isHarnessError(error)) return { unknown: error.message }
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { unknown: 'the folder is not there any more' }
    if (code === undefined) throw error
    return { unknown: `the folder cannot be looked at (${code})` }
  }
}
